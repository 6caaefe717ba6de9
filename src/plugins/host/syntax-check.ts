import { execFile } from "node:child_process";
import { basename } from "node:path";

const CHECK_MS = 3_000;

/**
 * Where a file's syntax is wrong, as `tide.mjs:12`; undefined when it is not, or that cannot be found out. Node keeps the
 * place to itself when it imports a file, and tells it only when it is asked to check one. Nothing of the file is run.
 */
export function placeOfSyntaxError(file: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["--check", file], { timeout: CHECK_MS, env: {} }, (_failure, _stdout, stderr) => {
      const line = /:(\d+)\r?\n/.exec(stderr)?.[1];
      resolve(line && `${basename(file)}:${line}`);
    });
  });
}
