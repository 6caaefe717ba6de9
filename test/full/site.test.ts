import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, posix } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { PROJECT } from "../support/compose-file.js";
import { pages } from "../support/markdown.js";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.js";

const BASE = "/attendant/";
const SOURCES = "https://code.invalid/blob/main";

let folder: TemporaryFolder;
/** Of each page its text, by its path below the base. */
let html: ReadonlyMap<string, string>;

before(
  async () => {
    folder = await temporaryFolder();
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, SITE_BASE: BASE, SITE_SOURCES: SOURCES };
    await promisify(execFile)(join(PROJECT, "scripts/site"), [folder.path], { env });
    const names = readdirSync(folder.path, { recursive: true, encoding: "utf8" });
    const files = names.filter((name) => name.endsWith(".html") && name !== "404.html");
    html = new Map(files.map((name) => [name, readFileSync(join(folder.path, name), "utf8")]));
  },
  { timeout: 240_000 },
);
after(() => folder?.[Symbol.asyncDispose]());

describe("the documentation as a site", () => {
  it("has every page that there is in the repository", () => {
    const expected = pages().map((page) => (page === "README.md" ? "index.html" : page.replace(/\.md$/, ".html")));
    assert.deepEqual([...html.keys()].sort(), expected.sort());
  });

  it("has links, of pages and of its sidebar, that lead to pages and headings that are there", () => {
    const faults: string[] = [];
    let inPage = 0;
    let toHeadings = 0;
    for (const [page, text] of html) {
      for (const href of attributes(text, "a", "href")) {
        if (/^\w+:/.test(href)) continue;
        const [path = "", heading] = new URL(href, `http://site${BASE}${page}`).href
          .slice("http://site".length)
          .split("#");
        const target = fileAt(path);
        if (target === undefined || !html.has(target)) faults.push(`${page}: ${href}`);
        else if (heading && !idsOf(target).has(decodeURIComponent(heading))) faults.push(`${page}: ${href}`);
        inPage++;
        if (heading) toHeadings++;
      }
    }
    assert.deepEqual(faults, []);
    assert.ok(inPage > 400 && toHeadings > 100, `${inPage} links, ${toHeadings} of them to headings`);
  });

  it("leads to files that are no pages where these can be read", () => {
    const hrefs = attributes(html.get("docs/clients.html") ?? "", "a", "href");
    assert.ok(hrefs.includes(`${SOURCES}/examples/clients/call-and-wait`));
  });

  it("loads nothing from elsewhere", () => {
    for (const [page, text] of html) {
      const loaded = ["script src", "link href", "img src"].flatMap((each) => {
        const [element = "", attribute = ""] = each.split(" ");
        return attributes(text, element, attribute);
      });
      assert.ok(loaded.length > 0, page);
      assert.deepEqual(
        loaded.filter((address) => !address.startsWith(BASE)),
        [],
        page,
      );
    }
  });

  it("finds by its search what people look for, under headings that are there", async () => {
    const search = await searchOf(folder.path);
    for (const [words, page] of [
      ["barge-in", "docs/architecture.html"],
      ["LLM_BASE_URL", "docs/settings.html"],
      ["webhook signature", "docs/rest.html"],
    ] as const) {
      const found = search(words);
      const files = found.map((address) => fileAt(address.replace(/#.*/, "")));
      assert.ok(files.includes(page), `${words}: ${found.join(" ")}`);
      for (const address of found) {
        const [path = "", heading = ""] = address.split("#");
        assert.ok(!heading || idsOf(fileAt(path) ?? "").has(heading), `${words}: ${address}`);
      }
    }
    assert.deepEqual(search("qwxzvk"), []);
  });
});

/** The file that an address of the site is served from. */
function fileAt(path: string): string | undefined {
  if (!path.startsWith(BASE)) return undefined;
  const name = posix.normalize(path.slice(BASE.length) || "index.html");
  return name === "./" || name.endsWith("/")
    ? `${name}index.html`.replace(/^\.\//, "")
    : name.replace(/(\.html)?$/, ".html");
}

function idsOf(page: string): ReadonlySet<string> {
  const text = html.get(page) ?? "";
  return new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id));
}

function attributes(text: string, element: string, attribute: string): readonly string[] {
  const found = text.matchAll(new RegExp(`<${element} [^>]*?\\b${attribute}="([^"]*)"`, "g"));
  return [...found].map(([, value = ""]) => value.replaceAll("&amp;", "&"));
}

/** The search that a browser has: the same library over the index that the site brings. @returns addresses, the best first */
async function searchOf(site: string): Promise<(words: string) => readonly string[]> {
  const chunks = join(site, "assets/chunks");
  const name = readdirSync(chunks).find((each) => each.startsWith("@localSearchIndex"));
  assert.ok(name, "the site has no index");
  const index = (await import(join(chunks, name))) as { default: string };
  const MiniSearch = createRequire(join(PROJECT, "site/package.json"))("minisearch") as {
    loadJSON(json: string, options: object): { search(words: string, how: object): readonly { id: string }[] };
  };
  const loaded = MiniSearch.loadJSON(index.default, {
    fields: ["title", "titles", "text"],
    storeFields: ["title", "titles"],
  });
  // As the theme searches, and what a person sees of it without scrolling.
  const how = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } };
  return (words) =>
    loaded
      .search(words, how)
      .map(({ id }) => id)
      .slice(0, 10);
}
