/** A character of several bytes in UTF-8, or an invalid byte; in text whose characters are bytes. */
const NOT_ASCII = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g;
/** What the bytes from 80 to 9f hexadecimal are in Windows' Western encoding; Node 20 decodes them as control characters. */
const WESTERN = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
/** The beginning of such a character at the end of a piece. */
const CUT = /(?:[\xc2-\xf4]|[\xe0-\xf4][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})$/;

/**
 * Decodes text that comes in pieces. Servers label as UTF-8 what is in Windows' Western encoding, and some mix both: bytes that
 * are not UTF-8 are read in that one, instead of being lost.
 */
export function createTextDecoder() {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let cut: Buffer = Buffer.alloc(0);

  function decode(bytes: Buffer): string {
    try {
      return utf8.decode(bytes);
    } catch {
      return bytes.toString("latin1").replace(NOT_ASCII, character);
    }
  }

  return {
    push(piece: Uint8Array): string {
      const bytes = Buffer.concat([cut, piece]);
      const length = bytes.length - (CUT.exec(bytes.subarray(-3).toString("latin1"))?.[0].length ?? 0);
      cut = bytes.subarray(length);
      return decode(bytes.subarray(0, length));
    },
    end: () => decode(cut),
  };
}

function character(bytes: string): string {
  if (bytes.length > 1) return Buffer.from(bytes, "latin1").toString("utf8");
  return WESTERN[bytes.charCodeAt(0) - 0x80] ?? bytes;
}

/** Decodes a whole text in the same way. */
export async function wholeText(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  const decoder = createTextDecoder();
  return decoder.push(Buffer.concat(parts)) + decoder.end();
}
