import type { ToolCall, ToolOffer } from "../ports.js";
import { MAX_ARGUMENTS_LENGTH, MAX_CALLS, newId } from "../tool-call-assembly.js";
import { callsIn, offeredBy } from "./calls.js";
import * as marks from "./marks.js";
import { type Found, lookAt, MAX_HELD, wordsThatMatter } from "./places.js";

/**
 * Separates what a model writes into speech, thoughts and calls, while it is written:
 *
 *     speaking ──▶ thinking ──▶ speaking     a thought, by whatever name
 *        │
 *        ├──▶ calling ──▶ done               what follows a call was written without knowing its result
 *        └──▶ done                           the other side's words, or a token that ends the message
 */
export interface WrittenReader {
  /** What of the text so far may be said, without what was passed on before. */
  push(piece: string): string;
  /** What was held back, now that no more is to come. */
  end(): string;
  /** The calls so far; all of them after the end. */
  readonly calls: readonly ToolCall[];
  /** Whether what still comes is of no interest. */
  readonly done: boolean;
  /** Whether there was a thought. */
  readonly hasThought: boolean;
}

/** What is learned of a model from one answer to the next. */
export interface WritingHabits {
  /** Whether it thinks before it speaks, without an opening tag. */
  thinksUnopened: boolean;
}

/** So much text behind a call, in characters, or a line of it: the model is making up the result. */
const MADE_UP = 60;
/** A thought without an opening tag shows itself in so many characters. */
const FIRST_SENTENCE = 160;
/** Where something may begin that is no speech: a sign, or a word. */
const PLACE = /[<[{`◁"]|[A-Za-z_][\w.]{0,63}/g;

/** @param offers the tools that may be called; without any, calls are left out */
export function createWrittenReader(
  offers: readonly ToolOffer[],
  habits: WritingHabits = { thinksUnopened: false },
): WrittenReader {
  const offered = offeredBy(offers);
  const words = wordsThatMatter(offered);
  let state: "beginning" | "speaking" | "thinking" | "calling" | "done" = "beginning";
  let held = "";
  /** What of the present line was let go of. */
  let line = "";
  /** Whether nothing has been let go of but blanks, which are not. */
  let isBlank = true;
  let hasSpoken = false;
  let hasChannels = false;
  let hasThought = false;
  let calls: readonly ToolCall[] = [];
  /** How much of what is held has been looked at, where that takes long. */
  let lookedAt = 0;

  function letGo(length: number): string {
    const written = held.slice(0, length);
    held = held.slice(length);
    line = (line + written).slice((line + written).lastIndexOf("\n") + 1).slice(-MADE_UP);
    isBlank &&= length === 0;
    hasSpoken ||= /[\p{L}\p{N}]/u.test(written);
    return written;
  }

  function leaveOut(length: number): void {
    if (held.slice(0, length).includes("\n")) line = "";
    held = held.slice(length);
  }

  /** Whether so far it is a thought without an opening tag; undefined while that cannot be said. */
  function isThought(ended: boolean): boolean | undefined {
    const begin = held;
    if (!habits.thinksUnopened) {
      const may = mayBeThought(begin, ended);
      if (!may) return may;
      const sentence = /^.*?[.!?\n](?=\s)/s.exec(begin)?.[0] ?? begin;
      const isComplete = ended || sentence !== begin || begin.length >= FIRST_SENTENCE;
      if (!marks.IS_THOUGHT.test(sentence.slice(0, FIRST_SENTENCE))) return isComplete ? false : undefined;
    }
    if (marks.THOUGHT_CLOSES.test(held)) return true;
    // Without an end, it was no thought; with no end in sight, it is nothing else.
    if (!ended) return held.length > MAX_HELD ? true : undefined;
    habits.thinksUnopened = false;
    return false;
  }

  function think(ended: boolean): void {
    hasThought = true;
    const close = marks.THOUGHT_CLOSES.exec(held);
    if (close) {
      held = held.slice(close.index + close[0].length).trimStart();
      line = "";
      state = "beginning";
    } else held = ended ? "" : held.slice(-MADE_UP);
  }

  function read(ended: boolean): string {
    let said = "";
    while (held) {
      if (isBlank) held = held.trimStart();
      if (state === "done") held = "";
      else if (state === "calling") {
        call(ended);
        break;
      } else if (state === "thinking") {
        think(ended);
        if (state === "thinking") break;
      } else {
        if (state === "beginning" && !hasChannels && !/^\s*[<[◁{`]/.test(held)) {
          const thought = isThought(ended);
          if (thought === undefined) break;
          habits.thinksUnopened ||= thought;
          state = thought ? "thinking" : "speaking";
          continue;
        }
        said += letGo(nextPlace(ended));
        if (!held) break;
        const lineBegins = /^[\s>*`#_-]*$/.test(line);
        const found = lookAt(held, { ended, offered, lineBegins, hasSpoken, hasChannels, lookedAt });
        lookedAt = held.length;
        if (found.kind === "unclear") break;
        said += follow(found);
      }
    }
    return said;
  }

  /** Goes on as what was found says. @returns what of it is said */
  function follow(found: Exclude<Found, { kind: "unclear" }>): string {
    lookedAt = 0;
    if (found.kind === "text") return letGo(found.length);
    if (found.kind === "calls") state = "calling";
    else if (found.kind === "end") state = "done";
    else {
      leaveOut(found.length);
      if (found.kind === "thought") state = "thinking";
      // What came before it has been said; of the next answer nothing will be.
      if (found.kind === "afterthought") habits.thinksUnopened = true;
      hasChannels ||= found.kind === "channel" || (found.kind === "thought" && found.inChannel);
    }
    return "";
  }

  /** How much may be let go of before something that has to be looked at. */
  function nextPlace(ended: boolean): number {
    for (const { 0: found, index } of held.matchAll(PLACE)) {
      if (!/\w/.test(found)) return index;
      const before = index > 0 ? held.charAt(index - 1) : line.at(-1);
      if (before !== undefined && /[\p{L}\p{N}_]/u.test(before)) continue;
      const isCut = index + found.length === held.length && !ended;
      const word = found.toLowerCase();
      if (isCut ? words.some((each) => each.startsWith(word) || word.endsWith(`.${each}`)) : isWord(word)) return index;
    }
    return held.length;
  }

  const isWord = (word: string) => words.includes(word) || words.includes(word.split(".").at(-1) ?? "");

  /** Takes what may be calls: whole ones at once, what breaks off at the end. */
  function call(ended: boolean): void {
    const isLong = held.length > MAX_HELD;
    const closing = /^[{[]/.test(held) ? /[}\]]/ : /[}\])>\n]/;
    const isNews = ended || isLong || closing.test(held.slice(lookedAt));
    lookedAt = held.length;
    if (!isNews) return;
    const found = callsIn(held, offered);
    held = held.slice(found.begin); // What stands around calls need not be read again.
    lookedAt -= found.begin;
    const cut = found.calls.slice(0, MAX_CALLS);
    const behind = held
      .slice(found.end)
      .replace(/```\w*|<[^<>]{0,60}>/g, "")
      .trimStart();
    const goesOn = behind.length > MADE_UP || /[\p{L}\p{N}][^\n]*\n/u.test(behind);
    if (!ended && !isLong && !(cut.length > 0 && (goesOn || cut.length === MAX_CALLS))) return;
    calls =
      offered.size === 0
        ? []
        : cut.map(({ name, arguments: json }) => ({
            id: newId(),
            name,
            arguments: json.slice(0, MAX_ARGUMENTS_LENGTH) || "{}",
          }));
    held = "";
    state = "done";
  }

  return {
    push(piece) {
      held += piece;
      return read(false);
    },
    end: () => read(true),
    get calls() {
      return calls;
    },
    get done() {
      return state === "done";
    },
    get hasThought() {
      return hasThought;
    },
  };
}

/** Whether a text begins as thoughts do; undefined while it may become that. */
function mayBeThought(text: string, ended: boolean): boolean | undefined {
  const begin = text.slice(0, 40).toLowerCase();
  const isOne = marks.THOUGHT_BEGINNINGS.some(
    (words) => begin.startsWith(words) && /^\W/.test(begin.slice(words.length)),
  );
  if (isOne) return true;
  return !ended && marks.THOUGHT_BEGINNINGS.some((words) => words.startsWith(begin)) ? undefined : false;
}
