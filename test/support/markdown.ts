import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** Whether the repository has this file or folder. */
export function isThere(path: string): boolean {
  return existsSync(join(PROJECT, path));
}

export function pageText(path: string): string {
  return readFileSync(join(PROJECT, path), "utf8");
}

/** Every page that people read, by its path in the repository. */
export function pages(): readonly string[] {
  const inDocs = readdirSync(join(PROJECT, "docs")).filter((name) => name.endsWith(".md"));
  return ["README.md", "CONTRIBUTING.md", "asterisk-config/freepbx/README.md", ...inDocs.map((name) => `docs/${name}`)];
}

export interface Link {
  /** Where it leads, as a path in the repository. */
  readonly path: string;
  /** The heading there, as in an address; empty without one. */
  readonly anchor: string;
}

/** The links of a page that lead to somewhere in the repository. */
export function linksOf(page: string): readonly Link[] {
  return [...prose(pageText(page)).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
    ([, path = "", anchor = ""]) => ({ path: path === "" ? page : normalize(join(dirname(page), path)), anchor }),
  );
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ""] of prose(pageText(page)).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-");
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    anchors.add(times === 0 ? anchor : `${anchor}-${times}`);
  }
  return anchors;
}

/** What stands in backticks in a page, code blocks apart. */
export function codeIn(text: string): readonly string[] {
  return [...prose(text).matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
}

/** What stands under a heading, down to the next one of the same rank or above. @throws {Error} when there is none */
export function sectionOf(page: string, heading: string): string {
  const lines = pageText(page).split("\n");
  const from = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (from === -1) throw new Error(`${page} has no section "${heading}"`);
  const rank = /^#+/.exec(lines[from] ?? "")?.[0].length ?? 1;
  const length = lines.slice(from + 1).findIndex((line) => (/^#+(?= )/.exec(line)?.[0].length ?? 7) <= rank);
  return lines.slice(from + 1, length === -1 ? undefined : from + 1 + length).join("\n");
}

/** The rows of all tables in a text, headings and rulers apart; each is its cells. */
export function rowsIn(text: string): readonly (readonly string[])[] {
  const rows = [...text.matchAll(/^\|(.*)\|$/gm)].map(([, row = ""]) => row.split("|").map((cell) => cell.trim()));
  const isRuler = (cells: readonly string[] | undefined) => cells?.every((cell) => /^:?-+:?$/.test(cell)) ?? false;
  return rows.filter((cells, at) => !isRuler(cells) && !isRuler(rows[at + 1]));
}

/** Without code blocks: what looks like a heading, a link or a code span in them is none. */
function prose(text: string): string {
  return text.replace(/^```[^]*?^```$/gm, "");
}
