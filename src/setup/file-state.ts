/**
 * The bytes of a file, one character per byte (ISO 8859-1), so that any file is written back unchanged, whatever its encoding.
 */
export type Bytes = string;

/** State of a file, as far as it is restored. */
export interface FileState {
  readonly bytes: Bytes;
  /** Permissions alone: 0o640. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Owner and permissions of a new file. */
export type Ownership = Omit<FileState, "bytes">;

/** A file to write. */
export interface FileChange {
  readonly path: string;
  /** Undefined when it does not exist. */
  readonly before: FileState | undefined;
  readonly after: FileState;
  /** Shows the difference, or only the name for files from other programs. */
  readonly shown: "difference" | "name";
}

export function toBytes(text: string): Bytes {
  return Buffer.from(text, "utf8").toString("latin1");
}

export function toText(bytes: Bytes): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Appends lines to a file, with its own line ends. */
export function appended(bytes: Bytes, lines: readonly string[]): Bytes {
  const newline = /\r\n/.test(bytes) ? "\r\n" : "\n";
  const start = bytes === "" || bytes.endsWith("\n") ? bytes : bytes + newline;
  return start + lines.map((line) => line + newline).join("");
}
