import { readFileSync } from "node:fs";

/**
 * The needs of a test file, stated on a separate line before its imports: `// needs: quiet`, `// needs: disk clock`.
 * Without such a line, a file may run together with any other.
 *
 * - `quiet`: it measures milliseconds. It runs alone, after all others.
 * - `disk`: it fills or mounts a file system. `clock`: it changes the time of processes. `net`: it changes network
 *   interfaces or needs fixed ports. One file at a time for each of these.
 */
export const NEEDS = ["quiet", "disk", "clock", "net"] as const;
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
