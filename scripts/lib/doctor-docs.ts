import { ALL_LINKS } from "../../src/doctor/chain.js";
import type { Check } from "../../src/doctor/check.js";
import { BROKEN_SETUPS } from "../../test/support/index.js";

/** What docs/troubleshooting.md says of the doctor, from what it is made of and tried with. */
export function doctorTables(): string {
  return [linksTable(ALL_LINKS), "", "### Tried with", "", setupsTable(BROKEN_SETUPS)].join("\n");
}

/** The links of the chain as Markdown: what each hangs on, and what helps with what it finds. */
function linksTable(links: readonly Check[]): string {
  const rows = links.map(({ name, title, needs = [], remedies }) => {
    const helps = [...new Set(remedies.map(([, remedy]) => remedy))].map((remedy) => `${remedy}.`);
    return [`${title} (\`${name}\`)`, needs.map((need) => `\`${need}\``).join(", "), helps.join("<br>")];
  });
  return [
    "| Link | Hangs on | What helps |",
    "|---|---|---|",
    ...rows.map((cells) => `| ${cells.map(cell).join(" | ")} |`),
  ].join("\n");
}

/** Set-ups with one thing wrong as Markdown, each with the link that is blamed. */
function setupsTable(
  setups: readonly { readonly what: string; readonly link: string; readonly works?: true }[],
): string {
  const rows = setups.map(
    ({ what, link, works }) => `| ${cell(what)} | \`${link}\`${works ? ", which is told as an advice" : ""} |`,
  );
  return ["| What is wrong | What the doctor names |", "|---|---|", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<key", "\\<key");
}
