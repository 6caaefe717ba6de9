import { ALL_LINKS } from "../../src/doctor/chain.js";
import type { Check } from "../../src/doctor/check.js";
import { backendRemedies } from "../../src/doctor/checks/backend-faults.js";
import { BROKEN_SETUPS, type BrokenSetup } from "../../test/support/index.js";

/** Remedies of all three servers, with `…` in place of LLM, STT and TTS. */
const OF_ALL_SERVERS = [
  ...new Set(
    backendRemedies({ address: "…_BASE_URL", key: "…_API_KEY", model: "…_MODEL" }).map(([, remedy]) => remedy),
  ),
];

/** Returns the tables of docs/troubleshooting.md: the links of the doctor, and faults that a running service reports. */
export function doctorTables(): string {
  return [linksTable(ALL_LINKS), "", "### What a running service says", "", setupsTable(BROKEN_SETUPS)].join("\n");
}

/** The links as Markdown: what each depends on, and its remedies. A remedy stands once. */
function linksTable(links: readonly Check[]): string {
  const seen = new Set(OF_ALL_SERVERS);
  const rows = links.map(({ name, title, needs = [], remedies }) => {
    const own = [...new Set(remedies.map(([, remedy]) => remedy))].filter(
      (remedy) => !seen.has(remedy) && !seen.has(anyServer(remedy)),
    );
    for (const remedy of own) seen.add(remedy);
    return [`${title} (\`${name}\`)`, needs.map((need) => `\`${need}\``).join(", "), lines(own)];
  });
  return [
    "| Link | Depends on | Remedies |",
    "|---|---|---|",
    ...rows.map((cells) => `| ${cells.map(cell).join(" | ")} |`),
    `| All of \`tts\`, \`stt\`, \`llm\`, \`llm-tools\` | | ${cell(lines(OF_ALL_SERVERS))} |`,
  ].join("\n");
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

/** A remedy with the settings of any server in place of one server's. */
function anyServer(remedy: string): string {
  return remedy
    .replaceAll(/\b(?:LLM|STT|TTS)_(BASE_URL|API_KEY)(?: \(or SPEECH_\w+\))?/g, "…_$1")
    .replaceAll(/\b(?:LLM|STT|TTS)_MODEL(?: and TTS_VOICE)?/g, "…_MODEL");
}

function lines(remedies: readonly string[]): string {
  return remedies.map((remedy) => `${remedy}.`).join("<br>");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<key", "\\<key");
}
