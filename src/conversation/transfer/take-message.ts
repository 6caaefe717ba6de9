import { describe } from "../../kernel/errors.js";
import { Scope } from "../../kernel/scope.js";
import type { Choice } from "../../records/call-script.js";
import type { Transfer, Turn } from "../../turn-taking/turn.js";
import { askChoice, UNWATCHED } from "../ask-choice.js";
import type { Conversation } from "../conversation.js";
import type { Phrasebook } from "../phrasebook.js";
import { recordMessage } from "./record-message.js";

export type MessageNeeds = Pick<
  Conversation,
  "line" | "log" | "onMessage" | "phrasebook" | "prepareDialogue" | "transcript"
>;

const ANSWER_MS = 5_000;
const ATTEMPTS = 2;

type Left = "message_taken" | "message_none";

/**
 * Offers a caller to leave a message, in a turn that they cannot interrupt, and takes it. A caller who hangs up meanwhile
 * has left what they had said by then.
 *
 * @param transfer.isTold whether they know that no one is there
 * @returns what to say to them; undefined if no message could be taken
 * @throws the turn's ending, once the message is kept
 */
export async function takeMessage(
  transfer: Pick<Transfer, "entry" | "isTold">,
  turn: Turn,
  call: MessageNeeds,
): Promise<Left | undefined> {
  const scope = new Scope("message");
  let left: Left | undefined;
  try {
    left = await offer(transfer, turn.scope, scope, call);
  } catch (error) {
    if (!turn.scope.ending) {
      call.log.error("message_failed", `No message was taken: ${describe(error)}`, { to: transfer.entry.name });
    }
  } finally {
    scope.end();
    await scope.closed;
  }
  turn.scope.signal.throwIfAborted();
  return left;
}

async function offer(
  { entry, isTold }: Pick<Transfer, "entry" | "isTold">,
  turn: Scope,
  scope: Scope,
  call: MessageNeeds,
): Promise<Left> {
  const { name: to, messageWebhook: webhook = "" } = entry;
  const { line, log, onMessage, phrasebook, transcript } = call;
  const dialogue = (await call.prepareDialogue([], turn.signal))(line, scope, transcript);
  const told = [...(isTold ? [] : [phrasebook.pick("unreachable", { name: to })]), phrasebook.pick("message_offer")];
  const { option } = await askChoice(questionOf(told, phrasebook), dialogue, turn, UNWATCHED);
  if (option?.value !== "yes") return "message_none";
  const recorded = await recordMessage(phrasebook.pick("message_begin"), dialogue, scope, turn.signal);
  if (recorded.text === "") return "message_none";
  transcript.callerSaid(recorded.text);
  await onMessage?.({ ...recorded, to, webhook });
  log.info("message_taken", "The caller left a message", { to, complete: recorded.isComplete });
  return "message_taken";
}

function questionOf(told: readonly string[], phrasebook: Phrasebook): Choice {
  return {
    prompt: told.join(" "),
    options: [
      { value: "yes", synonyms: phrasebook.all("words_message"), key: "1" },
      { value: "no", synonyms: phrasebook.all("words_decline"), key: "2" },
    ],
    timeoutMs: ANSWER_MS,
    attempts: ATTEMPTS,
  };
}
