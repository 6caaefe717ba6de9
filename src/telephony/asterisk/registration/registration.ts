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
/** How often the state is asked for besides the events that tell of changes; also the connection's keep-alive, ms. */
const POLL_MS = 2_000;
/** How often the name of a PBX that does not answer is looked up, ms. */
const LOOKUP_EACH_MS = 10_000;

export interface RegistrationNeeds {
  readonly credentials: AmiCredentials;
  /** Whose registration it is about, where Asterisk has several. */
  readonly extension?: string | undefined;
  readonly ari: Pick<AriConnection, "invoke">;
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
 * say when they change. Of the list's answer only the registration is read. Its other events hold the SIP password.
 *
 * What is wrong is told apart, so that the one setting is named that is: a PBX that does not answer by the endpoint's state,
 * one that refuses by the rhythm in which Asterisk tries again ({@link createRefusalRhythm}).
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
    let ours: AmiMessage | undefined;
    const rhythm = createRefusalRhythm();
    // What an event says is looked up: of two looks the later one is right, of an event and a look nobody knows.
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
      if (absent) rhythm.forget(); // What is not answered is tried again as what is not authorised.
      if (isFirstLook && ours?.status === "Rejected" && !absent) {
        // When it was refused nobody has seen; of an attempt made now it is known.
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

/** Our registration, or any where none is ours by its name: one that has fallen before one that stands. */
function worstOf(answers: readonly AmiMessage[], extension: string | undefined): AmiMessage | undefined {
  const listed = answers.filter(({ event }) => event === "OutboundRegistrationDetail");
  const ours = listed.filter(({ clienturi = "" }) => extension && clienturi.startsWith(`sip:${extension}@`));
  const candidates = ours.length > 0 ? ours : listed;
  return candidates.find(({ status }) => status !== "Registered") ?? candidates[0];
}

/** Has `ask` asked at most once in so many milliseconds, and gives its last answer in between. */
function occasionally<A, R>(ms: number, ask: (about: A) => Promise<R>): (about: A) => Promise<R> {
  let last: { readonly about: A; readonly at: number; readonly answer: Promise<R> } | undefined;
  return (about) => {
    if (!last || last.about !== about || performance.now() - last.at > ms) {
      last = { about, at: performance.now(), answer: ask(about) };
    }
    return last.answer;
  };
}

/** Whether Asterisk knows that the PBX does not answer. An endpoint of another name or without qualify: not known. */
async function isPbxAbsent(ari: RegistrationNeeds["ari"], signal: AbortSignal): Promise<boolean> {
  const asked = { tech: "PJSIP", resource: PBX_ENDPOINT };
  const endpoint = ari.invoke<{ state?: unknown } | undefined>("endpoints", "get", asked, signal);
  return endpoint.then(
    (shown) => shown?.state === "offline",
    () => false,
  );
}
