import { describe } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { AlertBoard, OpenAlert } from "../records/alert-board.js";
import { noteSilence } from "./board.js";
import type { BoardChanges } from "./board-changes.js";
import type { AlertRoutes, SilenceDefinition } from "./route.js";

/** Posts a silence to an Alertmanager. Resolves with the status of the answer. */
export type SendSilence = (url: URL, silence: object) => Promise<number>;

/** The part of a silence's address below that of the Alertmanager. */
const PATH = "/api/v2/silences";
/** Silences created in one check: the others follow in the next. */
const MAX_AT_ONCE = 20;

/** Silences the alerts that were acknowledged and are to be silenced. Never rejects for the Alertmanager's sake. */
export async function silenceAcknowledged(
  board: AlertBoard,
  needs: {
    readonly routes: AlertRoutes;
    readonly changes: BoardChanges;
    readonly sendSilence: SendSilence;
    readonly log: Log;
    readonly now: () => number;
  },
): Promise<void> {
  const { routes, changes, sendSilence, log, now } = needs;
  const wanted = board.alerts.filter(({ silenceAttempts }) => silenceAttempts > 0).slice(0, MAX_AT_ONCE);
  // Side by side: call-outs wait for this, and an Alertmanager may answer late or not at all.
  await Promise.all(wanted.map(silenceOne));

  async function silenceOne(alert: OpenAlert): Promise<void> {
    const silence = routes.get(alert.route)?.silence;
    const failure = silence ? await attempt(alert, silence) : undefined;
    const { fingerprint, name } = alert;
    await changes.make((before) => ({
      board: noteSilence(before, fingerprint, failure === undefined),
      result: undefined,
    }));
    if (failure === undefined || alert.silenceAttempts > 1) return;
    log.warn("alert_not_silenced", `An acknowledged alert could not be silenced: ${failure}`, { fingerprint, name });
  }

  async function attempt(alert: OpenAlert, { alertmanager, ms }: SilenceDefinition): Promise<string | undefined> {
    try {
      const status = await sendSilence(new URL(`${alertmanager}${PATH}`), silenceOf(alert, ms, now()));
      return status >= 200 && status < 300 ? undefined : `the Alertmanager answered ${status}`;
    } catch (error) {
      return describe(error);
    }
  }
}

function silenceOf({ labels, acknowledgedBy }: OpenAlert, ms: number, at: number): object {
  const matchers = Object.entries(labels ?? {}).map(([name, value]) => ({
    name,
    value,
    isRegex: false,
    isEqual: true,
  }));
  return {
    matchers,
    startsAt: new Date(at).toISOString(),
    endsAt: new Date(at + ms).toISOString(),
    createdBy: acknowledgedBy ?? "",
    comment: "Acknowledged by telephone or REST.",
  };
}
