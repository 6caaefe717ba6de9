import { joined } from "../audio/pcm.js";
import { withoutLeadIn } from "./lead-in.js";
import type { PhraseFiles } from "./phrase-files.js";
import type { TextToSpeech } from "./ports.js";

/** A voice that remembers what it has said. */
export interface PhraseCache extends TextToSpeech {
  /**
   * Gets what is not remembered yet, one text after the other: first all that is kept in files, which needs nobody, then
   * from the voice. What is got so stays; it ends with the first for which there is no room any more.
   *
   * @returns the errors, one for each text that failed; such a text is tried again when it is spoken
   * @throws the signal's reason when it aborts
   */
  warm(texts: Iterable<string>, signal: AbortSignal): Promise<readonly unknown[]>;
  /** The speech of a text that is in memory, without waiting for anything; undefined when it is not. Not to be changed. */
  cached(text: string): Int16Array | undefined;
}

export interface PhraseCacheLimits {
  /**
   * Audio that is remembered, in bytes: 32 000 for each second. What was not spoken for the longest time goes first, but
   * for what was warmed: what says that something went wrong is hardly ever spoken, and has to be there when it is.
   */
  readonly maxBytes: number;
  /** Where speech is kept beyond the end of the process; nowhere unless given. */
  readonly files?: PhraseFiles;
}

/**
 * Remembers what `voice` says by its text, so that a phrase said again is there at once. One cache is for one voice,
 * model and speed. Only what was synthesised to its end is remembered, without the silence that it may begin with.
 */
export function createPhraseCache(voice: TextToSpeech, { maxBytes, files }: PhraseCacheLimits): PhraseCache {
  /** In the order in which they were last spoken. */
  const phrases = new Map<string, Int16Array>();
  /** Those that stay. */
  const warmed = new Set<string>();
  let bytes = 0;

  function forget(text: string): void {
    bytes -= phrases.get(text)?.byteLength ?? 0;
    phrases.delete(text);
  }

  function remember(text: string, samples: Int16Array): void {
    forget(text);
    if (samples.byteLength > maxBytes) return;
    phrases.set(text, samples);
    bytes += samples.byteLength;
    for (const oldest of phrases.keys()) {
      if (bytes <= maxBytes) return;
      if (!warmed.has(oldest)) forget(oldest);
    }
    if (bytes > maxBytes) forget(text);
  }

  function cached(text: string): Int16Array | undefined {
    const known = phrases.get(text);
    if (known) remember(text, known);
    return known;
  }

  async function known(text: string): Promise<Int16Array | undefined> {
    const inMemory = cached(text);
    if (inMemory) return inMemory;
    const kept = await files?.read(text);
    if (kept) remember(text, kept);
    return kept;
  }

  async function* synthesise(text: string, signal: AbortSignal): AsyncGenerator<Int16Array, void, void> {
    signal.throwIfAborted();
    const samples = await known(text);
    signal.throwIfAborted();
    if (samples) {
      yield samples.slice(); // the listener may do with it what it likes
      return;
    }
    const chunks: Int16Array[] = [];
    for await (const chunk of withoutLeadIn(voice.synthesise(text, signal))) {
      chunks.push(chunk.slice());
      yield chunk;
    }
    const whole = joined(chunks);
    remember(text, whole);
    void files?.keep(text, whole);
  }

  function stays(text: string): boolean {
    if (phrases.has(text)) warmed.add(text);
    return phrases.has(text);
  }

  async function warm(texts: Iterable<string>, signal: AbortSignal): Promise<readonly unknown[]> {
    const missing: string[] = [];
    for (const text of texts) {
      signal.throwIfAborted();
      if (await known(text)) stays(text);
      else missing.push(text);
    }
    const errors: unknown[] = [];
    for (const text of missing) {
      if (phrases.has(text)) continue;
      try {
        for await (const _ of synthesise(text, signal));
        if (!stays(text)) break;
      } catch (error) {
        signal.throwIfAborted();
        errors.push(error);
      }
    }
    return errors;
  }

  return { synthesise, warm, cached };
}
