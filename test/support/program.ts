import { fileURLToPath } from "node:url";

const RUN = fileURLToPath(new URL("../../scripts/lib/compiled/run.mjs", import.meta.url));

/**
 * Returns node's arguments for a program of this repository as a process of its own, such as `src/main.ts`. It runs from its
 * bundle, which is made anew if anything in it has changed. Of those in `TEST_BUNDLES`, which the runner of tests has just made,
 * that is not looked at: it takes a tenth of the start of a controller.
 * @param path of its TypeScript: relative to the project, absolute, or a file: URL
 */
export function programArgs(path: string, ...args: readonly string[]): readonly string[] {
  const made = JSON.parse(process.env.TEST_BUNDLES ?? "{}") as Readonly<Record<string, string>>;
  const bundle = made[path];
  return bundle === undefined ? [RUN, path, ...args] : [bundle, ...args];
}
