/**
 * Text as sound, and back: a voice for tests that have to know to the letter what was heard, in any language, at the far
 * end of a real line. Each byte of the text is two tones of sixteen; blocks of bytes have a length and a checksum, so
 * that a sentence that was cut off, or damaged, is known as such. Each block is said twice: an Asterisk that is held up
 * for some 50 ms loses or repeats a single frame, which a person hardly hears.
 */

/** Of what is heard, in Hz. Both sound at any rate. */
const RATE = 16_000;
/** Duration of a symbol: a multiple of the periods of all tones, which are {@link STEP_HZ} apart. */
const SYMBOL_MS = 20;
const SYMBOL = (RATE * SYMBOL_MS) / 1000;
const STEP_HZ = 1000 / SYMBOL_MS;
/** Above a voice that was filtered, and within what a telephone carries. */
const LOW_HZ = 1_500;
const HIGH_HZ = 2_300;
const SYNC_HZ = [1_400, 3_150] as const;
/** Amplitude of one tone, of 32 767. */
const LEVEL = 5_000;
/** Edge of a symbol, in ms: without it, it would click. */
const EDGE_MS = 1;

/** A block's header: whether it is the last of its text, its number (the first is 0, the others 1 to 7 and again), its length. */
const BLOCK_BYTES = 16;
const LAST = 0x80;
const headerOf = (index: number, isLast: boolean, bytes: number) =>
  (isLast ? LAST : 0) | (numberOf(index) << 4) | (bytes - 1);
const numberOf = (index: number) => (index === 0 ? 0 : 1 + ((index - 1) % 7));

/** The first and the second time that a block is said: where its checksum begins. */
const [FIRST, SECOND] = [0xff, 0x55] as const;
const SAYINGS = [FIRST, SECOND];

/** A text that was heard. */
export interface HeardText {
  readonly text: string;
  /** Whether it was heard from its beginning to its end. */
  readonly isWhole: boolean;
}

/** Returns the sound of a text. */
export function tonesOf(text: string, rate = 24_000): Int16Array {
  const bytes = new TextEncoder().encode(text);
  const symbols: (readonly [number, number])[] = [];
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    const part = bytes.subarray(at, at + BLOCK_BYTES);
    const block = [headerOf(at / BLOCK_BYTES, at + BLOCK_BYTES >= bytes.length, part.length), ...part];
    for (const saying of SAYINGS) symbols.push(SYNC_HZ, ...[...block, checksum(block, saying)].map(tonesOfByte));
  }
  const length = (rate * SYMBOL_MS) / 1000;
  const edge = (rate * EDGE_MS) / 1000;
  const sound = new Int16Array(symbols.length * length);
  for (const [index, [low, high]] of symbols.entries()) {
    for (let i = 0; i < length; i++) {
      const level = LEVEL * Math.min(1, (i + 0.5) / edge, (length - i - 0.5) / edge);
      const at = (2 * Math.PI * i) / rate;
      sound[index * length + i] = level * (Math.sin(low * at) + Math.sin(high * at));
    }
  }
  return sound;
}

/**
 * Returns what says texts in a voice at {@link RATE}: the voice goes on a little longer than the tones, so that a caller is
 * heard as one who speaks.
 */
export function sayingIn(voice: Int16Array): (text: string) => Int16Array {
  const low = lowPassed(voice);
  const lead = RATE / 10;
  return (text) => {
    const tones = tonesOf(text, RATE);
    return Int16Array.from({ length: tones.length + 3 * lead }, (_, i) => {
      const sample = (low[i % low.length] ?? 0) + (tones[i - lead] ?? 0) / 2;
      return Math.max(-32_768, Math.min(32_767, sample)) * SAID_LEVEL;
    });
  };
}

/** A telephone's usual level. */
const SAID_LEVEL = 0.35;

/** Returns what was heard in samples at {@link RATE}, in one text. */
export function textIn(samples: Int16Array): string {
  const ear = createToneEar();
  return [...ear.hear(samples), ...ear.end()].map(({ text }) => text).join(" ");
}

interface Block {
  /** With the header. */
  readonly bytes: readonly number[];
  readonly isFirst: boolean;
}

export interface ToneEar {
  /** Takes what came next, at {@link RATE}. Returns the texts that ended with it. */
  hear(samples: Int16Array): readonly HeardText[];
  /** Returns what had begun and did not end, besides the last texts. */
  end(): readonly HeardText[];
}

/** Silence within a block, in samples, is a reply that was paused: it is left out, and the block goes on. */
const PAUSE = 80;
const SILENT = 150;

/** Creates an ear that hears texts in a stream. */
export function createToneEar(): ToneEar {
  let stream = new Int16Array(RATE);
  let length = 0;
  let at = 0;
  let quiet = 0;
  /** The block heard last, until it was said the second time. */
  let last: readonly number[] = [];
  let open: { readonly bytes: number[]; blocks: number; isWhole: boolean } | undefined;
  /** Samples heard, silence included; and how many there will be when the open text is over, once its last block was heard. */
  let total = 0;
  let over: number | undefined;
  /** How far behind `at` its block begins, once that was searched for: the block is awaited in many small pieces. */
  let begins: number | undefined;

  function take(samples: Int16Array): void {
    total += samples.length;
    if (length + samples.length > stream.length) {
      const larger = new Int16Array(2 * (length - at + samples.length) + RATE);
      larger.set(stream.subarray(at, length));
      [stream, length, at] = [larger, length - at, 0];
    }
    for (const sample of samples) {
      quiet = Math.abs(sample) < SILENT ? quiet + 1 : 0;
      if (quiet === PAUSE) {
        const end = length;
        length -= Math.min(PAUSE - 1, Math.max(0, length - at));
        stream.fill(0, length, end);
      }
      if (quiet < PAUSE) stream[length++] = sample;
    }
  }

  /** The block that begins at `at`, or how far there is none; undefined when more has to be heard first. */
  function next(isOver: boolean): { readonly block?: Block; readonly to: number } | undefined {
    if (begins === undefined) {
      if (!syncAt(stream, at).isSync) return { to: at + STEP };
      // What is searched must not be left out as silence later.
      if (at + 2 * SYMBOL + PAUSE > length && !isOver) return undefined;
      begins = clearestSync(stream, at, length) + SYMBOL - at;
    }
    const from = at + begins;
    // What is silent behind a block is left out, so its last symbol may seem to end early.
    const symbols = (length - from) / SYMBOL + 0.25;
    if (symbols < 1) return isOver ? { to: length } : undefined;
    const count = (byteAt(stream, from) & (BLOCK_BYTES - 1)) + 3;
    if (symbols < count) return isOver ? { to: from } : undefined;
    const block = Array.from({ length: count }, (_, i) => byteAt(stream, from + i * SYMBOL));
    const sum = block.pop();
    const saying = SAYINGS.find((each) => sum === checksum(block, each));
    if (saying === undefined) return { to: from };
    return { block: { bytes: block, isFirst: saying === FIRST }, to: from + count * SYMBOL - STEP };
  }

  function close(): HeardText[] {
    const heard = open ? [{ text: new TextDecoder().decode(Uint8Array.from(open.bytes)), isWhole: open.isWhole }] : [];
    open = undefined;
    over = undefined;
    return heard;
  }

  function listen(isOver: boolean): HeardText[] {
    const heard: HeardText[] = [];
    while (at + SYMBOL <= length) {
      const found = next(isOver);
      if (!found) break;
      at = found.to;
      begins = undefined;
      if (found.block) heard.push(...hearBlock(found.block));
    }
    if (over !== undefined && total >= over) heard.push(...close());
    return heard;
  }

  function hearBlock({ bytes: [header = 0, ...bytes], isFirst }: Block): HeardText[] {
    const isAgain = !isFirst && String([header, ...bytes]) === String(last);
    last = isFirst ? [header, ...bytes] : [];
    // A text is over when its last block was said twice: what follows it does not speak over it.
    if (isAgain) return header & LAST ? close() : [];
    const number = (header & ~LAST) >> 4;
    const heard = number === 0 ? cutOff() : [];
    open ??= { bytes: [], blocks: 0, isWhole: true };
    if (number !== numberOf(open.blocks)) open.isWhole = false;
    open.bytes.push(...bytes);
    open.blocks = number + 1;
    if (header & LAST) over = total + (isFirst ? (bytes.length + 5) * SYMBOL : 0);
    return heard;
  }

  function cutOff(): HeardText[] {
    if (open && over === undefined) open.isWhole = false;
    return close();
  }

  return {
    hear(samples) {
      take(samples);
      return listen(false);
    },
    end: () => [...listen(true), ...cutOff()],
  };
}

/** Step of the search, in samples. */
const STEP = 32;
/** Least share of the sync's tones in all tones. */
const IS_SYNC = 0.6;
/** Least energy of a tone of the sync that is looked at any further. */
const AUDIBLE = (SYMBOL / 2) ** 2 * 200 ** 2;

function tonesOfByte(byte: number): readonly [number, number] {
  return [LOW_HZ + STEP_HZ * (byte >> 4), HIGH_HZ + STEP_HZ * (byte & 0xf)];
}

/** CRC-8 (polynomial 0x07). */
function checksum(bytes: readonly number[], begin: number): number {
  let sum = begin;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x80 ? 0x07 : 0)) & 0xff;
  }
  return sum;
}

const waves = new Map<number, readonly [Float64Array, Float64Array]>();

/** The energy of a symbol's length of samples at a pitch. */
function energyAt(samples: Int16Array, at: number, hz: number): number {
  let wave = waves.get(hz);
  if (!wave) {
    const angle = (i: number) => (2 * Math.PI * hz * i) / RATE;
    wave = [
      Float64Array.from({ length: SYMBOL }, (_, i) => Math.cos(angle(i))),
      Float64Array.from({ length: SYMBOL }, (_, i) => Math.sin(angle(i))),
    ];
    waves.set(hz, wave);
  }
  const [cosine, sine] = wave;
  let real = 0;
  let imaginary = 0;
  for (let i = 0; i < SYMBOL; i++) {
    const sample = samples[at + i] ?? 0;
    real += sample * (cosine[i] ?? 0);
    imaginary += sample * (sine[i] ?? 0);
  }
  return real ** 2 + imaginary ** 2;
}

const SIXTEEN = Array.from({ length: 16 }, (_, i) => i);
const energiesFrom = (samples: Int16Array, at: number, hz: number) =>
  SIXTEEN.map((i) => energyAt(samples, at, hz + STEP_HZ * i));

/** Whether the sync's tones, of which the weaker one counts, are most of all tones, and how far their energy exceeds the others'. */
function syncAt(samples: Int16Array, at: number): { readonly isSync: boolean; readonly clear: number } {
  const sync = 2 * Math.min(...SYNC_HZ.map((hz) => energyAt(samples, at, hz)));
  if (sync < 2 * AUDIBLE) return { isSync: false, clear: 0 };
  const others = [LOW_HZ, HIGH_HZ].flatMap((hz) => energiesFrom(samples, at, hz)).reduce((a, b) => a + b, 0);
  return { isSync: sync / (sync + others) > IS_SYNC, clear: sync - others };
}

/** Where the sync that is found at `at` is clearest, before `end`. */
function clearestSync(samples: Int16Array, at: number, end: number): number {
  let best = { place: at, clear: 0 };
  for (let place = at; place <= at + SYMBOL && place + SYMBOL <= end; place += STEP / 8) {
    const { clear } = syncAt(samples, place);
    if (clear > best.clear) best = { place, clear };
  }
  return best.place;
}

function byteAt(samples: Int16Array, at: number): number {
  const [high = 0, low = 0] = [LOW_HZ, HIGH_HZ].map((hz) => {
    const energies = energiesFrom(samples, at, hz);
    return energies.indexOf(Math.max(...energies));
  });
  return (high << 4) | low;
}

/** Half the length of the filter, in samples. */
const TAPS = 48;
const CUT_HZ = 1_100;

/** What lies below the tones. */
function lowPassed(voice: Int16Array): Float64Array {
  const taps = Array.from({ length: 2 * TAPS + 1 }, (_, i) => {
    const x = i - TAPS;
    const ideal = x === 0 ? (2 * CUT_HZ) / RATE : Math.sin((2 * Math.PI * CUT_HZ * x) / RATE) / (Math.PI * x);
    return ideal * (0.54 + 0.46 * Math.cos((Math.PI * x) / TAPS));
  });
  return Float64Array.from(voice, (_, at) => taps.reduce((sum, tap, i) => sum + tap * (voice[at + i - TAPS] ?? 0), 0));
}
