import { MAX_CALLS } from "../tool-call-assembly.js";
import { callsIn } from "./calls.js";
import { isOffered, type Offered } from "./offered.js";
import { MAX_HELD } from "./place.js";
import { CLOSES, WITHIN } from "./thought-marks.js";

/** Characters of the longest tag of a thought, which may come in pieces. */
const LONGEST_TAG = 160;
/** Where a call may begin within a thought. */
const CALL =
  /<[|｜]?(?:[\w.-]{1,16}[:｜|])?(?:tool|function|invoke)[^<>\n]{0,80}>|\[TOOL_CALLS\]|✿FUNCTION✿|^[^\S\n]*(?:TOOL |\{["']|\[\{|```|\[?[A-Za-z_][\w.]{0,63}\()/gim;
/** What may stand behind a message's last call. */
const BEHIND = /^(?:\s|<\/?[|｜]?[^<>]{0,60}>|```|[)\]])*$/;

/** What is left of a text behind a thought, and what it is; undefined while the thought goes on. */
export interface Thought {
  readonly left: string;
  readonly then: "speech" | "calls" | "thought" | undefined;
}

/** A thought that is skipped up to its end; within it, further ones may be opened and closed. */
export class OpenThought {
  /** How many thoughts are open within it. */
  #nested = 0;
  /** What was skipped, as far as a call may be in it. */
  #skipped = "";

  /** Skips what belongs to it. A message that ends within a thought may end with a call, which the model meant to make. */
  skip(text: string, ended: boolean, offered: Offered): Thought {
    const close = CLOSES.exec(text);
    const opened = [...text.slice(0, close?.index).matchAll(WITHIN)];
    const nested = this.#nested + opened.length;
    if (!close) {
      const last = opened.at(-1);
      const counted = last ? last.index + last[0].length : 0;
      this.#nested = nested;
      return ended ? this.#end(text, offered) : this.#keep(text, Math.max(counted, text.length - LONGEST_TAG));
    }
    const left = text.slice(close.index + close[0].length);
    if (nested > 0 && CLOSES.test(left)) {
      this.#nested = nested - 1;
      return { left, then: "thought" };
    }
    // A thought may also just mention its tag: then no other end follows.
    if (nested > 0 && !ended && left.length < MAX_HELD) return { left: text, then: undefined };
    return { left, then: "speech" };
  }

  #keep(text: string, from: number): Thought {
    this.#skipped = (this.#skipped + text.slice(0, from)).slice(-MAX_HELD);
    return { left: text.slice(from), then: undefined };
  }

  #end(text: string, offered: Offered): Thought {
    const all = this.#skipped + text;
    const at = /[>})\]`]\s*$/.test(all) ? callAtEnd(all, offered) : undefined;
    return at === undefined ? { left: "", then: undefined } : { left: all.slice(at), then: "calls" };
  }
}

/** Where the complete calls begin with which a text ends. */
function callAtEnd(text: string, offered: Offered): number | undefined {
  const places = [...text.matchAll(CALL)].map(({ index }) => index).slice(-2 * MAX_CALLS);
  return places.find((at) => {
    const { calls, end } = callsIn(text.slice(at), offered);
    return calls.length > 0 && calls.every(({ name }) => isOffered(name, offered)) && BEHIND.test(text.slice(at + end));
  });
}
