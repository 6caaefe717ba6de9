import * as marks from "./marks.js";
import { isAmbiguous, isOfSide } from "./sides.js";

/** Characters of the longest sign of the assistant's own words, which may come in pieces. */
const LONGEST_SIGN = 60;
/** Characters that are kept, in case they are to be spoken after all. */
const MAX_KEPT = 16_000;

/** The other side's words with which a message began. */
export class Echo {
  #skipped = "";
  readonly #isLabelled: boolean;

  /** @param isLabelled whether it began with a plain name, which may be a word like others */
  constructor(isLabelled: boolean) {
    this.#isLabelled = isLabelled;
  }

  /** Skips text up to the assistant's own words. @returns what is left of it, and whether it is they */
  skip(text: string, ended: boolean): { readonly left: string; readonly isOwn: boolean } {
    const own = marks.OWN_BEGINS.exec(text);
    const begins = own && own.index + own[0].length;
    const skipped = begins ?? (ended ? text.length : Math.max(0, text.length - LONGEST_SIGN));
    this.#skipped += text.slice(0, Math.min(skipped, MAX_KEPT - this.#skipped.length));
    return { left: text.slice(skipped), isOwn: own !== null };
  }

  /**
   * Returns what can be spoken of the message if the assistant's own words never began: all of it, if the name seems to be a word like
   * others, which is then not read again; what follows the first paragraph; or nothing, as where calls were made besides.
   */
  words(hasCalls: boolean): { readonly word: string; readonly rest: string } {
    const skipped = this.#isLabelled && !hasCalls ? this.#skipped : "";
    const [, word = "", behind = ""] = /^([\p{L}\p{N}]+)([*_]{0,2}\s?:[^]*)$/u.exec(skipped) ?? [];
    const [line = "", ...others] = behind.replace(/^[\s:*_]+/, "").split("\n");
    const isDialogue = others.some(isOfSide);
    if (isDialogue || !line || /[<>[\]{}|｜◁▷✿`]/.test(behind)) return { word: "", rest: "" };
    const isSaid =
      isAmbiguous(word) || /^[^\s(]*[\p{L}\p{N}]\s*$/u.test(line) || /^\p{Ll}.*[.!…]["”’)]?\s*$/u.test(line);
    const isPlain = /^\p{Lu}/u.test(word) && !line.includes("?") && isSaid;
    return isPlain ? { word, rest: behind } : { word: "", rest: behind.replace(/^[^]*?(?:\n\s*\n|$)/, "") };
  }
}
