import { createTwoFilesPatch } from "diff";
import { type FileChange, toText } from "./file-state.js";
import { masked } from "./mask.js";

/** Formats planned changes as a unified difference with masked secrets. */
export function showChanges(changes: readonly FileChange[], secrets: readonly string[]): string {
  return changes.map((change) => showChange(change, secrets)).join("\n");
}

function showChange(change: FileChange, secrets: readonly string[]): string {
  const { path, before, after } = change;
  const access = `${after.mode.toString(8).padStart(4, "0")}, user ${after.uid}, group ${after.gid}`;
  if (before?.bytes === after.bytes) return `${path}: permissions ${before.mode.toString(8)} → ${access}\n`;
  if (change.shown === "name" && !before) return `${path}: new, ${after.bytes.length} bytes (${access})\n`;
  const [from, base] = before ? [path, before.bytes] : ["/dev/null", ""];
  const patch = createTwoFilesPatch(from, path, toText(base), toText(after.bytes), "", before ? "" : `new (${access})`);
  return masked(patch.replace(/^(Index: .*\n)?=+\n/, ""), secrets);
}
