import type { JsonSchema } from "../validation/validator.js";

/**
 * How a destination is reached. It belongs to the destination, not to the model that asks for it:
 *
 * - `warm` the colleague hears who calls and why, and takes the call or declines
 * - `blind` the caller is connected to whatever answers
 * - `continue` the call goes on in the dialplan: a queue, a ring group, a voicemail
 */
export type TransferMode = "warm" | "blind" | "continue";

/** A place in the dialplan at which a call can go on. */
export interface DialplanPlace {
  readonly context: string;
  readonly extension: string;
}

/** A person, department, queue or ring group that callers can be put through to. */
export interface DirectoryEntry {
  readonly name: string;
  /** Other names and spellings, including how it sounds to a recogniser. */
  readonly also: readonly string[];
  /** Department of a person: tells two people of one name apart. Empty for an entry that is no person. */
  readonly department: string;
  readonly mode: TransferMode;
  /** Number to dial; undefined for `continue`. */
  readonly number: string | undefined;
  /** Where the call goes on; undefined unless the mode is `continue`. */
  readonly place: DialplanPlace | undefined;
  readonly ringTimeoutMs: number;
  /** Asterisk's class of the music that the caller hears meanwhile. */
  readonly music: string;
  /** Where messages for them are sent; undefined if none can be left. */
  readonly messageWebhook?: string | undefined;
  /** Whether they can be reached at an instant, in ms since the epoch. */
  readonly isOpen: (at: number) => boolean;
}

/** An entry as it is written in the file. */
export interface WrittenEntry<Hours = unknown> {
  readonly name: string;
  readonly also?: readonly string[];
  readonly department?: string;
  readonly number?: string;
  readonly continue?: string;
  readonly mode?: "warm" | "blind";
  readonly ring_seconds?: number;
  readonly music?: string;
  readonly message_webhook?: string;
  /** As an assistant's. */
  readonly hours?: Hours;
}

/** The `directory` section of the assistants' file. */
export type WrittenDirectory<Hours = unknown> = readonly WrittenEntry<Hours>[];

/** Maximum number of entries. How many names they may have in all is a matter of `name-faults.ts`. */
const MAX_ENTRIES = 2_000;
const NAME = { type: "string", minLength: 1, maxLength: 80, pattern: "[\\p{L}\\p{N}]" } as const;

/** Returns the JSON Schema of the section. What several fields must agree on is checked by {@link readEntry}. */
export const directorySchema = (hours: JsonSchema): JsonSchema => ({
  type: "array",
  maxItems: MAX_ENTRIES,
  items: {
    type: "object",
    required: ["name"],
    additionalProperties: false,
    properties: {
      name: NAME,
      also: { type: "array", maxItems: 20, items: NAME },
      department: NAME,
      number: { type: "string", minLength: 1, maxLength: 64 },
      continue: {
        type: "string",
        pattern: "^[A-Za-z0-9_.-]{1,79}/[0-9A-Za-z*#+._-]{1,79}$",
        "x-expected": "a place in the dialplan, written context/extension: ext-queues/400",
      },
      mode: { enum: ["warm", "blind"] },
      ring_seconds: { type: "integer", minimum: 5, maximum: 120 },
      music: {
        type: "string",
        pattern: "^[A-Za-z0-9_-]{1,79}$",
        "x-expected": "a class of music on hold, such as default",
      },
      message_webhook: {
        type: "string",
        maxLength: 2048,
        pattern: "^[hH][tT][tT][pP][sS]?://",
        "x-expected": "an http:// or https:// address",
      },
      hours,
    },
  },
});

const RING_SECONDS = 25;
const MUSIC = "default";

/** Readers for the parts of an entry that other sections of the file have as well. */
export interface EntryReaders<Hours> {
  /** Returns a number as it is dialled; undefined for text that is not a number. */
  numberOf(text: string): string | undefined;
  /** Returns whether it is open at an instant, in ms since the epoch. */
  openingOf(hours: Hours): (at: number) => boolean;
}

/** Returns the entry as read, or what is wrong with it, as a clause whose subject is the entry. */
export function readEntry<Hours>(
  written: WrittenEntry<Hours>,
  { numberOf, openingOf }: EntryReaders<Hours>,
): { readonly entry: DirectoryEntry } | { readonly problem: string } {
  const { name, also = [], department = "", ring_seconds: ringSeconds = RING_SECONDS, music = MUSIC } = written;
  const { hours, message_webhook: messageWebhook } = written;
  const isOpen = hours === undefined ? () => true : openingOf(hours);
  const given = { name, also, department, ringTimeoutMs: ringSeconds * 1000, music, messageWebhook, isOpen };
  if ((written.number === undefined) === (written.continue === undefined))
    return { problem: "needs either `number` or `continue`" };
  if (written.continue !== undefined) {
    if (written.mode !== undefined) return { problem: "has a `mode`, which only an entry with a `number` can have" };
    const [context = "", extension = ""] = written.continue.split("/");
    return { entry: { ...given, mode: "continue", number: undefined, place: { context, extension } } };
  }
  const number = numberOf(written.number ?? "");
  if (number === undefined) return { problem: "has a `number` that is not one, such as 203 or +49 30 1234567" };
  return { entry: { ...given, mode: written.mode ?? "warm", number, place: undefined } };
}
