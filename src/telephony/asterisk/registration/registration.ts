import { withDeadline } from "../../../kernel/deadline.js";
import { Ending } from "../../../kernel/ending.js";
import { AttendantError, describe } from "../../../kernel/errors.js";
import { retryForever } from "../../../kernel/retry.js";
import type { Scope } from "../../../kernel/scope.js";
import type { Log } from "../../../observability/log.js";
import { type AmiCredentials, type AmiMessage, openAmi } from "./ami-connection.js";
import type { AriConnection } from "../ari/ari-connection.js";
import { PBX_ENDPOINT } from "../dialling/dial-route.js";
import { createRefusalRhythm } from "./refused-registration.js";
import { isKnownHost, refused, registrarOf, unreachable } from "./registration-fault.js";

const BACKOFF = { firstMs: 250, maxMs: 2_000 };
/** Interval at which the state is requested in addition to events; also the connection's keep-alive, in ms. */
const POLL_MS = 2_000;
/** Interval at which the name of a PBX that does not answer is looked up, in ms. */
const LOOKUP_EACH_MS = 10_000;

export interface RegistrationNeeds {
  readonly credentials: AmiCredentials;
  /** Extension whose registration is watched, if Asterisk has several. */
  readonly extension?: string | undefined;
  readonly ari: Pick<AriConnection, "invoke">;
  readonly log: Log;
  /** Called with whether the extension is registered with the PBX, and if not, why. */
  readonly report: (ok: boolean, detail?: string) => void;
  readonly scope: Scope;
}

/** The known state of the PBX. */
export interface Registration {
  /** The fault that Asterisk reports; undefined while there is none, and while Asterisk cannot be asked. */
  readonly seenFault: string | undefined;
}

/**
 * Watches whether calls can reach us: whether the outbound SIP registration stands, and whether the PBX that holds it is
 * there.
 *
 * ARI does not show registrations; the manager interface does: its list shows their state, its `Registry` events the changes.
 * Of the list's answer only the registration is read, because its other events hold the SIP password.
 *
 * Faults are distinguished, so that the one setting that is wrong can be named: a PBX that does not answer by the endpoint's
 * state, one that refuses by the rhythm of Asterisk's retries ({@link createRefusalRhythm}).
 *
 * A registration shows nothing between renewals, which our configuration makes at least once a minute. The PBX is therefore
 * probed (`qualify_frequency`), and Asterisk reports missing answers in the endpoint's state.
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
    let ours: AmiMessage | undefined;
    const rhythm = createRefusalRhythm();
    // An event only triggers a check: of two checks the later one is right, of an event and a check either may be.
    const ami = await openAmi(credentials, connection, ({ event, username, status }) => {
      if (event !== "Registry" && event !== "ContactStatus") return;
      if (event === "Registry" && username === ours?.clienturi) {
        if (status === "Rejected") rhythm.refused();
        else rhythm.forget();
      }
      pollNow();
    });
    settled();
    const isKnown = occasionally(LOOKUP_EACH_MS, (host: string) => isKnownHost(host, connection.signal));
    for (let isFirstLook = true; ; isFirstLook = false) {
      const changed = new Promise<void>((resolve) => {
        pollNow = resolve;
      });
      const [answers, absent] = await Promise.all([
        ami.ask("PJSIPShowRegistrationsOutbound"),
        isPbxAbsent(ari, connection.signal),
      ]);
      ours = worstOf(answers, extension);
      if (absent) rhythm.forget(); // Asterisk retries after a missing answer as it does after a refusal of the credentials.
      if (isFirstLook && ours?.status === "Rejected" && !absent) {
        // The time of that refusal is unknown; that of a new attempt is known.
        await ami.ask("PJSIPRegister", { Registration: ours.objectname ?? "" });
      }
      seenFault = ours ? await faultOf(ours, absent) : NONE;
      setState(seenFault === undefined, seenFault ?? "");
      await withDeadline(POLL_MS, connection.signal, "the next look", () => changed).catch(() =>
        connection.signal.throwIfAborted(),
      );
    }

    async function faultOf(registration: AmiMessage, absent: boolean): Promise<string | undefined> {
      const registrar = registrarOf(registration);
      if (absent) return unreachable(registrar, await isKnown(registrar.host));
      if (registration.status === "Registered") return undefined;
      if (registration.status === "Rejected") return refused(registrar, registration, rhythm.possible(registration));
      return `the state is "${registration.status ?? ""}"`;
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

const NONE = "Asterisk has no outbound registration: check pjsip.conf, or leave SIP_USER unset where none is needed";

/** Returns our registration, or any if none has our name: one that has failed before one that stands. */
function worstOf(answers: readonly AmiMessage[], extension: string | undefined): AmiMessage | undefined {
  const listed = answers.filter(({ event }) => event === "OutboundRegistrationDetail");
  const ours = listed.filter(({ clienturi = "" }) => extension && clienturi.startsWith(`sip:${extension}@`));
  const candidates = ours.length > 0 ? ours : listed;
  return candidates.find(({ status }) => status !== "Registered") ?? candidates[0];
}

/** Limits `ask` to one call in `ms`, and returns its last answer in between. */
function occasionally<A, R>(ms: number, ask: (about: A) => Promise<R>): (about: A) => Promise<R> {
  let last: { readonly about: A; readonly at: number; readonly answer: Promise<R> } | undefined;
  return (about) => {
    if (!last || last.about !== about || performance.now() - last.at > ms) {
      last = { about, at: performance.now(), answer: ask(about) };
    }
    return last.answer;
  };
}

/** Whether Asterisk has found that the PBX does not answer. False for an endpoint of another name or without qualify. */
async function isPbxAbsent(ari: RegistrationNeeds["ari"], signal: AbortSignal): Promise<boolean> {
  const asked = { tech: "PJSIP", resource: PBX_ENDPOINT };
  const endpoint = ari.invoke<{ state?: unknown } | undefined>("endpoints", "get", asked, signal);
  return endpoint.then(
    (shown) => shown?.state === "offline",
    () => false,
  );
}
