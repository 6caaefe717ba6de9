import { withDeadline } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import { AttendantError, describe } from "../../kernel/errors.js";
import { retryForever } from "../../kernel/retry.js";
import type { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import { type AmiCredentials, type AmiMessage, openAmi } from "./ami-connection.js";
import type { AriConnection } from "./ari-connection.js";
import { PBX_ENDPOINT } from "./dial-route.js";

const BACKOFF = { firstMs: 250, maxMs: 2_000 };
/** How often the state is asked for besides the events that tell of changes; also the connection's keep-alive, ms. */
const POLL_MS = 2_000;

export interface RegistrationNeeds {
  readonly credentials: AmiCredentials;
  /** Whose registration it is about, where Asterisk has several. */
  readonly extension?: string | undefined;
  readonly ari: AriConnection;
  readonly log: Log;
  /** Told whether the extension is registered with the PBX, and if not, why. */
  readonly report: (ok: boolean, detail?: string) => void;
  readonly scope: Scope;
}

/** What is known of the PBX. */
export interface Registration {
  /** What Asterisk says is wrong with it; undefined while all is well, and while Asterisk cannot be asked. */
  readonly seenFault: string | undefined;
}

/**
 * Watches whether calls can reach us: whether the outbound SIP registration stands, and whether the PBX that holds it is
 * there.
 *
 * ARI does not know of registrations; the manager interface does: its list says how things stand, its `Registry` events
 * say when they change. Of the list's answer only the status is read. Its other events hold the SIP password.
 *
 * A registration says nothing of the time until it is renewed, a minute at most in our configuration. The PBX is
 * therefore asked for signs of life (`qualify_frequency`), and Asterisk tells of their absence as the endpoint's state.
 */
export function monitorRegistration(needs: RegistrationNeeds): Registration {
  const { credentials, extension, ari, log, report, scope } = needs;
  let lastState: string | undefined;
  let seenFault: string | undefined;

  function setState(registered: boolean, detail: string): void {
    report(registered, registered ? undefined : detail);
    const state = `${registered} ${detail}`;
    if (state === lastState) return;
    lastState = state;
    if (registered) log.info("sip_registered", "Registered with the PBX");
    else log.warn("sip_unregistered", `Not registered with the PBX: ${detail}`);
  }

  async function watchOnce(settled: () => void): Promise<void> {
    await using connection = scope.child("ami");
    let pollNow = () => {};
    // What an event says is looked up: of two looks the later one is right, of an event and a look nobody knows.
    const ami = await openAmi(credentials, connection, ({ event }) => {
      if (event === "Registry" || event === "ContactStatus") pollNow();
    });
    settled();
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        pollNow = resolve;
      });
      const [answers, absent] = await Promise.all([
        ami.ask("PJSIPShowRegistrationsOutbound"),
        isPbxAbsent(ari, connection.signal),
      ]);
      const listed = answers.filter(({ event }) => event === "OutboundRegistrationDetail");
      seenFault = listFault(listed, extension) ?? (absent ? "the PBX does not answer" : undefined);
      setState(seenFault === undefined, seenFault ?? "");
      await withDeadline(POLL_MS, connection.signal, "the next look", () => changed).catch(() =>
        connection.signal.throwIfAborted(),
      );
    }
  }

  const failed = (error: unknown) => {
    const cause = error instanceof Ending && error.cause ? error.cause : error;
    seenFault = undefined;
    setState(false, cause instanceof AttendantError ? cause.message : `its state is not known, ${describe(cause)}`);
  };
  void scope.run(retryForever(scope.signal, BACKOFF, watchOnce, failed)).catch(() => {});
  return {
    get seenFault() {
      return seenFault;
    },
  };
}

/** What is wrong with our registration, or with any where none is ours by its name; undefined when they stand. */
function listFault(listed: readonly AmiMessage[], extension: string | undefined): string | undefined {
  if (listed.length === 0) return "Asterisk has no outbound registration; check pjsip.conf";
  const ours = listed.filter(({ clienturi = "" }) => extension && clienturi.startsWith(`sip:${extension}@`));
  const fallen = (ours.length > 0 ? ours : listed).find(({ status }) => status !== "Registered");
  return fallen && `the state is "${fallen.status ?? ""}"`;
}

/** Whether Asterisk knows that the PBX does not answer. An endpoint of another name or without qualify: not known. */
async function isPbxAbsent(ari: AriConnection, signal: AbortSignal): Promise<boolean> {
  const asked = { tech: "PJSIP", resource: PBX_ENDPOINT };
  const endpoint = ari.invoke<{ state?: unknown } | undefined>("endpoints", "get", asked, signal);
  return endpoint.then(
    (shown) => shown?.state === "offline",
    () => false,
  );
}
