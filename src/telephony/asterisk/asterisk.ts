import type { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import type { IncomingCall } from "../incoming-call.js";
import type { AmiCredentials } from "./ami-connection.js";
import { connectToAsterisk } from "./ari-connection.js";
import type { AriCredentials } from "./ari-credentials.js";
import { acceptCalls } from "./inbound-calls.js";
import { LiveChannels, reconcileOnConnect } from "./live-channels.js";
import { watchRegistration } from "./registration.js";

export interface AsteriskNeeds {
  readonly ari: AriCredentials;
  readonly app: string;
  /** Present when this Asterisk registers with a PBX; absent when it is the PBX. */
  readonly ami: AmiCredentials | undefined;
  readonly log: Log;
  readonly onCall: (call: IncomingCall) => void;
  /** Told whether Asterisk can be used. */
  readonly reportAsterisk: (ok: boolean, detail?: string) => void;
  /** Told whether calls can reach us: the registration's state or, without one, whether the application is in place. */
  readonly reportRegistration: (ok: boolean, detail?: string) => void;
  readonly scope: Scope;
}

/** Attaches the controller to its Asterisk, for as long as the scope lives. */
export function attachToAsterisk(needs: AsteriskNeeds): void {
  const { app, log, scope, reportAsterisk, reportRegistration, onCall } = needs;
  const report = (ok: boolean, detail?: string) => {
    reportAsterisk(ok, detail);
    if (!needs.ami) reportRegistration(ok, detail);
  };
  const ari = connectToAsterisk({ credentials: needs.ari, app, log, report, scope });
  const live = new LiveChannels();
  acceptCalls({ ari, app, asteriskUrl: needs.ari.url, live, scope, onCall });
  reconcileOnConnect({ ari, app, live, log, scope });
  if (needs.ami) watchRegistration({ credentials: needs.ami, log, report: reportRegistration, scope });
}
