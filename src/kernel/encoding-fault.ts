/** UTF-16 that was read as UTF-8: the byte order mark is invalid, and every second byte is 0. */
const UTF_16 = /^\ufffd\ufffd|^[^\n]\0/;
/** Stands in a text for bytes that are not UTF-8. */
const REPLACED = "\ufffd";

/** Whether a text that was read as UTF-8 was written in UTF-16. */
export function isUtf16(text: string): boolean {
  return UTF_16.test(text);
}

/** A reason why a text is not what was written. */
export interface EncodingFault {
  /** The first line with it, from 1. */
  readonly line: number;
  /** A clause with the file as its subject. */
  readonly message: string;
}

/**
 * Finds out whether a text that was read as UTF-8 was written in another encoding: its letters are then lost, and if it is
 * written back they are lost in the file as well.
 */
export function encodingFault(text: string): EncodingFault | undefined {
  if (isUtf16(text)) return { line: 1, message: "is written in UTF-16: save it as UTF-8" };
  const at = text.indexOf(REPLACED);
  if (at < 0) return undefined;
  return { line: text.slice(0, at).split("\n").length, message: "is not written in UTF-8: save it as UTF-8" };
}
