/** Interval at which the transcript is requested, in ms. */
const WORDS_EVERY_MS = 1_000;
const NOT_PERMITTED = "The transcript requires a key with the scope transcripts.";

/** @typedef {{ who: string, text?: string, unheard?: string, tool?: string, message?: string }} Entry */
/** @typedef {{ textContent: string | null, remove(): void, replaceWith(other: any): void }} Line */

/** What is said in the latest talk, as a list. */
export class Words {
  #list;
  #ask;
  #lineOf;
  /** Stands for the talk that is shown. */
  #latest = {};

  /**
   * @param {{ readonly children: ArrayLike<Line>, append(line: any): void, replaceChildren(): void }} list
   * @param {(callId: string) => Promise<Pick<Response, "ok" | "status" | "json"> | undefined>} ask requests a transcript
   * @param {(who: string, text: string) => Line} lineOf makes a line
   */
  constructor(list, ask, lineOf) {
    this.#list = list;
    this.#ask = ask;
    this.#lineOf = lineOf;
  }

  /**
   * Shows the transcript of a call, if the key may read it, instead of the one before.
   *
   * @param {string} callId
   * @returns {() => void} shows the rest, and stops
   */
  show(callId) {
    const talk = {};
    this.#latest = talk;
    this.#list.replaceChildren();
    const isCurrent = () => this.#latest === talk;
    const look = async () => {
      const answer = await this.#ask(callId);
      if (answer?.status === 401 || answer?.status === 403) {
        clearInterval(timer);
        if (isCurrent()) this.#put([{ who: "note", text: NOT_PERMITTED }]);
      }
      if (!answer?.ok) return;
      const { entries } = /** @type {{ entries: readonly Entry[] }} */ (await answer.json());
      if (isCurrent()) this.#put(entries);
    };
    const timer = setInterval(() => void look(), WORDS_EVERY_MS);
    return () => {
      clearInterval(timer);
      void look();
    };
  }

  /**
   * Existing lines change only if their text differs, so that a screen reader announces only what is new.
   *
   * @param {readonly Entry[]} entries
   */
  #put(entries) {
    const shown = Array.from(this.#list.children);
    for (const line of shown.slice(entries.length)) line.remove();
    entries.forEach((entry, at) => {
      const line = this.#lineOf(entry.who, textOf(entry));
      const before = shown[at];
      if (!before) this.#list.append(line);
      else if (before.textContent !== line.textContent) before.replaceWith(line);
    });
  }
}

/** @param {Entry} entry */
function textOf({ who, text, unheard, tool, message }) {
  if (who === "note") return text ?? "";
  if (who === "caller") return `You: ${text}`;
  if (who === "tool") return `${tool}: ${message}`;
  return `Assistant: ${text}${unheard ? ` [not heard: ${unheard}]` : ""}`;
}
