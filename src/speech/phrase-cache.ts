import { joined } from "../audio/pcm.js";
import { BackendFailure } from "../backends/openai.js";
import { Semaphore } from "../kernel/turns.js";
import { withoutLeadIn } from "./lead-in.js";
import type { PhraseFiles } from "./phrase-files.js";
import type { TextToSpeech } from "./ports.js";
import { type SharedSpeech, shareSpeech } from "./shared-speech.js";

/** A voice with a cache of spoken phrases. */
export interface PhraseCache extends TextToSpeech {
  /**
   * Loads texts into the cache, one after the other: first those in files, which need no server, then the rest from the voice.
   * Several loads of one cache take turns at the voice, so that each text is asked of it once. They are kept permanently; loading ends at the first text for which there is no room.
   *
   * @returns one error for each text that failed; such a text is tried again when it is spoken
   * @throws the signal's reason when it aborts
   */
  warm(texts: Iterable<string>, signal: AbortSignal): Promise<readonly unknown[]>;
  /** The speech of a text that is in memory, without waiting; undefined when it is not. Must not be modified. */
  cached(text: string): Int16Array | undefined;
}

export interface PhraseCacheLimits {
  /**
   * Size of the cached audio, in bytes: 32 000 per second. The least recently spoken is evicted first, except what was loaded
   * with `warm`: error messages are rarely spoken and must be available when they are.
   */
  readonly maxBytes: number;
  /** Keeps speech across restarts; default: it is not kept. */
  readonly files?: PhraseFiles;
}

/**
 * Caches the speech of `voice` by text, so that a repeated phrase is available at once. One cache is for one voice, model and
 * speed. Only complete speech is cached, without leading silence. Those who want a phrase that is being synthesised share that.
 * A voice that answers with silence has refused the text (`text_refused`).
 */
export function createPhraseCache(voice: TextToSpeech, { maxBytes, files }: PhraseCacheLimits): PhraseCache {
  /** Least recently spoken first. */
  const phrases = new Map<string, Int16Array>();
  /** Never evicted. */
  const warmed = new Set<string>();
  /** Reads of files in progress, by text. */
  const reading = new Map<string, Promise<Int16Array | undefined>>();
  /** Syntheses in progress, by text. */
  const speaking = new Map<string, SharedSpeech>();
  const warming = new Semaphore(1);
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
    const read = reading.get(text) ?? readKept(text).finally(() => reading.delete(text));
    reading.set(text, read);
    return read;
  }

  async function readKept(text: string): Promise<Int16Array | undefined> {
    const kept = await files?.read(text);
    if (kept) remember(text, kept);
    return kept;
  }

  async function* synthesise(text: string, signal: AbortSignal): AsyncGenerator<Int16Array, void, void> {
    signal.throwIfAborted();
    const samples = await known(text);
    signal.throwIfAborted();
    if (samples) {
      yield samples.slice(); // a copy, because the listener may modify it
      return;
    }
    const shared = speaking.get(text) ?? speak(text);
    speaking.set(text, shared);
    yield* shared.listen(signal);
  }

  function speak(text: string): SharedSpeech {
    return shareSpeech(
      (signal) => audible(voice.synthesise(text, signal)),
      (chunks) => {
        speaking.delete(text);
        if (!chunks) return;
        const whole = joined(chunks);
        remember(text, whole);
        void files?.keep(text, whole);
      },
    );
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
    return missing.length > 0 ? warming.run(signal, () => speakMissing(missing, signal)) : [];
  }

  async function speakMissing(missing: readonly string[], signal: AbortSignal): Promise<readonly unknown[]> {
    const errors: unknown[] = [];
    for (const text of missing) {
      if (stays(text)) continue;
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

/** Speech without its leading silence. @throws {BackendFailure} `text_refused` when it is nothing else */
async function* audible(speech: AsyncIterable<Int16Array>): AsyncGenerator<Int16Array, void, void> {
  let isSilent = true;
  for await (const chunk of withoutLeadIn(speech)) {
    isSilent = false;
    yield chunk;
  }
  if (isSilent) throw new BackendFailure("tts_failed", "Text-to-speech returned only silence", 200, "text_refused");
}
