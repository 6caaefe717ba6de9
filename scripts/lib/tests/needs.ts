import { readFileSync } from "node:fs";

/**
 * What a test file says that it needs, on a line of its own before its imports: `// needs: quiet`, `// needs: disk clock`.
 * Without such a line a file runs beside any other.
 *
 * - `quiet`: it judges milliseconds. It runs alone, after all others.
 * - `calm`: it judges a second or two, such as the longest silence that a caller heard. It runs after those that bear any
 *   company, beside such as leave most of the machine idle.
 * - `disk`: it fills or mounts a file system. `clock`: it moves the time of processes. `net`: it changes network
 *   interfaces or needs ports that are fixed. One file at a time for each of these.
 */
export const NEEDS = ["quiet", "calm", "disk", "clock", "net"] as const;
export type Need = (typeof NEEDS)[number];

const LINE = /^\/\/ needs: (.*)$/m;

/** Reads what the test file `text` needs. @throws Error that names an unknown need */
export function needsIn(text: string, file: string): readonly Need[] {
  const words =
    LINE.exec(text)?.[1]
      ?.split(/[\s,]+/)
      .filter((word) => word !== "") ?? [];
  return words.map((word) => {
    const need = NEEDS.find((each) => each === word);
    if (need === undefined)
      throw new Error(`${file}: "${word}" after "needs:" is not known; expected ${NEEDS.join(", ")}`);
    return need;
  });
}

/** Reads what the test file at `path` needs. */
export const needsOf = (path: string) => needsIn(readFileSync(path, "utf8"), path);
