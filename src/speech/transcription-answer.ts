import type { ServerFault } from "../backends/openai.js";
import { isRecord } from "../kernel/record.js";
import { isTooLongFor, wordsIn } from "./transcript.js";

/** A stretch of a transcript, with the probability that its sound has no speech, if the server reports it. */
export interface Segment {
  readonly text: string;
  readonly noSpeech: number | undefined;
  /** How sure the server reports to be of its words; default: unsure. */
  readonly certainty?: keyof typeof MAX_NO_SPEECH;
}

/**
 * A segment above this probability is not speech, by how sure the words are. Most real utterances stay below 0.45 and most
 * inventions above 0.65; Whisper's base model reports up to 0.72 for Spanish sentences that it understands, and 0.53 for
 * music in which it guesses at words. In noise, the only words of which it was sure were repeated ones.
 */
const MAX_NO_SPEECH = { guessed: 0.5, unsure: 0.6, sure: 0.8 };
/** Words are sure from this mean log probability on, unless they repeat so much that text is compressed by more than this. */
const SURE = { logprob: -0.7, compression: 2 };
/** Below this mean log probability they are guesses: Whisper's own limit for words that it would rather look for again. */
const GUESSED_LOGPROB = -1;
/** The beginning of a page. A transcript may begin with a tag, too. */
const PAGE = /^\s*<(?:!doctype|\?xml|html|head|body|title|h\d|p|div|pre|center)\b/i;

/** What subtitles have before each text: its number and its times. */
const CUE =
  /^(?:WEBVTT.*|[^\S\r\n\u2028\u2029]*\d{1,5}[^\S\n]*(?=\n[\d:.,]+ ?-->)|(?:\d\d:)?\d\d:\d\d[.,]\d{3} ?-->.*|SPEAKER_\d+:)/gm;
/** The beginning of JSON, also where it is not declared, or of what was meant to be; `{noise} no` is a transcript. */
const JSON_TEXT = /^\s*\{\s*(?:["']|\}\s*$)/;
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
  if (!isJson && !JSON_TEXT.test(body)) return [{ text: body.replace(CUE, "\n"), noSpeech: undefined }];
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
  const words = wordsIn(textOf(segments.filter(isSpeech)));
  return words !== undefined && isTooLongFor(ms, words) ? "" : words;
}

export function textOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text.trim()).join(" ");
}

function isSpeech({ noSpeech = 0, certainty = "unsure" }: Segment): boolean {
  return noSpeech <= MAX_NO_SPEECH[certainty];
}

function segmentOf(value: unknown): Segment[] {
  if (!isRecord(value) || typeof value.text !== "string") return [];
  const { text, no_speech_prob: noSpeech, avg_logprob: logprob, compression_ratio: compression } = value;
  return [
    {
      text,
      noSpeech: typeof noSpeech === "number" ? noSpeech : undefined,
      certainty: certaintyOf(logprob, compression),
    },
  ];
}

function certaintyOf(logprob: unknown, compression: unknown): keyof typeof MAX_NO_SPEECH {
  if (typeof logprob !== "number") return "unsure";
  if (logprob < GUESSED_LOGPROB) return "guessed";
  const isSure = logprob >= SURE.logprob && typeof compression === "number" && compression <= SURE.compression;
  return isSure ? "sure" : "unsure";
}
