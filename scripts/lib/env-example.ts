import { readFileSync } from "node:fs";
import { commented, envExample } from "../../src/config/settings-docs.js";

/** A variable that compose.yaml reads and the controller does not. */
export interface ComposeVariable {
  readonly name: string;
  readonly meaning: string;
  /** The default; empty when there is none. */
  readonly fallback: string;
}

/** Variables that are meant to be filled in. */
const OPEN = new Set(["COMPOSE_PROFILES", "ASTERISK_EXTERNAL_ADDRESS"]);

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

/** The contents of `.env.example`: every setting, and the variables that only Compose reads. */
export function envExampleFile(): string {
  const parts = [envExample(), "# --- Only for Docker Compose; the controller itself does not read these ---\n"];
  for (const { name, meaning, fallback } of composeVariables()) {
    const sentence = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1).replace(/\.?$/, ".")}`;
    const notes = fallback === "" ? sentence : `${sentence} Default: ${fallback}.`;
    parts.push(`${commented(notes)}\n${OPEN.has(name) ? "" : "#"}${name}=${fallback}\n`);
  }
  return parts.join("\n");
}
