import type { Scope } from "../../kernel/scope.js";
import type { Choice } from "../../records/call-script.js";
import { sentencesIn } from "../../speech/sentences.js";
import { speakable } from "../../speech/speakable.js";
import type { Line, Party } from "../../telephony/line.js";
import { askChoice, UNWATCHED } from "../ask-choice.js";
import type { Conversation } from "../conversation.js";

export type BriefingNeeds = Pick<Conversation, "language" | "line" | "phrasebook" | "prepareDialogue" | "transcript">;

/**
 * Tells a colleague who calls and why, and asks whether they take the call. Resolves `true` only for a key, or for words that
 * are an answer and nothing else: a mailbox that answers in their place says more than that, and cannot take a call.
 *
 * @param scope scope of the colleague's line
 * @throws the scope's ending when they hang up
 */
export type Briefing = (line: Line, scope: Scope) => Promise<boolean>;

const ANSWER_MS = 5_000;
const ATTEMPTS = 2;
/** Maximum length of the reason for a call, in characters: it is spoken while two people wait. */
const MAX_REASON = 160;

/** Prepares a briefing while the colleague's telephone rings. */
export async function prepareBriefing(reason: string, call: BriefingNeeds, signal: AbortSignal): Promise<Briefing> {
  const { language, phrasebook, transcript, line, prepareDialogue } = call;
  const why = clauseOf(reason, language);
  const words = clauseOf(lastWordsIn(transcript), language);
  const caller = named(line.caller);
  const said = [
    caller ? phrasebook.pick("briefing", { caller }) : phrasebook.pick("briefing_withheld"),
    ...(why ? [phrasebook.pick("briefing_reason", { reason: why })] : []),
    ...(!why && words ? [phrasebook.pick("briefing_words", { words })] : []),
    phrasebook.pick("briefing_question"),
  ];
  const question: Choice = {
    prompt: said.join(" "),
    options: [
      { value: "yes", synonyms: phrasebook.all("words_accept"), key: "1" },
      { value: "no", synonyms: phrasebook.all("words_decline"), key: "2" },
    ],
    timeoutMs: ANSWER_MS,
    attempts: ATTEMPTS,
  };
  const open = await prepareDialogue(await sentencesIn(question.prompt, language), signal);
  return async (theirLine, scope) => {
    const dialogue = open(theirLine, scope);
    // Words that need a model's opinion are no "yes".
    const isAvailable: typeof dialogue.isAvailable = (backend) => backend !== "llm" && dialogue.isAvailable(backend);
    const { option } = await askChoice(question, { ...dialogue, isAvailable }, scope, UNWATCHED);
    return option?.value === "yes";
  };
}

/** Returns a text as part of a sentence of ours: without its own full stop. */
function clauseOf(text: string, language: string): string {
  return speakable(text, language)
    .slice(0, MAX_REASON)
    .replace(/[\s.,;:!?…]+$/u, "");
}

/** Returns a caller as they are announced: the name, and the number digit by digit. */
function named({ name, number }: Party): string {
  return [name, [...number].join(" ")].filter(Boolean).join(", ");
}

function lastWordsIn({ entries }: Conversation["transcript"]): string {
  const last = entries.findLast(({ who }) => who === "caller");
  return last?.who === "caller" ? last.text : "";
}
