import { execFile } from "node:child_process";

export interface CommandResult {
  /** 127 when the program does not exist. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const USUAL_MS = 60_000;
/** Longest output, in bytes. The dialplan of a large FreePBX is about 2 MB. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Folders of `asterisk` and `chroot`, which are missing in a plain user's PATH. */
const SBIN = ":/usr/local/sbin:/usr/sbin:/sbin";

export interface CommandOptions {
  readonly path: string | undefined;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Time limit, in ms; default a minute. */
  readonly ms?: number;
}

/** Runs a program to its end. Never throws. */
export function runCommand(program: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve) => {
    const { path, cwd, env, input, ms = USUAL_MS } = options;
    const child = execFile(
      program,
      [...args],
      {
        env: { PATH: (path ?? "/usr/bin:/bin") + SBIN, ...env },
        timeout: ms,
        maxBuffer: MAX_BYTES,
        ...(cwd && { cwd }),
      },
      (error, stdout, stderr) => {
        const code = error ? (typeof error.code === "number" ? error.code : error.code === "ENOENT" ? 127 : 1) : 0;
        resolve({ code, stdout, stderr });
      },
    );
    child.stdin?.on("error", () => {}); // It did not want to hear it.
    child.stdin?.end(input ?? "");
  });
}

/** Formats a command for a shell; words with special characters are quoted. */
export function shellWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}
