import { samplesIn } from "../audio/pcm.js";
import { tone } from "../audio/tone.js";
import { unlessAborted } from "../kernel/deadline.js";
import { describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { Conversation } from "./conversation.js";
import { AFTER_A_WAIT } from "./voice.js";
import type { Turn } from "../turn-taking/turn.js";

/** Ringback for the caller: a tone of one second, never followed by three seconds of silence. */
const RINGBACK_HZ = 425;
const RINGBACK_MS = 1_000;
const PERIOD_MS = 3_000;

export type ReachOperatorNeeds = Pick<
  Conversation,
  "line" | "log" | "operator" | "onPutThrough" | "phrasebook" | "voice"
>;

/**
 * Connects the caller to the operator, and keeps them connected until one of the two hangs up, which ends the call. If
 * the operator cannot be reached, the caller is told and the conversation continues. Meanwhile the caller cannot take
 * the floor: what they say is not meant for us.
 */
export async function reachOperator(turn: Turn, call: ReachOperatorNeeds): Promise<void> {
  const { operator, line, log } = call;
  if (!operator) return;
  turn.isHeld = true;
  turn.audible = true;
  await using reaching = turn.scope.child("operator");
  log.info("transfer", "The caller asks for the operator", { extension: operator.extension });
  const ringing = turn.scope.child("ringback");
  ringing.onEnd(() => line.flush());
  void ringing.run(ringback(call, ringing)).catch(() => {});
  try {
    const dialled = await operator.call(line.caller, reaching);
    turn.scope.signal.throwIfAborted();
    if (dialled.kind === "answered") {
      ringing.end();
      await line.join(dialled.line);
      turn.farewell = "operator";
      call.onPutThrough?.();
      log.info("transferred", "The caller talks to the operator", { extension: operator.extension });
      await reaching.closed;
      return;
    }
    log.warn("transfer_failed", dialled.detail, { extension: operator.extension, outcome: dialled.outcome });
  } catch (error) {
    turn.scope.signal.throwIfAborted();
    log.error("transfer_failed", describe(error), { extension: operator.extension });
  } finally {
    ringing.end();
  }
  turn.isHeld = false;
  await call.voice.say([call.phrasebook.pick("no_operator")], turn, AFTER_A_WAIT);
}

/** Plays ringback until the scope ends. */
async function ringback({ line, phrasebook }: ReachOperatorNeeds, scope: Scope): Promise<void> {
  const period = new Int16Array(samplesIn(PERIOD_MS));
  period.set(tone(RINGBACK_HZ, RINGBACK_MS, 0.1));
  let sound = phrasebook.soundOf(phrasebook.pick("putting_through"))?.slice() ?? period;
  while (!scope.ending) {
    void line.play(sound);
    // If it was not played, the line was flushed or hung up, and the caller hears something else.
    if (!(await unlessAborted(scope.signal, line.mark()))) return;
    sound = period;
  }
}
