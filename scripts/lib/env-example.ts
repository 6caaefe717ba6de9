import { readFileSync } from "node:fs";
import { commented, envExample } from "../../src/config/settings-docs.js";

/** One variable that compose.yaml reads and the controller does not. */
export interface ComposeVariable {
  readonly name: string;
  readonly meaning: string;
  /** What holds unless it is set; empty where nothing does. */
  readonly fallback: string;
}

/** Those that are there to be filled in. */
const OPEN = new Set(["COMPOSE_PROFILES", "ASTERISK_EXTERNAL_ADDRESS"]);

/** The variables that stand at the head of compose.yaml, a name and its meaning each, in their order. */
export function composeVariables(
  text: string = readFileSync(new URL("../../compose.yaml", import.meta.url), "utf8"),
): ComposeVariable[] {
  const [head = "", body = ""] = text.split(/^name:/m);
  return [...head.matchAll(/^# {3}([A-Z][A-Z0-9_]+) {2,}(.*(?:\n# {8,}.*)*)/gm)].map(([, name = "", meaning = ""]) => ({
    name,
    meaning: meaning.replace(/\n# +/g, " "),
    // Not in what is said about those that are missing, and no part of a path.
    fallback: new RegExp(`(?<!/)\\$\\{${name}:-([^}]+)\\}`).exec(body.replace(/^x-needed:[^]*?\n\n/m, ""))?.[1] ?? "",
  }));
}

/** The text of the file `.env.example`: every setting, and what Compose reads besides. */
export function envExampleFile(): string {
  const parts = [envExample(), "# --- Docker Compose alone; the controller by itself knows none of these ---\n"];
  for (const { name, meaning, fallback } of composeVariables()) {
    const sentence = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1).replace(/\.?$/, ".")}`;
    const notes = fallback === "" ? sentence : `${sentence} Default: ${fallback}.`;
    parts.push(`${commented(notes)}\n${OPEN.has(name) ? "" : "#"}${name}=${fallback}\n`);
  }
  return parts.join("\n");
}
