import { execFile } from "node:child_process";
import { basename } from "node:path";

const CHECK_MS = 3_000;

/**
 * The position of a syntax error in a file, as `tide.mjs:12`; undefined when there is none, or it cannot be determined. Node does
 * not report the position when it imports a file, only when it checks one. Nothing of the file is run.
 */
export function placeOfSyntaxError(file: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["--check", file], { timeout: CHECK_MS, env: {} }, (_failure, _stdout, stderr) => {
      const line = /:(\d+)\r?\n/.exec(stderr)?.[1];
      resolve(line && `${basename(file)}:${line}`);
    });
  });
}
