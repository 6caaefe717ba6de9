import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { misreadByCompose } from "../../../src/doctor/env-file.js";

const names = (text: string, environment = {}) => misreadByCompose(text, environment).map(({ name }) => name);

describe("what Docker Compose reads otherwise than Node of an .env", () => {
  it("is a dollar sign outside of single quotes", () => {
    assert.deepEqual(names("A=one$two\nB='one$two'\nC=\"one$two\"\nD=one$$two\nE=plain\n"), ["A", "C", "D"]);
    assert.deepEqual(names("A=${HOME}/x\n", { HOME: "/root" }), ["A"]);
  });

  it("is a dollar sign that Compose refuses", () => {
    assert.match(
      misreadByCompose("A=${not closed\nB=${a b}\n", {})
        .map(({ why }) => why)
        .join(),
      /cannot read/,
    );
  });

  it("is a # within a bare value", () => {
    assert.deepEqual(names("A=one#two\nB=one # a comment\nC='one#two'\n# D=$x\n"), ["A"]);
  });

  it("is nothing in a file of plain values, whatever their quotes", () => {
    assert.deepEqual(names("A=1\nB='two words'\nC=\"three\"\n\n# comment\nexport D=4\nE=\n"), []);
  });
});
