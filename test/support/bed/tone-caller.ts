import { createToneEar, type HeardText, sayingIn } from "../backends/tone-text.js";
import { says } from "../backends/says.js";
import { unlessAborted, withDeadline } from "../../../src/kernel/deadline.js";
import type { CallEnd, TelephoneCall } from "./telephone-call.js";

/** So long a caller waits for what they expect to hear, in ms. */
const WAIT_MS = 45_000;

/** Someone on the telephone in a world whose voice is tones: says texts, and hears to the letter what is said to them. */
export class ToneCaller implements AsyncDisposable {
  readonly call: TelephoneCall;
  /** Everything heard since the answer. */
  readonly heard: HeardText[] = [];
  readonly #say: (text: string) => Int16Array;
  readonly #ear = createToneEar();
  readonly #listeners = new Set<() => void>();
  #read = 0;

  private constructor(call: TelephoneCall, say: (text: string) => Int16Array) {
    [this.call, this.#say] = [call, say];
    call.onHeard((frame) => this.#take(this.#ear.hear(frame)), 0);
    void call.ended.then(() => this.#take(this.#ear.end()));
  }

  static async on(call: TelephoneCall): Promise<ToneCaller> {
    return new ToneCaller(call, await (saying ??= prepareVoice()));
  }

  /** Says a text; resolves when its last sound was played. */
  async says(text: string): Promise<void> {
    await this.call.say(this.#say(text));
  }

  /**
   * Waits until what was heard since the last such wait passes `test`.
   * @returns the texts, in one; a cut-off one ends with "–"
   */
  hears(test: RegExp | ((text: string) => boolean), what = String(test)): Promise<string> {
    const passes = typeof test === "function" ? test : (text: string) => test.test(text);
    return this.#until(what, () => (passes(this.#unread()) ? this.#takeUnread() : undefined));
  }

  /** Waits for the end of the call. @returns what was heard since the last wait */
  async hearsTheEnd(): Promise<string> {
    let end: CallEnd | undefined;
    void this.call.ended.then((how) => {
      end = how;
      for (const listener of this.#listeners) listener();
    });
    return this.#until("the end of the call", () => (end ? this.#takeUnread() : undefined));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.call.hangUp();
  }

  #unread(): string {
    return this.heard
      .slice(this.#read)
      .map(({ text, isWhole }) => (isWhole ? text : `${text} –`))
      .join(" ");
  }

  #takeUnread(): string {
    const text = this.#unread();
    this.#read = this.heard.length;
    return text;
  }

  #take(texts: readonly HeardText[]): void {
    this.heard.push(...texts);
    if (texts.length > 0) for (const listener of this.#listeners) listener();
  }

  async #until(what: string, judge: () => string | undefined): Promise<string> {
    let listener = () => {};
    try {
      return await withDeadline(WAIT_MS, undefined, `hearing ${what}`, (deadline) => {
        const heard = new Promise<string>((resolve) => {
          listener = () => {
            const answer = judge();
            if (answer !== undefined) resolve(answer);
          };
          this.#listeners.add(listener);
          listener();
        });
        return unlessAborted(deadline, heard);
      });
    } catch (error) {
      const all = this.heard.map(({ text, isWhole }) => (isWhole ? text : `${text} –`)).join("\n");
      throw new Error(`not heard: ${what}, but since then "${this.#unread()}", of all:\n${all}`, { cause: error });
    } finally {
      this.#listeners.delete(listener);
    }
  }
}

/** Vowels without a pause: words that a detector of voices takes for a voice at any place. */
const VOICE = "we were all away a year ago and you will have a long yellow one";
let saying: Promise<(text: string) => Int16Array> | undefined;

async function prepareVoice() {
  return sayingIn(await says(VOICE));
}
