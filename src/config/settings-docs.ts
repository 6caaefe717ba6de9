import { SCHEMA } from "./schema.js";
import { fallbackText, plainFallback, type Setting } from "./setting.js";

const WIDTH = 100;

/** The text of `.env.example`: every setting with its meaning, the required ones open to be filled in. */
export function envExample(): string {
  const parts = [
    "# The settings of Attendant. Copy this file to .env and fill in what is not commented out.",
    "# The same as a table, and more about some of them: docs/settings.md.",
    "# A value may also be given as a file: NAME_FILE=/path, for the settings that say so.",
  ];
  for (const { title, settings } of Object.values(SCHEMA)) {
    parts.push("", `# --- ${title} ---`);
    for (const setting of Object.values(settings) as Setting<unknown>[]) {
      const notes = [setting.description, `Values: ${setting.values}.`];
      const fallback = fallbackText(setting);
      if (fallback !== "") notes.push(`Default: ${fallback}.`);
      if (setting.file) notes.push(`Or ${setting.name}_FILE.`);
      parts.push("", commented(notes.join(" ")));
      const value = setting.required || setting.fallbackText !== undefined ? "" : plainFallback(setting);
      parts.push(`${setting.required || setting.usual ? "" : "#"}${setting.name}=${value}`);
    }
  }
  return `${parts.join("\n")}\n`;
}

/** A text as a comment of `.env.example`. */
export function commented(text: string): string {
  return wrap(text)
    .map((line) => `# ${line}`)
    .join("\n");
}

/** The settings as Markdown: a heading and a table for each area. */
export function settingsTable(): string {
  const parts: string[] = [];
  for (const { title, settings } of Object.values(SCHEMA)) {
    parts.push(`### ${title}`, "", "| Setting | Meaning | Values | Default |", "|---|---|---|---|");
    for (const setting of Object.values(settings) as Setting<unknown>[]) {
      const name = `\`${setting.name}\`${setting.file ? `<br>or \`${setting.name}_FILE\`` : ""}`;
      const fallback = setting.required ? "**required**" : fallbackText(setting);
      parts.push(`| ${[name, setting.description, setting.values, fallback].map(cell).join(" | ")} |`);
    }
    parts.push("");
  }
  return parts.join("\n").trimEnd();
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
