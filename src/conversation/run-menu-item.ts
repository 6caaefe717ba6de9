import { asyncIterableOf } from "../kernel/async-iterable.js";
import { Ending } from "../kernel/ending.js";
import { type AttendantError, describe } from "../kernel/errors.js";
import { sentencesIn } from "../speech/sentences.js";
import type { Conversation } from "./conversation.js";
import type { MenuItem } from "./dtmf-menu.js";
import { reachOperator } from "./reach-operator.js";
import { pickCached } from "./phrasebook.js";
import { AFTER_A_WAIT, say } from "./say.js";
import { speak } from "./speak.js";
import { toolEnvironmentIn, noteToolRun } from "./tool-use.js";
import type { Turn } from "../turn-taking/turn.js";
import { fillSilence } from "./fill-silence.js";

/** Returns the item that a key chooses now; undefined if there is none. Zero reaches the operator at any time. */
export function menuItemForKey(
  key: string,
  { menu, outage, isAvailable }: Pick<Conversation, "menu" | "outage" | "isAvailable">,
): MenuItem | undefined {
  const item = menu.byKey(key);
  // While everything works, an accidental key must not cancel timers.
  return item?.does.kind === "operator" || outage.isTold || !isAvailable("stt") || !isAvailable("llm")
    ? item
    : undefined;
}

/** Answers a key as if it were a question. */
export async function answerKeyPress(item: MenuItem, turn: Turn, call: Conversation): Promise<void> {
  call.log.info("key", `The caller pressed ${item.key} for ${item.name}`);
  call.transcript.callerSaid(`[pressed ${item.key} for ${item.name}]`);
  try {
    await runMenuItem(item, turn, call);
  } finally {
    call.transcript.assistantReplied(turn.spoken, [], turn.scope.signal.aborted ? { interrupted: true } : {});
  }
}

/**
 * Carries out a menu item and says the result. Speaking a tool's result needs text-to-speech; hanging up and the
 * operator need no back end.
 *
 * @param since when the caller fell silent, on the clock of `performance.now()`
 */
export async function runMenuItem(item: MenuItem, turn: Turn, call: Conversation, since?: number): Promise<void> {
  if (item.does.kind === "operator") return reachOperator(turn, call);
  const { tool } = item.does;
  const acting = turn.scope.child("tool");
  const onTooLate = () =>
    acting.end(new Ending("deadline", `The result of ${tool} was not spoken within ${call.turnDeadlineMs} ms`));
  const wait = fillSilence(turn, call, { scope: acting, onTooLate, ...(since !== undefined && { since }) });
  try {
    const begun = performance.now();
    const hangUp = () => {
      turn.farewell = "goodbye";
    };
    const environment = { ...toolEnvironmentIn(call, { hangUp, say: undefined }), signal: acting.signal };
    const result = await call.toolbox.execute(tool, {}, environment);
    noteToolRun(tool, result, performance.now() - begun, call);
    if (turn.farewell) return await say([pickCached("goodbyes", call)], turn, call, AFTER_A_WAIT);
    const sentences = await sentencesIn(result.message);
    const told = { onSent: wait.sent, onAllSent: wait.allSent };
    await speak(asyncIterableOf(sentences), turn, { line: call.line, tts: call.tts, scope: acting, ...told });
  } catch (error) {
    turn.scope.signal.throwIfAborted();
    call.log.error("reply_failed", describe(error), { code: (error as AttendantError).code ?? "internal" });
    acting.end();
    turn.spoken.dropUnheard();
    await say([pickCached("errors", call)], turn, call, AFTER_A_WAIT);
  } finally {
    acting.end();
    await acting.closed;
  }
}
