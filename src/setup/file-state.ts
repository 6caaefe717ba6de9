/**
 * The bytes of a file, one character a byte (ISO 8859-1): whatever its encoding is, a file that is written back has all
 * of its bytes.
 */
export type Bytes = string;

/** What a file is, as far as it is put back. */
export interface FileState {
  readonly bytes: Bytes;
  /** Permissions alone: 0o640. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Whom a new file belongs to, and who may read it. */
export type Ownership = Omit<FileState, "bytes">;

/** One file that is to be written. */
export interface FileChange {
  readonly path: string;
  /** Undefined when it is not there. */
  readonly before: FileState | undefined;
  readonly after: FileState;
  /** What is shown of it: the difference, or, of files that somebody else made, only that there will be one. */
  readonly shown: "difference" | "name";
}

export function toBytes(text: string): Bytes {
  return Buffer.from(text, "utf8").toString("latin1");
}

export function toText(bytes: Bytes): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Lines added at the end of a file, with line ends as it has them. */
export function appended(bytes: Bytes, lines: readonly string[]): Bytes {
  const newline = /\r\n/.test(bytes) ? "\r\n" : "\n";
  const start = bytes === "" || bytes.endsWith("\n") ? bytes : bytes + newline;
  return start + lines.map((line) => line + newline).join("");
}
