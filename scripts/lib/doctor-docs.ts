import { ALL_LINKS } from "../../src/doctor/chain.js";
import type { Check } from "../../src/doctor/check.js";
import { BROKEN_SETUPS, type BrokenSetup } from "../../test/support/index.js";

/** Returns the tables of docs/troubleshooting.md: the links of the doctor, and faults that a running service reports. */
export function doctorTables(): string {
  return [linksTable(ALL_LINKS), "", "### What a running service says", "", setupsTable(BROKEN_SETUPS)].join("\n");
}

/** The links as Markdown, and what each depends on. The doctor itself says the remedy for what it finds. */
function linksTable(links: readonly Check[]): string {
  const rows = links.map(({ name, title, needs = [] }) => [
    `${title} (\`${name}\`)`,
    needs.map((need) => `\`${need}\``).join(", "),
  ]);
  return ["| Link | Depends on |", "|---|---|", ...rows.map((cells) => `| ${cells.map(cell).join(" | ")} |`)].join(
    "\n",
  );
}

/** Faults as Markdown: where a running service reports each, and which link of the doctor names it. */
function setupsTable(setups: readonly BrokenSetup[]): string {
  const rows = setups.flatMap(({ what, link, service }) =>
    service
      ? [[what, `\`${link}\``, `\`${service.check}\`${service.works ? " stays good" : ""}`, `\`${service.event}\``]]
      : [],
  );
  return [
    "| What is wrong | Doctor | Check of `/health` | Log |",
    "|---|---|---|---|",
    ...rows.map((cells) => `| ${cells.map(cell).join(" | ")} |`),
  ].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
