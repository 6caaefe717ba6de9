import { readFile } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { Rule, type ToolUse } from "./rules.js";

/**
 * A conversation as a data file: rules in order, each with what it looks for in the user's words, the tools that it
 * calls first, and what it says. `when` is a regular expression (case is ignored) or "sum"; `{result}`,
 * `{expression}` and `{1}` in texts and arguments stand for what the tools answered and what was found.
 */
interface ConversationFile {
  readonly rules: readonly { readonly when: string; readonly call?: readonly ToolUse[]; readonly say?: string }[];
  /** Said when no rule applies. */
  readonly otherwise?: string;
}

/** @param name of a file in the folder conversations, without .json; or an absolute path */
export async function loadConversation(
  name: string,
): Promise<{ rules: readonly Rule[]; otherwise: string | undefined }> {
  const file = isAbsolute(name) ? name : fileURLToPath(new URL(`conversations/${name}.json`, import.meta.url));
  const { rules, otherwise } = JSON.parse(await readFile(file, "utf8")) as ConversationFile;
  const made = rules.map(({ when, call, say }) => {
    const rule = new Rule(when === "sum" ? "sum" : new RegExp(when, "i"));
    if (call) rule.callTools(...call.map((use) => [use.tool, use.arguments] as const));
    return say === undefined ? rule : rule.say(say);
  });
  return { rules: made, otherwise };
}
