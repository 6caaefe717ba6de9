import { fileURLToPath } from "node:url";

const RUN = fileURLToPath(new URL("../../scripts/lib/compiled/run.mjs", import.meta.url));

/**
 * Returns node's arguments for a program of this repository as a process of its own, such as `src/main.ts`. It runs from its
 * bundle, which is made anew if anything in it has changed.
 * @param path of its TypeScript: relative to the project, absolute, or a file: URL
 */
export const programArgs = (path: string, ...args: readonly string[]): readonly string[] => [RUN, path, ...args];
