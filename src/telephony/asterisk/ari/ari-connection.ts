import { onAbort } from "../../../kernel/abort.js";
import { pause } from "../../../kernel/deadline.js";
import { Ending } from "../../../kernel/ending.js";
import { AttendantError, describe, type ErrorCode, hasCode } from "../../../kernel/errors.js";
import { retryForever } from "../../../kernel/retry.js";
import type { Scope } from "../../../kernel/scope.js";
import type { Log } from "../../../observability/log.js";
import { createApplicationWatch } from "./application-watch.js";
import type { AriCredentials } from "./ari-credentials.js";
import { type AriEvent, type AriEvents, openEvents } from "./ari-events.js";
import { type Invoke, openOperations } from "./ari-operations.js";
import { inMediaTurns, MediaGate } from "./media-gate.js";
import { ASTERISK_PERIODS, type AsteriskPeriods } from "./periods.js";
import { type Preflight, preflight, preflightModules } from "./preflight.js";
import { createHangupRetries, type HangupRetries } from "./hangup-retries.js";

/** Asterisk starts in about three seconds; an attempt every second or two finds it soon after. */
const BACKOFF = { firstMs: 250, maxMs: 2_000 };
/** Operations that put a channel into the application: the channel would go to its present holder. */
const FOR_THE_HOLDER: ReadonlySet<string> = new Set(["channels.originate", "channels.externalMedia"]);

const notConnected = () => new AttendantError("asterisk_unreachable", "Asterisk is not connected");
const applicationTaken = () =>
  new AttendantError("asterisk_application_taken", "Another client has the ARI application and would get the call");

/** A connection that is established and holds the application. */
export interface Connected extends Preflight {
  /** Aborts when the connection or the application is lost. */
  readonly signal: AbortSignal;
}

export interface AriConnection extends AriEvents {
  /** Connects, and stays connected from then on. Add listeners before, to miss no event. */
  open(): void;
  /**
   * Carries out an operation, also while another client holds the application, except those that would put a channel into
   * it. Throws `asterisk_unreachable` or `asterisk_application_taken` in that case.
   */
  readonly invoke: Invoke;
  /** Queue for opening media sockets. {@link invoke} waits there before operations that must not run meanwhile. */
  readonly mediaGate: MediaGate;
  /** Removes channels and bridges, retrying until it succeeds. */
  readonly hangupRetries: HangupRetries;
  /** Whether the application is ours, so that events and calls arrive. */
  readonly connected: boolean;
  /** Whether operations can be carried out. */
  readonly reachable: boolean;
  /** Releases the application for good. Operations still work. */
  leave(): void;
  /** Calls `listener` each time this connection gets the application: the first time, and after every loss. */
  onConnected(listener: (connected: Connected) => void): () => void;
}

export interface AriConnectionNeeds {
  readonly credentials: AriCredentials;
  readonly app: string;
  readonly log: Log;
  /** Called with the reason, in one sentence, whenever a connection is lost or fails. */
  readonly onAway: (detail: string) => void;
  /** Called when another client gets or loses the application. */
  readonly onTaken: (taken: boolean) => void;
  readonly scope: Scope;
  readonly periods?: AsteriskPeriods;
}

/**
 * Keeps connected to Asterisk for as long as its scope lives, whatever the trouble: Asterisk not started yet, killed or
 * restarted, a wrong password, the application taken over. It retries for ever and reports the reason.
 *
 * Live calls do not depend on it: their channels, bridges and media sockets continue while the event stream is away.
 */
export function createAriConnection(needs: AriConnectionNeeds): AriConnection {
  const { credentials, app, log, onAway, onTaken, scope, periods = ASTERISK_PERIODS } = needs;
  const eventListeners = new Set<(event: AriEvent) => void>();
  const connectedListeners = new Set<(connected: Connected) => void>();
  let operations: Invoke | undefined;
  let isConnected = false;
  let isTaken = false;
  /** Aborts when the application is no longer wanted. */
  const leaving = new AbortController();
  let lastFailure: string | undefined;

  const onEvent = (listener: (event: AriEvent) => void) => {
    eventListeners.add(listener);
    return () => eventListeners.delete(listener);
  };
  const mediaGate = new MediaGate();
  const invokeAtOnce: Invoke = (resource, operation, parameters, signal) => {
    if (!operations) return Promise.reject(notConnected());
    if (isTaken && FOR_THE_HOLDER.has(`${resource}.${operation}`)) return Promise.reject(applicationTaken());
    return operations(resource, operation, parameters, signal);
  };
  const invoke = inMediaTurns(invokeAtOnce, { gate: mediaGate, app, onEvent, signal: scope.signal });
  const hangupRetries = createHangupRetries({ invoke, log, scope });
  const application = createApplicationWatch({ invoke, hangupRetries, app, periods });

  /** Makes one connection and keeps it until it ends. Returns only by throwing what ended it. */
  const connectOnce = (settled: () => void) =>
    scope.within("ari", async (connection) => {
      const checked = await preflight(credentials, connection.signal);
      for (const advisory of checked.advisories)
        log.warn("asterisk_advisory", `Asterisk is usable, but ${advisory}`, { version: checked.version });
      operations = await openOperations(credentials, connection);
      connection.onEnd(() => (operations = undefined));
      void connection.run(watchModules(connection, credentials, periods)).catch(() => {});
      for (;;) {
        if (isTaken) await application.released(connection.signal, away);
        if (leaving.signal.aborted) return await connection.closed;
        await hold(connection, checked, settled);
      }
    });

  /** Holds the application until another client takes it. Throws on any other end. */
  async function hold(connection: Scope, { version, advisories }: Preflight, settled: () => void): Promise<void> {
    await using stream = connection.child("events");
    stream.onEnd(() => (isConnected = false));
    stream.onEnd(onAbort(leaving.signal, () => stream.end(new Ending("handed_over"))));
    const { signal } = stream;
    const former = await application.take(signal);
    taken(false);
    await openEvents(credentials, app, stream, (event) => {
      if (event.type === "ApplicationReplaced") {
        taken(true);
        stream.end(new Ending("failed", "another client has the application"));
      }
      for (const listener of eventListeners) listener(event);
    });
    if (!isTaken) {
      signal.throwIfAborted();
      settled();
      connected({ version, advisories: former === undefined ? advisories : [...advisories, former], signal });
      if (former !== undefined) log.warn("asterisk_application_taken_over", former, { app });
      await stream.closed;
    }
    if (!isTaken && !leaving.signal.aborted) throw signal.reason;
  }

  function connected(made: Connected): void {
    isConnected = true;
    lastFailure = undefined;
    const { version } = made;
    log.info("asterisk_connected", `Connected to Asterisk ${version} as application "${app}"`, { version, app });
    for (const listener of connectedListeners) listener(made);
  }

  function taken(now: boolean): void {
    if (isTaken === now) return;
    isTaken = now;
    if (now) application.lost();
    onTaken(now);
  }

  function away(error: unknown, nextMs: number): void {
    const { code, detail } = failureOf(error);
    onAway(detail);
    if (detail === lastFailure) return;
    lastFailure = detail;
    log.error("asterisk_away", `${detail}. Retrying until it works`, { code, next_ms: nextMs });
  }

  return {
    open: () => void scope.run(retryForever(scope.signal, BACKOFF, connectOnce, away)).catch(() => {}),
    invoke,
    mediaGate,
    hangupRetries,
    get connected() {
      return isConnected;
    },
    get reachable() {
      return operations !== undefined;
    },
    leave: () => leaving.abort(),
    onEvent,
    onConnected: (listener) => {
      connectedListeners.add(listener);
      return () => connectedListeners.delete(listener);
    },
  };
}

/** Ends the connection when a required module is unloaded: the dialplan fails over while the controller is away. */
async function watchModules(
  connection: Scope,
  credentials: AriCredentials,
  { modulesMs }: Pick<AsteriskPeriods, "modulesMs">,
): Promise<void> {
  for (;;) {
    await pause(modulesMs, connection.signal);
    await preflightModules(credentials, connection.signal).catch((cause: unknown) => {
      // The event stream notices an Asterisk that has gone altogether.
      if (hasCode(cause, "asterisk_not_usable")) connection.end(new Ending("failed", cause.message, { cause }));
    });
  }
}

function failureOf(error: unknown): { readonly code: ErrorCode; readonly detail: string } {
  const cause = error instanceof Ending && error.cause instanceof AttendantError ? error.cause : error;
  return { code: cause instanceof AttendantError ? cause.code : "asterisk_unreachable", detail: describe(cause) };
}
