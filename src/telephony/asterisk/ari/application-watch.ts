import { pause } from "../../../kernel/deadline.js";
import { AttendantError } from "../../../kernel/errors.js";
import { type ApplicationHolder, describeHolder, isSameHolder, markHolder, readHolder } from "./application-holder.js";
import { isApplicationTaken } from "./application-probe.js";
import type { Invoke } from "./ari-operations.js";
import { unlessGone } from "./asterisk-errors.js";
import type { AsteriskPeriods } from "./periods.js";
import type { HangupRetries } from "./hangup-retries.js";

/** Maximum interval of the checks whether the application was released, in ms, however often it is lost. */
const MAX_LOOK_MS = 300_000;

export interface ApplicationWatch {
  /**
   * Leaves our mark, before the application is registered.
   *
   * @returns a sentence that names the former holder; undefined when no other client holds the application
   */
  take(signal: AbortSignal): Promise<string | undefined>;
  /** Reports that another client took the application. */
  lost(): void;
  /**
   * Waits until no client holds the application any more.
   *
   * @param away called with the present holder, and the time until the next check
   */
  released(signal: AbortSignal, away: (error: AttendantError, nextMs: number) => void): Promise<void>;
}

/**
 * Watches which client holds the ARI application. Asterisk gives it to the client that asked last, so:
 *
 * A controller takes it when it starts or reconnects: the former holder may be its own dead connection. A controller that was
 * replaced never takes it back; it waits until Asterisk turns away a channel that it sends there. If it is replaced again soon
 * after, it checks at growing intervals. So two controllers never take the application from each other in turns.
 */
export function createApplicationWatch({
  invoke,
  hangupRetries,
  app,
  periods: { applicationMs, rivalryMs },
}: {
  readonly invoke: Invoke;
  readonly hangupRetries: HangupRetries;
  readonly app: string;
  readonly periods: Pick<AsteriskPeriods, "applicationMs" | "rivalryMs">;
}): ApplicationWatch {
  let ours: ApplicationHolder | undefined;
  let lookMs = applicationMs;
  let takenAt = Number.NEGATIVE_INFINITY;
  let hasWaited = false;

  /** Returns the mark of another controller; undefined when the last mark is ours, or there is none. */
  async function othersMark(signal: AbortSignal): Promise<ApplicationHolder | undefined> {
    const mark = await readHolder(invoke, app, signal);
    return mark && !(ours && isSameHolder(mark, ours)) ? mark : undefined;
  }

  return {
    async take(signal) {
      const known = await unlessGone(invoke<object>("applications", "get", { applicationName: app }, signal));
      const former = known && (await othersMark(signal));
      const isFormerThere = former !== undefined && (await isApplicationTaken({ invoke, hangupRetries }, app, signal));
      ours = await markHolder(invoke, app, signal);
      takenAt = performance.now();
      if (!isFormerThere) return undefined;
      const taken = `it took the ARI application "${app}" from the controller on ${describeHolder(former)}`;
      return `${taken}: if that still runs, stop it, or give each its own ARI_APP`;
    },

    lost() {
      const isRivalry = hasWaited && performance.now() - takenAt < rivalryMs;
      lookMs = isRivalry ? Math.min(lookMs * 2, MAX_LOOK_MS) : applicationMs;
    },

    async released(signal, away) {
      hasWaited = true;
      do {
        const mark = await othersMark(signal);
        away(taken(app, mark), lookMs);
        // Spreads the checks of several waiting controllers.
        await pause(lookMs * (0.75 + Math.random() / 4), signal);
      } while (await isApplicationTaken({ invoke, hangupRetries }, app, signal));
    },
  };
}

function taken(app: string, by: ApplicationHolder | undefined): AttendantError {
  const [who, trace] = by
    ? ["controller", describeHolder(by)]
    : ["ARI client", 'unidentified; "ss -tnp" at Asterisk shows what is connected to its HTTP port'];
  return new AttendantError(
    "asterisk_application_taken",
    `Another ${who} took the ARI application "${app}" over (${trace}). Stop it, or give each its own ARI_APP; this controller then receives new calls again`,
  );
}
