import { execFileSync } from "node:child_process";

/** Paths that differ from revision `since`, committed or not, including untracked ones. */
export function changedFiles(since: string): readonly string[] {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).split("\n");
  return [...git("diff", "--name-only", since, "--"), ...git("ls-files", "--others", "--exclude-standard")].filter(
    (path) => path !== "",
  );
}

/** Tests directly in test/unit read the tree (pages, Compose, imports), so files that are not code can break them, too. */
const READS_THE_TREE = /^test\/unit\/[^/]+\.test\.ts$/;
const CODE = /\.(ts|tsx|mjs)$/;

/** Those of `files` that a change of `changed` can affect. @param inputsOf the files in the bundle of a file */
export function reached(
  files: readonly string[],
  changed: readonly string[],
  inputsOf: (file: string) => readonly string[],
): readonly string[] {
  const set = new Set(changed);
  const beyondCode = changed.some((path) => !CODE.test(path));
  return files.filter(
    (file) => inputsOf(file).some((input) => set.has(input)) || (beyondCode && READS_THE_TREE.test(file)),
  );
}
