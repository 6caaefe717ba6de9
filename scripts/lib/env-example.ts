import { readFileSync } from "node:fs";
import { type ComposeVariable, envExample } from "../../src/config/settings-docs.js";

/** The variables described at the head of compose.yaml, with their meanings, in order. */
export function composeVariables(
  text: string = readFileSync(new URL("../../compose.yaml", import.meta.url), "utf8"),
): ComposeVariable[] {
  const [head = "", body = ""] = text.split(/^name:/m);
  return [...head.matchAll(/^# {3}([A-Z][A-Z0-9_]+) {2,}(.*(?:\n# {8,}.*)*)/gm)].map(([, name = "", meaning = ""]) => ({
    name,
    meaning: meaning.replace(/\n# +/g, " "),
    // Not within an error message for a missing value, and not part of a path.
    fallback: new RegExp(`(?<!/)\\$\\{${name}:-([^}]+)\\}`).exec(body.replace(/^x-needed:[^]*?\n\n/m, ""))?.[1] ?? "",
  }));
}

/** Returns the text of the file `.env.example`: every setting, and the variables that only Compose reads. */
export function envExampleFile(): string {
  return envExample(composeVariables());
}
