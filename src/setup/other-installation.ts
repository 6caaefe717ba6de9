import type { Facts } from "./facts.js";

/**
 * Why files that only this program writes must not be written: they are there, and the set-up of another folder has written
 * them. It would lose its Asterisk without a word, and neither could be taken back any more.
 *
 * @returns undefined when there are none of another's
 */
export function faultOfOthers(
  { file, isWritten }: Pick<Facts, "file" | "isWritten">,
  paths: readonly string[],
): string | undefined {
  const others = paths.filter((path) => file(path) !== undefined && !isWritten(path));
  if (others.length === 0) return undefined;
  return (
    `${others.join(", ")}: written by another installation, from another folder. ` +
    "Run scripts/setup --undo there first; if that folder is gone, remove these files"
  );
}
