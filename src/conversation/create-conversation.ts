import { createPhraseCache } from "../speech/phrase-cache.js";
import { NO_TASKS } from "../toolbox/detached-environment.js";
import type { Tasks, ToolEnvironment } from "../toolbox/tool-context.js";
import { withWordlessBackoff } from "../turn-taking/wordless-backoff.js";
import { createCallTools } from "./call-tools.js";
import { type Conversation, type ConversationResources, createDialogue, type DialogueNeeds } from "./conversation.js";
import { Interjections } from "./interjections.js";
import { createOutage } from "./outage.js";
import { answerKeyPress } from "./run-menu-item.js";
import { Transcript } from "./transcript.js";
import { takesMessages } from "./transfer/caller-message.js";
import type { Switchboard } from "./transfer/switchboard.js";
import { transferAsTurn } from "./transfer/transfer-caller.js";
import { createTransferDesk } from "./transfer/transfer-desk.js";

export interface ConversationNeeds extends DialogueNeeds {
  /** Default: no one to put callers through to. */
  readonly switchboard?: Switchboard | undefined;
  readonly onTransfer?: Conversation["onTransfer"];
  /** Default: no message can be left. */
  readonly onMessage?: Conversation["onMessage"];
  readonly interjections?: Interjections;
  /** Tasks that the caller may schedule. Default: none can be. */
  readonly tasks?: Tasks;
  /** The memories of the call's tools. Default: new ones. */
  readonly memories?: ToolEnvironment["memories"] | undefined;
  /** Default: the language stays. */
  readonly onLanguage?: Conversation["onLanguage"];
}

/** Creates everything that a conversation needs, before its first word. */
export function createConversation(resources: ConversationResources, needs: ConversationNeeds): Conversation {
  const { idleTimeoutMs, instruction, modelName, turnTaking, toolbox, timeZone, now, menu } = resources;
  const {
    switchboard,
    onTransfer,
    onMessage,
    onLanguage,
    memories = new Map(),
    interjections = new Interjections(),
    tasks = NO_TASKS,
  } = needs;
  const dialogue = createDialogue(resources, needs);
  const { line, language, metrics, phrasebook, isAvailable, transcript, log } = dialogue;
  const caller = line.caller.number || undefined;
  const conversation: Omit<Conversation, "putThrough" | "answerKey"> = {
    ...dialogue,
    ...{ idleTimeoutMs, instruction, modelName, turnTaking },
    ...{ onTransfer, onMessage, onLanguage, interjections },
    transfers:
      switchboard &&
      createTransferDesk({
        ...{ switchboard, phrasebook, now },
        language: resources.language,
        takesMessages: (entry) => takesMessages(entry, { onMessage, isAvailable }),
      }),
    async prepareDialogue(sentences, signal) {
      const tts = createPhraseCache(resources.tts, { maxBytes: Number.POSITIVE_INFINITY });
      const [error] = await tts.warm(sentences, signal);
      if (error !== undefined) throw error;
      const { phrases, span } = needs;
      return (theirs, scope, said = new Transcript("", now)) =>
        createDialogue({ ...resources, tts }, { line: theirs, scope, transcript: said, phrases, log, span });
    },
    recogniser: withWordlessBackoff(dialogue.recogniser),
    tools: createCallTools({ toolbox, caller, timeZone, now, language, tasks, memories, transcript, metrics, log }),
    outage: createOutage({ menu, phrasebook, isAvailable }),
  };
  return {
    ...conversation,
    putThrough: (transfer, turn) => transferAsTurn(transfer, turn, conversation),
    answerKey: (item, turn) => answerKeyPress(item, turn, conversation),
  };
}
