import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const readme = readFileSync(at("README.md"), "utf8");

describe("README.md", () => {
  it("leads to every page of the documentation, and nowhere that is not", () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => path);
    assert.deepEqual(
      links.filter((path) => !existsSync(at(path))),
      [],
    );
    const pages = readdirSync(at("docs")).filter((name) => name.endsWith(".md"));
    assert.deepEqual(
      pages.filter((name) => !links.includes(`docs/${name}`)),
      [],
    );
  });

  it("tells the way of a call by files that are there", () => {
    const way = /### The way of a call\n([^]*)/.exec(readme)?.[1] ?? assert.fail("no such section");
    const files = [...way.matchAll(/`((?:[a-z-]+\/)*[a-z-]+\.ts)`/g)].map(([, path = ""]) => path);
    assert.ok(files.length > 15);
    const isThere = (path: string) =>
      existsSync(at(`src/${path}`)) || existsSync(at(`src/telephony/asterisk/${path}`)) || existsSync(at(path));
    assert.deepEqual(
      files.filter((path) => !isThere(path)),
      [],
    );
  });
});
