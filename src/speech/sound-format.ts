/** The rate of raw audio of OpenAI and most compatible servers, in Hz. */
export const USUAL_RATE = 24_000;

/** The format declared in the header of an answer. */
export interface DeclaredSound {
  /** The media type as it was sent; empty when there is none. */
  readonly type: string;
  /** The `rate` of raw audio, in Hz. */
  readonly rate: number | undefined;
  /** The `channels` of raw audio. */
  readonly channels: number | undefined;
}

/** Reads a `content-type` such as `audio/pcm;rate=22050`. */
export function declaredSound(contentType: string | null): DeclaredSound {
  const [type = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim().toLowerCase());
  const valueOf = (...names: string[]) => {
    for (const parameter of parameters) {
      const [, name = "", value = ""] = /^(\w+)\s*=\s*"?(\d{1,6})"?$/.exec(parameter) ?? [];
      if (names.includes(name) && Number(value) > 0) return Number(value);
    }
    return undefined;
  };
  return { type, rate: valueOf("rate", "sample_rate", "samplerate"), channels: valueOf("channels") };
}

/** Media types of audio that would be noise if played as samples, and their names. */
const COMPRESSED_TYPES: readonly (readonly [RegExp, string])[] = [
  [/mpeg|mp3/, "MP3"],
  [/ogg|opus/, "Ogg"],
  [/flac/, "FLAC"],
  [/aac|mp4|m4a/, "AAC"],
  [/webm/, "WebM"],
];

/** The name of the compressed format of a media type. */
export function compressedType(type: string): string | undefined {
  return COMPRESSED_TYPES.find(([pattern]) => pattern.test(type))?.[1];
}

/** Number of bytes that {@link foreignSound} needs. */
export const TELLING_BYTES = 16;

/** What files begin with, from a position on. */
const BEGINNINGS: readonly (readonly [name: string, at: number, bytes: string])[] = [
  ["MP3", 0, "ID3"],
  ["Ogg", 0, "OggS"],
  ["FLAC", 0, "fLaC"],
  ["MP4", 4, "ftyp"],
  ["WebM", 0, "\u001aE\u00df\u00a3"],
  ["AIFF", 0, "FORM"],
  ["CAF", 0, "caff"],
  ["AU", 0, ".snd"],
  ["AMR", 0, "#!AMR"],
  ["gzip", 0, "\u001f\u008b\b"],
  // Asked only about what cannot be read as WAV.
  ["RF64", 0, "RF64"],
  ["RIFX", 0, "RIFX"],
  ["a RIFF file that is not readable as WAV", 0, "RIFF"],
];

/**
 * Recognises by the first bytes what is not samples, whatever was declared; undefined when they may be samples. Speech begins
 * quietly, so the large sample values that these bytes would be do not occur at the beginning.
 */
export function foreignSound(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head.subarray(0, TELLING_BYTES));
  const found = BEGINNINGS.find(([, at, bytes]) => text.startsWith(bytes, at));
  if (found) return found[0];
  if (isMp3Frame(head)) return "MP3";
  return isAdtsFrame(head) ? "AAC" : undefined;
}

/** Whether these bytes are letters and signs: a message in place of sound. Speech does not begin that loud, and so varied. */
export function isWritten(head: Uint8Array): boolean {
  const isText = head.every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d));
  return isText && head.length >= TELLING_BYTES && new Set(head).size >= TELLING_BYTES / 3;
}

function isAdtsFrame([sync, version = 0, rates = 0xff]: Uint8Array): boolean {
  return sync === 0xff && (version & 0xf6) === 0xf0 && (rates & 0x3c) < 0x34;
}

/** The header of an MPEG layer III frame with no reserved values. */
function isMp3Frame([sync, version = 0, rates = 0]: Uint8Array): boolean {
  const isLayer3 = (version & 0xe6) === 0xe2 && (version & 0x18) !== 0x08;
  const bitrate = rates >> 4;
  return sync === 0xff && isLayer3 && bitrate !== 0 && bitrate !== 15 && (rates & 0x0c) !== 0x0c;
}
