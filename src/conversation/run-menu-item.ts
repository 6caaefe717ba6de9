import { asyncIterableOf } from "../kernel/async-iterable.js";
import { type AttendantError, describe } from "../kernel/errors.js";
import { sentencesIn } from "../speech/sentences.js";
import type { Turn } from "../turn-taking/turn.js";
import type { Conversation } from "./conversation.js";
import type { MenuItem } from "./dtmf-menu.js";
import { transferCaller, type TransferNeeds } from "./transfer/transfer-caller.js";
import { AFTER_A_WAIT } from "./voice.js";

export type MenuNeeds = TransferNeeds &
  Pick<Conversation, "fillSilence" | "language" | "outage" | "tools" | "transcript">;

/** Answers a key as if it were a question. */
export async function answerKeyPress(item: MenuItem, turn: Turn, call: MenuNeeds): Promise<void> {
  call.log.info("key", `The caller pressed ${item.key} for ${item.name}`);
  call.outage.attended();
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
export async function runMenuItem(item: MenuItem, turn: Turn, call: MenuNeeds, since?: number): Promise<void> {
  if (item.does.kind === "operator") {
    const { transfers } = call;
    const entry = transfers?.switchboard.operator;
    if (!entry) return;
    turn.ignoresCaller = true; // Also while that is asked: zero pressed twice is one attempt.
    const absence = await transfers.absenceOf(entry, turn.scope.signal);
    return transferCaller({ entry, reason: "", isTold: false, absence }, turn, call);
  }
  const { voice, phrasebook } = call;
  const { tool } = item.does;
  const acting = turn.scope.child("tool");
  const wait = call.fillSilence(turn, { scope: acting, since, failure: `The result of ${tool} was not spoken` });
  const hangUp = () => {
    turn.farewell = "goodbye";
  };
  try {
    const { message } = await call.tools.run(tool, acting.signal, hangUp);
    if (turn.farewell) return await voice.say([phrasebook.pick("goodbyes")], turn, AFTER_A_WAIT);
    const told = { onSent: wait.sent, onAllSent: wait.allSent };
    await voice.speak(asyncIterableOf(await sentencesIn(message, call.language)), turn, { scope: acting, ...told });
  } catch (error) {
    turn.scope.signal.throwIfAborted();
    call.log.error("reply_failed", describe(error), { code: (error as AttendantError).code ?? "internal" });
    acting.end();
    turn.spoken.dropUnheard();
    await voice.say([phrasebook.pick("errors")], turn, AFTER_A_WAIT);
  } finally {
    acting.end();
    await acting.closed;
  }
}
