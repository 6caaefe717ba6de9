import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { FLOORS } from "../support/house.js";
import { codeIn, isThere, pages, pageText, rowsIn, sectionOf } from "../support/markdown.js";

const PAGE = "docs/architecture.md";
const SOURCES = fileURLToPath(new URL("../../src", import.meta.url));
/** What a path of the repository begins with. */
const PATH = /^(src|test|tools|scripts|docs|asterisk-config|monitoring|examples)\/[\w./-]*$/;
/** Looks like one, and is a message of the Model Context Protocol. */
const NO_PATH = "tools/list_changed";
/** A path, and behind it what is in that file. */
const NAMED = /`((?:src|test|tools|scripts)\/[\w./-]+)`\s+→\s+`(\w+)`/g;

describe("the pages that tell of the code", () => {
  it("name files and folders that are there", () => {
    const faults = pages().flatMap((page) =>
      codeIn(pageText(page))
        .filter((code) => PATH.test(code) && code !== NO_PATH && !isThere(code))
        .map((code) => `${page}: there is no ${code}`),
    );
    assert.deepEqual([...new Set(faults)], []);
  });

  it("name functions and classes where they are", () => {
    const faults = pages().flatMap((page) =>
      [...pageText(page).matchAll(NAMED)]
        .filter(([, path = "", name = ""]) => !isThere(path) || !declares(pageText(path), name))
        .map(([, path, name]) => `${page}: ${path} has no ${name}`),
    );
    assert.deepEqual(faults, []);
  });
});

describe(PAGE, () => {
  it("tells the walks by files", () => {
    const walks = codeIn(sectionOf(PAGE, "The walks")).filter((code) => PATH.test(code));
    assert.ok(new Set(walks).size > 30);
  });

  it("has the floors of the house, and a line for each folder", () => {
    const rows = rowsIn(sectionOf(PAGE, "The floors"));
    const floors = Object.fromEntries(rows.map(([folder = "", floor]) => [folder.replaceAll("`", ""), Number(floor)]));
    assert.deepEqual(floors, FLOORS);
    const folders = readdirSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assert.deepEqual(
      folders.map(({ name }) => `src/${name}`).filter((folder) => !(folder in floors)),
      [],
    );
    for (const [folder, , purpose = ""] of rows) assert.ok(purpose.length > 20, folder);
  });

  it("has no word in its glossary that the code has not", () => {
    const code = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.m?ts$/.test(name))
      .map((name) => pageText(join("src", name)))
      .join("\n");
    const words = rowsIn(sectionOf(PAGE, "Glossary")).map(([word = ""]) => word.replaceAll("*", ""));
    assert.ok(words.length > 30);
    assert.equal(new Set(words).size, words.length);
    assert.deepEqual(
      words.filter((word) => !new RegExp(word.replaceAll(/[ -]/g, "[ _-]?"), "i").test(code)),
      [],
    );
  });
});

/** Whether a source declares a function, class, type, constant or method of that name. */
function declares(source: string, name: string): boolean {
  const declared = new RegExp(`\\b(function\\*?|class|const|let|interface|type) ${name}\\b`);
  return declared.test(source) || new RegExp(`^\\s+(readonly |async |static )*${name}[(?:=]`, "m").test(source);
}
