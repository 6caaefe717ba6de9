import type { Facts } from "./facts.js";

/**
 * Returns a fault when our files already exist and were written from another folder. That installation would silently lose its
 * Asterisk, and neither could be undone.
 *
 * @returns undefined when there are none from another folder
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
