import { categoryOf, OCCASIONS, type PhraseCategory } from "./phrase-categories.js";
import { SCHEMA } from "./schema.js";
import { fallbackText, type Setting } from "./setting.js";

/** Formats the settings as Markdown: a heading and a table for each area, ending with all phrases. */
export function settingsTable(): string {
  const { phrases, ...areas } = SCHEMA;
  const tables = Object.values(areas).map(({ title, settings }) => {
    const rows = (Object.values(settings) as Setting<unknown>[]).map((setting) => {
      const name = `\`${setting.name}\`${setting.file ? `<br>or \`${setting.name}_FILE\`` : ""}`;
      const fallback = setting.required ? "**required**" : fallbackText(setting);
      return [name, setting.description, setting.values, fallback];
    });
    return table(title, ["Setting", "Meaning", "Values", "Default"], rows);
  });
  return [...tables, phraseTable(phrases)].join("\n\n");
}

function phraseTable({ title, settings }: typeof SCHEMA.phrases): string {
  const variables: Readonly<Record<string, { readonly name: string }>> = settings;
  const rows = OCCASIONS.map((occasion) => {
    const { description, default: phrases, values = [] }: PhraseCategory = categoryOf(occasion);
    const variable = variables[occasion];
    const name = `\`${occasion}\`${variable ? `<br>or \`${variable.name}\`` : ""}`;
    const filledIn = values.map((value) => ` \`{${value}}\` is filled in.`).join("");
    return [name, description + filledIn, phrases.map((phrase) => `“${phrase}”`).join(" ")];
  });
  return table(title, ["Category", "Meaning", "Default"], rows);
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [`### ${title}`, "", line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
