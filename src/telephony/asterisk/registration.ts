import { pause } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import { AttendantError, describe } from "../../kernel/errors.js";
import { forever } from "../../kernel/retry.js";
import type { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import { type AmiCredentials, type AmiMessage, openAmi } from "./ami-connection.js";

const BACKOFF = { firstMs: 250, maxMs: 2_000 };
/** How often the state is asked for besides the events that tell of changes; also the connection's sign of life, ms. */
const LOOK_MS = 3_000;

export interface RegistrationNeeds {
  readonly credentials: AmiCredentials;
  readonly log: Log;
  /** Told whether the extension is registered with the PBX, and if not, why. */
  readonly report: (ok: boolean, detail?: string) => void;
  readonly scope: Scope;
}

/**
 * Watches the outbound SIP registration. ARI does not have it; the manager interface does: its list says how things
 * stand, its `Registry` events say when they change.
 *
 * Of the list's answer only the status is read. Its other events hold the SIP password.
 */
export function watchRegistration({ credentials, log, report, scope }: RegistrationNeeds): void {
  let lastState: string | undefined;

  function turned(registered: boolean, detail: string): void {
    report(registered, registered ? undefined : detail);
    const state = `${registered} ${detail}`;
    if (state === lastState) return;
    lastState = state;
    if (registered) log.info("sip_registered", "Registered with the PBX");
    else log.warn("sip_unregistered", `Not registered with the PBX: ${detail}`);
  }

  async function watchOnce(settled: () => void): Promise<void> {
    await using connection = scope.child("ami");
    const ami = await openAmi(credentials, connection, (event) => {
      if (event.event === "Registry") {
        const status = event.status ?? "";
        turned(status === "Registered", reason(status, event.cause));
      }
    });
    settled();
    for (;;) {
      const answers = await ami.ask("PJSIPShowRegistrationsOutbound");
      const listed = answers.filter(({ event }) => event === "OutboundRegistrationDetail");
      turned(listed.length > 0 && listed.every(({ status }) => status === "Registered"), listReason(listed));
      await pause(LOOK_MS, connection.signal);
    }
  }

  const failed = (error: unknown) => {
    const cause = error instanceof Ending && error.cause ? error.cause : error;
    turned(false, cause instanceof AttendantError ? cause.message : `its state is not known, ${describe(cause)}`);
  };
  void scope.run(forever(scope.signal, BACKOFF, watchOnce, failed)).catch(() => {});
}

function listReason(listed: readonly AmiMessage[]): string {
  if (listed.length === 0) return "Asterisk has no outbound registration; check pjsip.conf";
  return reason(listed.find(({ status }) => status !== "Registered")?.status ?? "");
}

function reason(status: string, cause?: string): string {
  return `the state is "${status}"${cause ? ` (${cause})` : ""}`;
}
