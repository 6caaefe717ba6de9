import { createConversation } from "../../conversation/create-conversation.js";
import { converse } from "../../conversation/converse.js";
import type { Opening } from "../../conversation/opening.js";
import { Interjections } from "../../conversation/interjections.js";
import type { CallerMessage } from "../../conversation/transfer/caller-message.js";
import { onAbort } from "../../kernel/abort.js";
import { Ending } from "../../kernel/ending.js";
import type { TransferOutcome } from "../../records/call-record.js";
import { type Assistant, type Assistants, spokenIn } from "../assistant/assistant.js";
import type { CallerTasks } from "../tasks/caller-tasks.js";
import type { CallTraceNeeds } from "../record/call-trace.js";
import { type DisclosureRule, owedDisclosure } from "../assistant/disclosure.js";
import { keepRecord, keptSoon } from "../record/keep-call.js";
import { leaveMessage, type MessageOutbox } from "./leave-message.js";
import type { LiveCall, LiveCalls } from "../live/live-calls.js";
import { handOverCall, type HandOverNeeds } from "../live/hand-over-call.js";
import { noteTransfer } from "../live/note-transfer.js";
import { type AnswerableCall, putOnLine, runCall, type RunCallNeeds } from "../live/run-call.js";

export interface ConversationCallNeeds
  extends Omit<RunCallNeeds, "records">, CallTraceNeeds, Assistant, DisclosureRule {
  readonly records: RunCallNeeds["records"] & HandOverNeeds["records"];
  /** Owner of the calls that this process has handed over. */
  readonly handedOverTo: string;
  /** The assistants of the file; undefined when calls are as the settings say. */
  readonly assistants?: Assistants | undefined;
  /** The owner of new calls. */
  readonly owner: () => string;
  /** Maximum duration of a call, in ms. */
  readonly maxCallMs: number;
  readonly liveCalls: LiveCalls;
  /** The tasks that callers set for later. */
  readonly tasks: Pick<CallerTasks, "of">;
  /** Sends the messages that callers leave; undefined if none may be left, because what callers say is not stored. */
  readonly messages?: MessageOutbox | undefined;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** A call that is a conversation, with its opening. */
export interface ConversationCall extends AnswerableCall {
  /** First words; default: a greeting. */
  readonly opening?: Opening | undefined;
  /** Resolves once the call is recorded. It is answered only then, so that no controller dies with an unrecorded call. */
  readonly recorded?: Promise<void>;
}

/** Answers, converses, hangs up and records the end. Resolves when all of the call is released. Never rejects. */
export async function conductCall(conversation: ConversationCall, given: ConversationCallNeeds): Promise<void> {
  const { call, incoming, log, onLine, opening, recorded } = conversation;
  const needs = { ...given, log };
  const { liveCalls } = needs;
  const { scope } = incoming;
  const interjections = new Interjections();
  const live: LiveCall = {
    call,
    scope,
    get interject() {
      return interjections.closed
        ? undefined
        : (text: string, patience?: AbortSignal) => interjections.say(text, patience);
    },
  };
  scope.onEnd(() => interjections.close()); // Also when the call never became a conversation.
  liveCalls.add(live);
  const { windDown, handOver } = leavingOf(conversation, needs);
  await runCall(live, { talk }, needs);

  async function talk(): Promise<undefined> {
    if (recorded) await keptSoon(recorded, scope.signal);
    const line = putOnLine(live, await incoming.answer(), needs);
    onLine();
    const { switchboard, messages } = needs;
    const onMessage = messages && ((message: CallerMessage) => leave(message, messages));
    const { transcript, span } = call;
    const onTransfer = (to: string, outcome: TransferOutcome | undefined) => noteTransfer(to, outcome, live, needs);
    const own = { tasks: needs.tasks.of(live), memories: new Map(), onLanguage, onTransfer, onMessage };
    const parts = { line, transcript, log, span, switchboard, interjections, ...own };
    let first = opening;
    for (;;) {
      const { resources, phrases } = spokenIn(needs, call.record.language);
      await using speaking = scope.child("language");
      const phrase = owedDisclosure(call.record, { resources, phrases });
      const disclosure = phrase === undefined ? undefined : { phrase, onHeard: onDisclosed };
      const conversation = createConversation(resources, { ...parts, phrases, scope: speaking });
      const farewell = await converse(conversation, scope, windDown, { opening: first, handOver, disclosure });
      if (farewell === "handed_over") await handOverCall({ call, scope }, needs);
      if (farewell !== "language") return void scope.end(new Ending("finished", farewell));
      first = { say: spokenIn(needs, call.record.language).phrases.language_changed.slice(0, 1) };
    }
  }

  /** The caller asks for another language. */
  function onLanguage(language: string): boolean {
    if (needs.maySpeak?.(language) !== true) return false;
    call.speaks(language);
    void keepRecord(call, needs.records, log);
    log.info("language_changed", "The caller asked for another language", { language });
    return true;
  }

  function onDisclosed(): void {
    call.disclosed();
    void keepRecord(call, needs.records, log);
  }

  async function leave(message: CallerMessage, messages: MessageOutbox): Promise<void> {
    await leaveMessage(call, message, messages, needs.resources.now());
    call.leftMessage(message.to);
    void keepRecord(call, needs.records, log);
  }
}

/** Returns when to say goodbye, and when to stop for the next process; the latter only if the channel survives. */
function leavingOf(
  { call, incoming: { channelId, scope } }: ConversationCall,
  { liveCalls, maxCallMs }: ConversationCallNeeds,
): { readonly windDown: AbortSignal; readonly handOver: AbortSignal | undefined } {
  const windDown = new AbortController();
  const wind = () => windDown.abort();
  const timeUp = setTimeout(wind, maxCallMs - call.durationSeconds * 1000);
  scope.onEnd(() => clearTimeout(timeUp));
  const handOver = channelId === null ? undefined : liveCalls.handOver;
  for (const leaving of handOver ? [liveCalls.windDown] : [liveCalls.windDown, liveCalls.handOver])
    scope.onEnd(onAbort(leaving, wind));
  return { windDown: windDown.signal, handOver };
}
