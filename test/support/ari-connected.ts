import type { Scope } from "../../src/kernel/scope.js";
import { type AriConnection, createAriConnection } from "../../src/telephony/asterisk/ari/ari-connection.js";
import type { AriCredentials } from "../../src/telephony/asterisk/ari/ari-credentials.js";
import { quietLog } from "./fakes/quiet-log.js";

/** The connection to an Asterisk alone, once it has the application. */
export async function ariConnected(
  credentials: AriCredentials,
  scope: Scope,
  { app = "attendant", onTaken = () => {} }: { app?: string; onTaken?: (taken: boolean) => void } = {},
): Promise<AriConnection> {
  const ari = createAriConnection({ credentials, app, log: quietLog, onAway: () => {}, onTaken, scope });
  const connected = new Promise((resolve) => ari.onConnected(resolve));
  ari.open();
  await connected;
  return ari;
}
