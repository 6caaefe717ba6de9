import { hostname } from "node:os";
import { consoleAddress } from "../config/one-time-login.js";
import { isLoopback } from "../kernel/host.js";
import type { SetupAnswers } from "./draft.js";
import type { RestAddress } from "./rest-client.js";

/** Returns the closing lines: the number to call, the console, the next steps. @param now ms since the epoch */
export function closingLines(
  { number, sip }: Pick<SetupAnswers, "number" | "sip">,
  { url, apiKey }: RestAddress,
  isRunning: boolean,
  now: number,
): readonly string[] {
  const { hostname: host, port } = new URL(url);
  const address = consoleAddress(url, isRunning ? apiKey : undefined, now);
  const login = isRunning ? " (logs in once, within 15 minutes)" : " (scripts/ari-attendant key --login logs in)";
  const tunnel = isLoopback(host) ? `; from another machine after ssh -L ${port}:${host}:${port} ${hostname()}` : "";
  return [
    `Call it: ${sip?.user ?? number}`,
    `Console: ${address}${apiKey ? login : ""}${tunnel}`,
    "Next: let it call you (README.md, “The first call”). scripts/doctor finds faults; scripts/setup again changes or upgrades it",
  ];
}
