/** What we say in a call that is played: a message, then a question that is asked twice. */

const MESSAGE_MS = 6_000;
const QUESTION_MS = 2_500;
/** How long an answer is waited for, and that the one who greets has been understood. */
const ANSWER_MS = 7_000;
const GREETING_MS = 8_000;
const ATTEMPTS = 2;

type Phase = "message" | "checking" | "asking" | "waiting" | "over";

export function createScript() {
  let phase = "message" as Phase;
  let since = 0;
  let asked = 0;
  const enter = (next: Phase, now: number) => {
    [phase, since] = [next, now];
    if (next === "asking") asked++;
  };
  return {
    get isSpeaking() {
      return phase === "message" || phase === "asking";
    },
    get hasAsked() {
      return phase === "asking" || phase === "waiting";
    },
    get isOver() {
      return phase === "over";
    },
    /** Since when we have been silent, in ms; undefined while we speak. */
    get silentSince() {
      return phase === "checking" || phase === "waiting" ? since : undefined;
    },
    spokenMs: (now: number) => now - since,
    end: () => enter("over", since),
    /** Words over the question silence it. */
    yield: (now: number) => void (phase === "asking" && enter("waiting", now)),
    /** There was no answer. Returns whether that was being waited for. */
    repeat(now: number): boolean {
      if (phase !== "waiting") return false;
      enter(asked < ATTEMPTS ? "asking" : "over", now);
      return true;
    },
    /** Goes on when it is time. Returns whether an answer was waited for in vain. */
    passes(now: number, isClear: boolean, isBusy: boolean): boolean {
      const ms = now - since;
      if (phase === "message" && ms >= MESSAGE_MS) enter("checking", now);
      else if (phase === "checking" && (isClear || ms >= GREETING_MS)) enter("asking", now);
      else if (phase === "asking" && ms >= QUESTION_MS) enter("waiting", now);
      else if (phase === "waiting" && ms >= ANSWER_MS && !isBusy) return this.repeat(now);
      return false;
    },
  };
}
