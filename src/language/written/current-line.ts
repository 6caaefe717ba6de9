import { type LineBefore, lineBefore } from "./sides.js";

/** Characters that are kept of the beginning of a line, and of its end. */
const KEPT = 60;
/** What may precede a side's name at the beginning of a line: tags, entities, stage directions, sources. */
const REMARK = /<[^<>]*>|&#?\w{1,8};|\[[^\]]*\]|【[^】]*】|\([^()]*\)|\*[^*]*\*/g;

/** Where a place is in its line. */
export interface LineContext {
  /** Whether it is at the beginning, except for marks such as `**`. */
  readonly lineBegins: boolean;
  /** The bracket that was opened just before it. */
  readonly enclosedBy: string | undefined;
  /** Whether it is at the beginning of a sentence. */
  readonly sentenceBegins: boolean;
  /** Whether it is a heading, or in bold type at the beginning of the line. */
  readonly isTitle: boolean;
  /** Whether it is a heading. */
  readonly isHeading: boolean;
  /** Whether it is an item of a list. */
  readonly isItem: boolean;
  /** What the line before says. */
  readonly before: LineBefore;
}

/** The line that is being passed on, and what the one before it said. */
export class CurrentLine {
  #begin = "";
  #end = "";
  #before: LineBefore = "other";

  /** The last characters of it. */
  get end(): string {
    return this.#end;
  }

  get context(): LineContext {
    return {
      lineBegins: !/[\p{L}\p{N}]/u.test(this.#end.replace(REMARK, "")),
      enclosedBy: /[([][\s*_]*$|(?<![*\\\p{L}\p{N}])\*$/u.exec(this.#end)?.[0].charAt(0),
      sentenceBegins: /[.!?…:]["”')]?\s[\s<>|*`#_()[\]-]*$/.test(this.#end),
      isTitle: /^\s*(?:#{1,6}\s*|[*_]{2,3})+$/.test(this.#end),
      isHeading: /^\s*#{1,4}\s*$/.test(this.#end),
      isItem: /^\s*(?:[-*+•–]|\d{1,2}[.)])\s[*_\s]*$/.test(this.#end),
      before: this.#before,
    };
  }

  add(text: string): void {
    const [rest = "", ...lines] = text.split("\n");
    this.#extend(rest);
    for (const line of lines) {
      this.begin();
      this.#extend(line);
    }
  }

  /** Begins the next line. */
  begin(): void {
    const isLong = this.#begin.length === KEPT;
    if (this.#begin.trim()) this.#before = lineBefore(isLong ? this.#begin + this.#end : this.#begin);
    this.#begin = "";
    this.#end = "";
  }

  #extend(text: string): void {
    this.#begin += text.slice(0, KEPT - this.#begin.length);
    this.#end = (this.#end + text).slice(-KEPT);
  }
}
