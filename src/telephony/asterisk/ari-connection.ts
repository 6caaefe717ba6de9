import { pause } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import { AttendantError, describe, type ErrorCode, hasCode } from "../../kernel/errors.js";
import { retryForever } from "../../kernel/retry.js";
import type { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import type { AriCredentials } from "./ari-credentials.js";
import { type AriEvent, openEvents } from "./ari-events.js";
import { type Invoke, openOperations } from "./ari-operations.js";
import { isApplicationTaken } from "./ari-probe.js";
import { type Preflight, preflight, preflightModules } from "./preflight.js";

/** Asterisk starts in about three seconds; looking every one or two finds it soon after. */
const BACKOFF = { firstMs: 250, maxMs: 2_000 };
/** After another controller took the application: how often to look whether it has let go, ms. */
const TAKEN_POLL_MS = 10_000;
/** How often to look whether a module has been taken out of a running Asterisk, ms. */
const MODULES_POLL_MS = 10_000;

/** A connection that was made. */
export interface Connected extends Preflight {
  /** Aborts when the connection is lost. */
  readonly signal: AbortSignal;
}

export interface AriConnection {
  /** Connects, and stays connected from then on. Whoever wants to miss nothing listens before. */
  open(): void;
  /** Carries out an operation on the present connection. Throws `asterisk_unreachable` while there is none. */
  readonly invoke: Invoke;
  readonly connected: boolean;
  /** Has `listener` called with every event. Returns a way to stop. */
  onEvent(listener: (event: AriEvent) => void): () => void;
  /** Has `listener` called whenever a connection was made, the first time and again after a loss. */
  onConnected(listener: (connected: Connected) => void): () => void;
}

export interface AriConnectionNeeds {
  readonly credentials: AriCredentials;
  readonly app: string;
  readonly log: Log;
  /** Told why there is no connection, in one sentence, whenever one was lost or could not be made. */
  readonly onAway: (detail: string) => void;
  readonly scope: Scope;
}

/**
 * Keeps connected to Asterisk for as long as its scope lives, whatever happens to Asterisk: not there yet, killed,
 * restarted, a wrong password. It tries again for ever, and says why it has to.
 *
 * Live calls do not depend on it: their channels, bridges and media sockets go on while the event stream is away.
 */
export function createAriConnection({ credentials, app, log, onAway, scope }: AriConnectionNeeds): AriConnection {
  const eventListeners = new Set<(event: AriEvent) => void>();
  const connectedListeners = new Set<(connected: Connected) => void>();
  let current: { readonly invoke: Invoke } | undefined;
  let takenOver = false;
  let lastFailure: string | undefined;

  /** One connection from its making to its end. Returns only by throwing what ended it. */
  async function connectOnce(settled: () => void): Promise<void> {
    await using connection = scope.child("ari");
    const { version, advisories } = await preflight(credentials, connection.signal);
    if (takenOver) await applicationReleased(connection.signal);
    for (const advisory of advisories)
      log.warn("asterisk_advisory", `Asterisk is usable, but ${advisory}`, { version });
    const invoke = await openOperations(credentials, connection);
    await openEvents(credentials, app, connection, (event) => {
      if (event.type === "ApplicationReplaced") {
        takenOver = true;
        const cause = applicationTaken(app);
        connection.end(new Ending("failed", cause.message, { cause }));
      }
      for (const listener of eventListeners) listener(event);
    });
    connection.signal.throwIfAborted();

    current = { invoke };
    settled();
    lastFailure = undefined;
    log.info("asterisk_connected", `Connected to Asterisk ${version} as application "${app}"`, { version, app });
    void connection.run(watchModules(connection)).catch(() => {});
    const { signal } = connection;
    for (const listener of connectedListeners) listener({ version, advisories, signal });
    await connection.closed;
    current = undefined;
    throw connection.signal.reason;
  }

  /** Ends the connection when a module that is needed has gone: the dialplan fails over while we are away. */
  async function watchModules(connection: Scope): Promise<void> {
    for (;;) {
      await pause(MODULES_POLL_MS, connection.signal);
      await preflightModules(credentials, connection.signal).catch((cause: unknown) => {
        // Whether Asterisk is there at all is for the event stream to notice.
        if (hasCode(cause, "asterisk_not_usable")) connection.end(new Ending("failed", cause.message, { cause }));
      });
    }
  }

  /** Does not fight for the application: two controllers that take it from each other in turn would drop every call. */
  async function applicationReleased(signal: AbortSignal): Promise<void> {
    while (await isApplicationTaken(credentials, app, signal)) await pause(TAKEN_POLL_MS, signal);
    takenOver = false;
  }

  const failed = (error: unknown, nextMs: number) => {
    const cause = error instanceof Ending && error.cause instanceof AttendantError ? error.cause : error;
    const detail = describe(cause);
    onAway(detail);
    if (detail === lastFailure) return;
    lastFailure = detail;
    const code: ErrorCode = cause instanceof AttendantError ? cause.code : "asterisk_unreachable";
    log.error("asterisk_away", `${detail}. Trying again until it works`, { code, next_ms: nextMs });
  };

  return {
    open: () => void scope.run(retryForever(scope.signal, BACKOFF, connectOnce, failed)).catch(() => {}),
    get connected() {
      return current !== undefined;
    },
    invoke: (resource, operation, parameters, signal) => {
      if (!current) return Promise.reject(new AttendantError("asterisk_unreachable", "Asterisk is not connected"));
      return current.invoke(resource, operation, parameters, signal);
    },
    onEvent: (listener) => {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    onConnected: (listener) => {
      connectedListeners.add(listener);
      return () => connectedListeners.delete(listener);
    },
  };
}

function applicationTaken(app: string): AttendantError {
  return new AttendantError(
    "asterisk_application_taken",
    `Another controller took the ARI application "${app}" over. Stop one of the two, or give each its own ARI_APP`,
  );
}
