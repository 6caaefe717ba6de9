import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { plainText } from "../../../src/mcp/plain-text.js";
import { toolName } from "../../../src/mcp/tool-list.js";

describe("the name of a server's tool", () => {
  for (const [server, tool, name] of [
    ["home", "light", "HOME_LIGHT"],
    ["my-home", "get.lightState", "MY_HOME_GET_LIGHT_STATE"],
    ["home", "__get__light--", "HOME_GET_LIGHT"],
    ["home", "2nd", "HOME_2ND"],
    ["home", "größe", "HOME_GR_E"],
    ["home", "x".repeat(59), `HOME_${"X".repeat(59)}`],
    ["home", "x".repeat(60), undefined],
    ["home", "日本", undefined],
    ["home", "", undefined],
  ] as const) {
    it(`of ${JSON.stringify(tool.slice(0, 20))} at ${server} is ${name?.slice(0, 30)}`, () => {
      assert.equal(toolName(server, tool), name);
    });
  }
});

describe("a server's text", () => {
  for (const [what, given, plain] of [
    ["ordinary words", "It is 21 °C, “fine”. 👍🏽", "It is 21 °C, “fine”. 👍🏽"],
    ["control characters", "a\u0000b\u001b[31mc\td", "a b [31mc d"],
    ["invisible ones", "a\u200bb\u202ec\u{e0041}d\ufeffe", "abcde"],
    ["line breaks", " a \r\n\n b ", "a b"],
    ["halves of characters", "a\ud800b", "ab"],
    ["nothing", "\u0000 \u200b", ""],
  ] as const) {
    it(`with ${what} becomes plain`, () => assert.equal(plainText(given, 100), plain));
  }

  it("keeps its lines where they are wanted", () => {
    assert.equal(plainText("a\r\n\n b\u2028c", 100, { lines: true }), "a\nb\nc");
  });

  it("is cut with a mark, never through a character", () => {
    assert.equal(plainText("abcdef", 5), "abcd…");
    assert.equal(plainText("abc😀", 4), "abc…");
    assert.equal(plainText("abcde", 5), "abcde");
    assert.ok(plainText("\u0000".repeat(10_000_000), 5).length <= 5);
  });
});

describe("what it takes to speak to servers", () => {
  it("is loaded only where servers are set", () => {
    const toolset = readFileSync(new URL("../../../src/wiring/tools.ts", import.meta.url), "utf8");
    assert.match(toolset, /import\("\.\.\/mcp\/server\.js"\)/);
    assert.doesNotMatch(toolset, /from "\.\.\/mcp\//);
  });
});
