import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DEFAULT_PHRASES_BY_LANGUAGE, loadPhrases } from "../../src/config/phrases.js";
import { FORMER_SETTINGS } from "../../src/config/former-settings.js";
import { allSettings } from "../../src/config/schema.js";
import { createDtmfMenu } from "../../src/conversation/dtmf-menu.js";
import { createOutage } from "../../src/conversation/outage.js";
import { createPhrasebook } from "../../src/conversation/phrasebook.js";
import type { Tool } from "../../src/toolbox/tool.js";
import { anchorsOf, codeIn, isThere, linksOf, pages, pageText, rowsIn, sectionOf } from "../support/markdown.js";

const PHRASES = DEFAULT_PHRASES_BY_LANGUAGE.in("en");

describe("the pages of the documentation", () => {
  it("lead to files and headings that are there", () => {
    const faults: string[] = [];
    for (const page of pages()) {
      for (const { path, anchor } of linksOf(page)) {
        if (!isThere(path)) faults.push(`${page}: there is no ${path}`);
        else if (anchor && !anchorsOf(path).has(anchor)) faults.push(`${page}: ${path} has no #${anchor}`);
      }
    }
    assert.deepEqual(faults, []);
  });

  it("are all led to by README.md", () => {
    const links = linksOf("README.md").map(({ path }) => path);
    const own = pages().filter((page) => page.startsWith("docs/") || page === "CONTRIBUTING.md");
    assert.deepEqual(
      own.filter((page) => !links.includes(page)),
      [],
    );
  });

  it("name settings that there are", () => {
    const areas = /^(SIP|ARI|AMI|LLM|STT|TTS|SPEECH|PHRASES|WEBHOOK|SCHEDULE|MCP|TEMPEST|RATE_LIMIT|LOG)_[A-Z_]+$/;
    const known = new Set(allSettings().flatMap(({ name }) => [name, `${name}_FILE`]));
    known.add("SCHEDULE_ID"); // A variable of the examples, which their reader sets.
    const former = new Set(FORMER_SETTINGS.map(({ name }) => name));
    const mayName = (page: string, code: string) => page === "docs/upgrade.md" && former.has(code);
    const faults = pages().flatMap((page) =>
      codeIn(pageText(page))
        .filter((code) => areas.test(code) && !known.has(code) && !mayName(page, code))
        .map((code) => `${page}: ${code}`),
    );
    assert.deepEqual(faults, []);
  });

  it("name no machine of others and no issue", () => {
    for (const page of pages())
      assert.doesNotMatch(pageText(page), /\bissues? #?\d|\/work\/|\/root\/|\/home\/\w+/, page);
  });
});

describe("the length of the pages", () => {
  it("is at most 58,000 words in all", () => {
    const own = pages().filter((page) => page.startsWith("docs/") || page === "README.md");
    const words = own.map((page) => pageText(page).split(/\s+/).length).reduce((sum, each) => sum + each, 0);
    assert.ok(words <= 58_000, `${words} words`);
  });
});

describe("docs/decisions.md", () => {
  const [intro = "", ...topics] = pageText("docs/decisions.md").split(/^## /m);
  const entries = topics.flatMap((topic) => topic.split(/^### /m).slice(1));

  it("has at most 45 entries of at most eight lines, each under a topic", () => {
    assert.ok(entries.length <= 45, `${entries.length} entries: delete what no longer decides anything`);
    for (const entry of entries) {
      const [title = "", ...lines] = entry.trim().split("\n");
      assert.ok(lines.filter((line) => line !== "").length <= 8, title);
    }
    for (const topic of topics) assert.match(topic, /^\S.*\n\n### /, "an entry is a heading of rank 3 under a topic");
  });

  it("leads to each topic from its index", () => {
    const index = [...intro.matchAll(/\[([^\]]*)\]\(#/g)].map(([, topic]) => topic);
    assert.deepEqual(
      index,
      topics.map((topic) => topic.split("\n")[0]),
    );
  });
});

describe("README.md", () => {
  it("is the page of a newcomer: shorter than 250 lines", () => {
    assert.ok(pageText("README.md").split("\n").length < 250);
  });
});

describe("docs/settings.md", () => {
  it("shows a file of phrases that is taken without a warning", () => {
    const [, json = ""] = /^```json\n([^]*?)^```$/m.exec(pageText("docs/settings.md")) ?? [];
    const { phrases, warnings } = loadPhrases({ given: {}, language: "de", dataDir: "data", readFile: () => json });
    assert.deepEqual(warnings, []);
    assert.deepEqual(phrases.in("de").thinking, ["Einen Moment.", "Ich sehe nach."]);
  });
});

describe("the table of keys", () => {
  it("tells what each key does, and when", () => {
    const found: Tool = { name: "ANY", description: "Any.", execute: () => ({ status: "SUCCESS", message: "" }) };
    const menu = createDtmfMenu({ find: () => found }, true, PHRASES);
    const rows = rowsIn(sectionOf("docs/settings.md", "Keys")).filter(([key = ""]) => /^\d$/.test(key));
    const phrasebook = createPhrasebook(PHRASES);
    const isDone = (key: string, works: boolean) =>
      createOutage({ menu, phrasebook, isAvailable: () => works }).itemForKey(key) !== undefined;
    for (let digit = 0; digit <= 9; digit++) {
      const key = String(digit);
      const [, well = "nothing", away = "nothing"] = rows.find(([first]) => first === key) ?? [];
      assert.equal(isDone(key, true), well !== "nothing", key);
      assert.equal(isDone(key, false), away !== "nothing", key);
      const item = menu.byKey(key);
      const words = { time: "time", weather: "weather", status: "pending", cancel: "cancels", goodbye: "goodbye" };
      if (item && item.name !== "operator") assert.match(away, new RegExp(words[item.name]));
    }
  });
});

describe("docs/testing.md", () => {
  it("shows a test that is there, whole", () => {
    const shown = [...pageText("docs/testing.md").matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block]) => block);
    assert.deepEqual(shown, [pageText("test/system/example.test.ts")]);
  });

  it("lists names that the door has", () => {
    const door = pageText("test/support/index.ts");
    const names = rowsIn(sectionOf("docs/testing.md", "The door")).flatMap(([cell = ""]) => codeIn(cell));
    assert.deepEqual(
      names.filter((name) => !new RegExp(`\\b${name}\\b`).test(door)),
      [],
    );
  });
});
