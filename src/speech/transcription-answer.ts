import type { ServerFault } from "../backends/openai.js";
import { isRecord } from "../kernel/record.js";
import { isTooLongFor, wordsIn } from "./transcript.js";

/** A stretch of a transcript, with the probability that its sound has no speech, if the server reports it. */
export interface Segment {
  readonly text: string;
  readonly noSpeech: number | undefined;
}

/** A segment above this probability is not speech. Real utterances stay below 0.45, most inventions above 0.65. */
const MAX_NO_SPEECH = 0.6;
/** The beginning of a page. A transcript may begin with a tag, too. */
const PAGE = /^\s*<(?:!doctype|\?xml|html|head|body|title|h\d|p|div|pre|center)\b/i;

/** What subtitles have before each text: its number and its times. */
const CUE =
  /^(?:WEBVTT.*|[^\S\r\n\u2028\u2029]*\d{1,5}[^\S\n]*(?=\n[\d:.,]+ ?-->)|(?:\d\d:)?\d\d:\d\d[.,]\d{3} ?-->.*|SPEAKER_\d+:)/gm;
/** The beginning of a stream of events. */
const EVENTS = /^\s*(?:data|event): ?[{\w]/;

/** An answer that is not a transcription. */
export interface OtherAnswer {
  /** Continues the sentence "the server …". */
  readonly what: string;
  /** What may be quoted. Other texts may be a caller's words. */
  readonly said?: object | null;
  readonly fault: ServerFault;
}

const A_PAGE: OtherAnswer = {
  what: "answered with text/html, not with a transcription",
  fault: "not_this_interface",
};

/**
 * Reads the answer of a transcription server: JSON with a `text`, with or without segments, or plain text.
 *
 * @returns the segments; one without a probability if the server reports none
 * @throws {SyntaxError} for a body that claims to be JSON and is not
 */
export function readTranscription(body: string, contentType: string): readonly Segment[] | OtherAnswer {
  const isJson = /\bjson\b/i.test(contentType);
  if (!isJson && PAGE.test(body)) return A_PAGE;
  if (!isJson && EVENTS.test(body))
    return { what: "answered with events, not with a transcription", fault: "unusable_answer" };
  if (!isJson && !/^\s*\{/.test(body)) return [{ text: body.replace(CUE, "\n"), noSpeech: undefined }];
  const answer: unknown = JSON.parse(body);
  const { segments: listed, text } = isRecord(answer) ? answer : {};
  const segments = Array.isArray(listed) ? listed.flatMap(segmentOf) : [];
  if (segments.some(({ noSpeech }) => noSpeech !== undefined)) return segments;
  if (typeof text === "string") return PAGE.test(text) ? A_PAGE : [{ text, noSpeech: undefined }];
  if (Array.isArray(listed) && segments.length === listed.length) return segments;
  return {
    what: "answered with something that is not a transcription",
    ...(typeof answer === "object" && { said: answer }),
    fault: "unusable_answer",
  };
}

/** Returns the words in an answer about a sound of so many ms: of what is likely speech. Undefined if it is too long a text. */
export function heardIn(segments: readonly Segment[], ms: number): string | undefined {
  const words = wordsIn(textOf(segments.filter(({ noSpeech = 0 }) => noSpeech <= MAX_NO_SPEECH)));
  return words !== undefined && isTooLongFor(ms, words) ? "" : words;
}

export function textOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text.trim()).join(" ");
}

function segmentOf(value: unknown): Segment[] {
  if (!isRecord(value) || typeof value.text !== "string") return [];
  const { text, no_speech_prob: noSpeech } = value;
  return [{ text, noSpeech: typeof noSpeech === "number" ? noSpeech : undefined }];
}
