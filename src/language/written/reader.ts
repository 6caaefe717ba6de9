import { OpenBracket } from "../../validation/written-json.js";
import type { ToolCall, ToolOffer } from "../ports.js";
import { MAX_CALLS, withNewId } from "../tool-call-assembly.js";
import { answerInCall, isAnswer } from "./answer-in-json.js";
import { positionOf } from "./call-or-talk.js";
import { callsIn } from "./calls.js";
import { CurrentLine } from "./current-line.js";
import { Echo } from "./echo.js";
import * as marks from "./marks.js";
import { type Offered, offeredBy, type WrittenCall } from "./offered.js";
import { nextPlace } from "./next-place.js";
import { type Found, MAX_HELD } from "./place.js";
import { lookAt, wordsThatMatter } from "./places.js";
import { OpenThought } from "./thought.js";
import * as thoughts from "./thought-marks.js";
import { beginsAsThought } from "./unopened-thought.js";

/** What is learned about a model from one answer to the next. */
export interface WritingHabits {
  /** Whether it thinks before it speaks, without an opening tag. */
  thinksUnopened: boolean;
}

type OwnCalls = (calls: readonly WrittenCall[], offered: Offered) => readonly WrittenCall[];

/** Characters after a call that show that the model is inventing the result; one line of text shows it too. */
const MADE_UP = 60;
/** Characters before a call that may be a part of it. */
const MAX_SURROUNDING = 80;
/** Possible calls of this length are read again with each sign that may end one; longer ones when they have grown by this factor. */
const SHORT = 2_000;
const GROWTH = 1.25;

/**
 * Separates what a model writes into speech, thoughts and calls, while it is written:
 *
 *     speaking ──▶ thinking ──▶ speaking     a thought, by whatever name
 *        │
 *        ├──▶ calling ──▶ done               what follows a call was written without knowing its result
 *        ├──▶ done                           the other side's words, or a token that ends the message
 *        └──▶ echoing ──▶ speaking           the same before a word was spoken: the message may repeat the question
 */
export class WrittenReader {
  readonly #offered: Offered;
  readonly #words: readonly string[];
  readonly #habits: WritingHabits;
  readonly #own: OwnCalls;
  #state: "beginning" | "speaking" | "thinking" | "calling" | "echoing" | "done" = "beginning";
  #held = "";
  /** The beginning of an entity or an escape, until the rest of it arrives. */
  #cut = "";
  #thought = new OpenThought();
  /** The part of the current line that was already passed on. */
  #line = new CurrentLine();
  #echo = new Echo(false);
  /** Whether nothing but blanks has come so far. */
  #isBlank = true;
  #hasSpoken = false;
  #hasChannels = false;
  #hasThought = false;
  /** Whether nothing has been spoken since a thought ended. */
  #isAfterThought = false;
  #calls: readonly ToolCall[] = [];
  /** The bracket that the held-back text begins with. */
  #bracket = new OpenBracket();
  /** How much of the possible calls has been examined. */
  #lookedAt = 0;
  /** Length of the possible calls when they were last read. */
  #readLength = 0;

  /**
   * @param offers the tools that may be called; without any, calls are removed
   * @param own the written calls that are the model's own; the others it only reads aloud
   */
  constructor(
    offers: readonly ToolOffer[],
    habits: WritingHabits = { thinksUnopened: false },
    own: OwnCalls = (calls) => calls,
  ) {
    this.#offered = offeredBy(offers);
    this.#own = own;
    this.#words = wordsThatMatter(this.#offered);
    this.#habits = habits;
  }

  /** Adds a piece. @returns the text so far that can be spoken, without what was already returned */
  push(piece: string): string {
    const written = this.#cut + piece;
    this.#cut = marks.HALF_SIGN.exec(written)?.[0] ?? "";
    this.#held += marks.plainSigns(written.slice(0, written.length - this.#cut.length));
    return this.#read(false);
  }

  /** @returns the text that was held back, when there is no more to come. @param hasCalls whether calls were made besides */
  end(hasCalls = false): string {
    this.#hasSpoken ||= hasCalls;
    this.#held += marks.plainSigns(this.#cut);
    this.#cut = "";
    return this.#read(true);
  }

  /** The calls so far; all of them after the end. */
  get calls(): readonly ToolCall[] {
    return this.#calls;
  }

  /** Whether the rest of the text can be ignored. */
  get done(): boolean {
    return this.#state === "done";
  }

  /** Whether there was a thought. */
  get hasThought(): boolean {
    return this.#hasThought;
  }

  #read(ended: boolean): string {
    let said = "";
    while (this.#held) {
      const step = this.#step(ended);
      if (step === undefined) break;
      said += step;
    }
    return said;
  }

  /** Advances by one step. @returns what is spoken; undefined while that depends on the text to come */
  #step(ended: boolean): string | undefined {
    if (this.#isBlank) this.#held = this.#held.trimStart();
    if (this.#state === "done") this.#held = "";
    if (this.#held === "") return "";
    if (this.#state === "calling") return this.#call(ended);
    if (this.#state === "thinking") return this.#think(ended);
    if (this.#state === "echoing") return this.#skipEcho(ended);
    if (this.#state === "beginning" && !this.#hasChannels && !/^\s*[<[◁{`]/.test(this.#held)) return this.#begin(ended);
    return this.#speak(ended);
  }

  /** Determines whether it begins with a thought without an opening tag. */
  #begin(ended: boolean): string | undefined {
    if (!ended && thoughts.HALF_PART.test(this.#held)) return undefined;
    const part = thoughts.PART_WITHOUT_TOKENS.exec(this.#held)?.[0];
    if (part) {
      this.#held = this.#held.slice(part.length);
      return "";
    }
    const isHeaded = thoughts.HEADED.test(this.#held);
    const isClosed = isHeaded && thoughts.CLOSES.test(this.#held);
    if (thoughts.WITHOUT_TOKENS.test(this.#held) || isClosed) {
      this.#state = "thinking";
      return "";
    }
    if (isHeaded && !ended && this.#held.length < MAX_HELD) return undefined;
    const thought = this.#isThought(ended);
    if (thought === undefined) return undefined;
    this.#habits.thinksUnopened ||= thought;
    this.#state = thought ? "thinking" : "speaking";
    return "";
  }

  #isThought(ended: boolean): boolean | undefined {
    const isOne = this.#habits.thinksUnopened || beginsAsThought(this.#held, ended);
    if (!isOne) return isOne;
    if (thoughts.CLOSES.test(this.#held)) return true;
    // Without an end, it was not a thought; while an end may follow, it must be held back.
    if (!ended) return this.#held.length > MAX_HELD ? true : undefined;
    this.#habits.thinksUnopened = false;
    return false;
  }

  #think(ended: boolean): string | undefined {
    this.#hasThought = true;
    const { left, then } = this.#thought.skip(this.#held, ended, this.#offered);
    this.#held = left;
    if (then === undefined || then === "thought") return then && "";
    this.#isAfterThought = true;
    this.#line = new CurrentLine();
    this.#thought = new OpenThought();
    this.#state = then === "calls" ? "calling" : "beginning";
    return "";
  }

  #skipEcho(ended: boolean): string | undefined {
    const { left, isOwn } = this.#echo.skip(this.#held, ended);
    this.#held = left;
    if (isOwn) this.#state = "beginning";
    if (isOwn || !ended) return isOwn ? "" : undefined;
    const { word, rest } = this.#echo.words(this.#hasSpoken);
    [this.#state, this.#held, this.#line] = ["speaking", word + rest, new CurrentLine()];
    return this.#letGo(word.length);
  }

  #speak(ended: boolean): string | undefined {
    const said = this.#letGo(nextPlace(this.#held, this.#line.end, this.#words, ended));
    if (this.#held === "") return said;
    const found = lookAt(this.#held, {
      ended,
      offered: this.#offered,
      ...this.#line.context,
      hasSpoken: this.#hasSpoken,
      hasChannels: this.#hasChannels,
      bracket: this.#bracket,
    });
    if (found.kind === "unclear") return said || undefined;
    return said + this.#follow(found);
  }

  /** Acts on what was found. @returns the part that is spoken */
  #follow(found: Exclude<Found, { kind: "unclear" }>): string {
    this.#bracket = new OpenBracket();
    if (found.kind === "text") return this.#letGo(found.length);
    if (found.kind === "calls") this.#state = "calling";
    else if (found.kind === "end" || found.kind === "side") {
      this.#state = this.#hasSpoken ? "done" : "echoing";
      this.#echo = new Echo(found.kind === "side");
    } else if (found.kind === "instead") this.#held = found.text + this.#held.slice(found.length);
    else {
      this.#leaveOut(found.length);
      if (found.kind === "thought") this.#state = "thinking";
      // Text before it has been spoken; in the next answer it will be held back.
      if (found.kind === "afterthought") this.#habits.thinksUnopened ||= !this.#isAfterThought;
      this.#hasChannels ||= found.kind === "channel" || (found.kind === "thought" && found.inChannel);
    }
    return "";
  }

  #letGo(length: number): string {
    const written = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    this.#line.add(written);
    this.#isBlank &&= length === 0;
    const isSpoken = /[\p{L}\p{N}]/u.test(written);
    this.#hasSpoken ||= isSpoken;
    this.#isAfterThought &&= !isSpoken;
    return written;
  }

  #leaveOut(length: number): void {
    if (this.#held.slice(0, length).includes("\n")) this.#line.begin();
    this.#held = this.#held.slice(length);
  }

  /** Whether a call may have ended since the last reading. */
  #mayHoldCall(): boolean {
    const closing = /^[{[]/.test(this.#held) ? /[}\]]/ : /[}\])>\n]/;
    const isNews = closing.test(this.#held.slice(this.#lookedAt));
    if (!isNews) this.#lookedAt = this.#held.length;
    return isNews && (this.#held.length < SHORT || this.#held.length > this.#readLength * GROWTH);
  }

  /** Reads possible calls: complete ones at once, incomplete ones at the end. */
  #call(ended: boolean): string | undefined {
    const isLong = this.#held.length > MAX_HELD;
    if (!ended && !isLong && !this.#mayHoldCall()) return undefined;
    this.#lookedAt = this.#held.length;
    const { calls: read, begin, end } = callsIn(this.#held, this.#offered, positionOf(this.#line.context));
    const found = read.slice(0, MAX_CALLS);
    const after = this.#held.slice(end);
    const behind = after.replace(/```\w*|<[^<>]{0,60}>/g, "").trimStart();
    // What surrounds calls need not be read again, except a tag that may belong to the next one.
    const kept = /[{[]/.test(this.#held.charAt(begin)) ? begin : Math.max(0, begin - MAX_SURROUNDING);
    this.#held = this.#held.slice(kept);
    this.#lookedAt -= kept;
    this.#readLength = this.#held.length;
    const goesOn = behind.length > MADE_UP || /[\p{L}\p{N}][^\n]*\n/u.test(behind);
    const isOver = found.length > 0 && (goesOn || found.length === MAX_CALLS);
    if (!ended && !isLong && !isOver) return undefined;
    this.#make(found, behind ? after : "");
    return "";
  }

  /** Takes the calls that are the model's own, and then its answer, if it has called that, or what follows. */
  #make(found: readonly WrittenCall[], after: string): void {
    const answers = found.filter((call) => isAnswer(call, this.#offered));
    const answer = answers.map(answerInCall).join(" ").trim();
    const made = this.#own(
      found.filter((call) => !answers.includes(call)),
      this.#offered,
    );
    // A model that only reads calls aloud continues with words of its own.
    const isReading = found.length > 0 && made.length === 0;
    this.#calls = this.#offered.size === 0 ? [] : made.map(withNewId);
    this.#held = isReading ? [answer, after].filter(Boolean).join("\n") : "";
    this.#state = isReading ? "speaking" : "done";
  }
}
