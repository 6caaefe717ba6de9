import type { Choice } from "../../records/call-script.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import { foldedPhrase } from "../../choice/folded-words.js";
import { flag, listOf, request, spokenText, text, whole } from "../kit/schema.js";
import { wordlessFaults } from "../kit/spoken-text.js";

/** A question in a request, with defaults applied. */
export interface ChoiceBody {
  readonly prompt: string;
  readonly options: readonly OptionBody[];
  readonly timeout_seconds: number;
  readonly repeat_count: number;
  readonly dtmf_early: boolean;
}

interface OptionBody {
  readonly value: string;
  readonly synonyms: readonly string[];
  readonly dtmf?: string;
  readonly transfer?: string;
}

const MAX_OPTIONS = 20;
const MAX_SYNONYMS = 50;
/** In characters. */
const MAX_PHRASE = 100;

export const choiceOption: JsonSchema = request(
  {
    value: spokenText("Reported in the result when this option is chosen; also a phrase that chooses it.", MAX_PHRASE),
    synonyms: listOf(spokenText("A phrase that chooses the option.", MAX_PHRASE), {
      description: "Further phrases that choose it.",
      maxItems: MAX_SYNONYMS,
      default: [],
    }),
    dtmf: text("The key that chooses the option. Default: key n for option n.", {
      pattern: "^[0-9*#]$",
      "x-expected": "a single key: 0 to 9, * or #",
    }),
    transfer: text(
      "Where a callee who chooses this option is put through: a name from the directory of the call's assistant, or a number " +
        "that the key may dial.",
      { maxLength: MAX_PHRASE, examples: ["Sales"] },
    ),
  },
  ["value"],
);

export const choice: JsonSchema = request(
  {
    prompt: spokenText("The question, asked after the message.", 1000),
    options: listOf(choiceOption, {
      description:
        "The possible answers. No two may share a key or a phrase; values and synonyms are compared without " +
        "case, accents and punctuation, with number words of the call's language as digits.",
      minItems: 1,
      maxItems: MAX_OPTIONS,
    }),
    timeout_seconds: whole("How long to wait for an answer to begin after the prompt was played, in seconds.", {
      minimum: 1,
      maximum: 60,
      default: 10,
    }),
    repeat_count: whole("How many times the prompt is asked in all.", { minimum: 1, maximum: 5, default: 2 }),
    dtmf_early: flag("Whether a key pressed during the message, before the question, counts as the answer.", {
      default: false,
    }),
  },
  ["prompt", "options"],
  {
    description: "A question asked after the message, answered by voice or by a key.",
    examples: [
      {
        prompt: "Will you come?",
        options: [
          { value: "yes", synonyms: ["yeah", "sure"], dtmf: "1" },
          { value: "no", synonyms: ["nope"], dtmf: "2" },
        ],
      },
    ],
  },
);

/** The call that a question is asked in. */
export interface AskedIn {
  /** Its primary language; undefined if it is not known. */
  readonly language?: string | undefined;
  /** Returns why a callee cannot be put through there, as the end of a sentence; undefined if they can. */
  readonly transferFault?: ((destination: string) => string | undefined) | undefined;
}

/**
 * Faults of a question that a schema cannot express: one without a word, options that share a phrase or key, or that lead nowhere.
 * Accepts any input, valid or not.
 */
export function choiceFaults(given: unknown, path: string, call: AskedIn = {}): ValidationFault[] {
  const faults = wordlessFaults(given, ["prompt"], path);
  const options = (given as { options?: unknown } | null | undefined)?.options;
  if (!Array.isArray(options)) return faults;
  const phrases = new Map<string, number>();
  const keys = new Map<string, number>();
  for (const [index, option] of (options as Partial<OptionBody>[]).slice(0, MAX_OPTIONS).entries()) {
    const at = `${path}/options/${index}`;
    faults.push(...phraseFaults(option ?? {}, at, index, phrases, call.language));
    const { dtmf, transfer } = option ?? {};
    const message =
      typeof transfer === "string" && transfer.length <= MAX_PHRASE ? call.transferFault?.(transfer) : undefined;
    if (message !== undefined) faults.push({ path: `${at}/transfer`, message });
    const key = typeof dtmf === "string" ? dtmf : impliedKey(index);
    const other = key === "" ? undefined : first(keys, key, index);
    if (other === undefined) continue;
    const clash =
      dtmf === undefined
        ? `must be given, because its default, key ${key}, is used by option ${other}`
        : `is already the key of option ${other}`;
    faults.push({ path: `${at}/dtmf`, message: clash });
  }
  return faults;
}

/** Reports phrases that two options share, however they are written: the answer would be ambiguous. */
function phraseFaults(
  { value, synonyms }: Partial<OptionBody>,
  at: string,
  index: number,
  phrases: Map<string, number>,
  language: string | undefined,
): ValidationFault[] {
  const given: readonly unknown[] = Array.isArray(synonyms) ? synonyms.slice(0, MAX_SYNONYMS) : [];
  const paths = [`${at}/value`, ...given.map((_, place) => `${at}/synonyms/${place}`)];
  return [value, ...given].flatMap((phrase, place) => {
    const folded = typeof phrase === "string" && phrase.length <= MAX_PHRASE ? foldedPhrase(phrase, language) : "";
    const other = folded === "" ? undefined : first(phrases, folded, index);
    if (other === undefined || other === index + 1) return [];
    return [
      { path: paths[place] ?? at, message: `is already a phrase of option ${other}; the answer would be ambiguous` },
    ];
  });
}

/** Returns the number, from 1, of the option that already uses the value. An unused value is assigned to this option. */
function first(seen: Map<string, number>, what: string, index: number): number | undefined {
  const other = seen.get(what);
  if (other === undefined) seen.set(what, index + 1);
  return other;
}

/** The default key of option n is n; there is none beyond 9. */
function impliedKey(index: number): string {
  return index < 9 ? String(index + 1) : "";
}

export function choiceOf({ prompt, options, timeout_seconds, repeat_count, dtmf_early }: ChoiceBody): Choice {
  return {
    prompt,
    options: options.map(({ value, synonyms, dtmf, transfer }, index) => {
      const option = { value, synonyms, key: dtmf ?? impliedKey(index) };
      return transfer === undefined ? option : { ...option, transfer };
    }),
    timeoutMs: timeout_seconds * 1000,
    attempts: repeat_count,
    dtmfEarly: dtmf_early,
  };
}
