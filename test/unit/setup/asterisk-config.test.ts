import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  configValue,
  findExtension,
  findPattern,
  isTrue,
  readAsteriskConfig,
  sectionsNamed,
} from "../../../src/setup/asterisk-config.js";

function read(files: Readonly<Record<string, string>>, expand: (pattern: string) => readonly string[] = () => []) {
  return readAsteriskConfig("main.conf", (name) => files[name], expand);
}

describe("the reading of Asterisk's configuration", () => {
  it("takes comments, blanks, both arrows and line ends of Windows for what they are", () => {
    const config = read({
      "main.conf": "; a\r\n[general] ; b\r\n enabled=yes;c\r\nbindaddr => ::\r\nsecret = a\\;b\r\n",
    });
    const value = (key: string) => configValue(config, "general", key);
    assert.deepEqual([value("enabled"), value("bindaddr"), value("secret")], ["yes", "::", "a;b"]);
  });

  it("skips a comment over several lines, and counts its lines", () => {
    const config = read({ "main.conf": "[a]\n;-- x = 1\n[b]\n--;\ny = 2\n" });
    assert.deepEqual(config?.sections, [
      { name: "a", file: "main.conf", line: 1, entries: [{ key: "y", value: "2", file: "main.conf", line: 5 }] },
    ]);
  });

  it("reads what is included in its place, in the section that is open, and goes on in its own", () => {
    const files = { "main.conf": '[a]\n#include "more.conf"\nlast = 3\n', "more.conf": "first = 1\n[b]\nsecond = 2\n" };
    const config = read(files);
    assert.equal(configValue(config, "a", "first"), "1");
    assert.equal(configValue(config, "b", "second"), "2");
    assert.equal(configValue(config, "a", "last"), "3");
    assert.deepEqual(config?.includes, [{ target: "more.conf", file: "main.conf" }]);
  });

  it("reads what a pattern stands for, and what is only tried, and ends where files include one another", () => {
    const files = {
      "main.conf": "#include x.d/*.conf\n#tryinclude <gone.conf>\n#include main.conf\n",
      "x.d/1.conf": "[one]\n",
    };
    const config = read(files, () => ["x.d/1.conf"]);
    assert.ok(sectionsNamed(config, "one").length > 0);
  });

  it("has the last value count, over all sections of a name", () => {
    const config = read({
      "main.conf": "[general]\nenabled = no\n[other]\nenabled = no\n[general](+)\nEnabled = yes\n",
    });
    assert.equal(configValue(config, "general", "enabled"), "yes");
    assert.deepEqual(["yes", "TRUE", "on", "1", "no", "", undefined].map(isTrue), [
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("gives a section what its templates have, its own values last, and takes no template for a section", () => {
    const config = read({
      "main.conf": "[base](!)\na = 1\nb = 1\n[more](!,base)\nb = 2\n[1](more)\n[2] ( base )\na = 3\n[1](+)\nc = 4\n",
    });
    const values = (section: string) => ["a", "b", "c"].map((key) => configValue(config, section, key));
    assert.deepEqual(
      [values("1"), values("2")],
      [
        ["1", "2", "4"],
        ["3", "1", undefined],
      ],
    );
    assert.deepEqual(
      config?.sections.map(({ name }) => name),
      ["1", "2", "1"],
    );
  });

  it("keeps an inherited entry once, however often templates hand it on", () => {
    const levels = Array.from({ length: 60 }, (_, at) => `[${at + 1}](!,${at},${at})\nb = ${at}\n`);
    const config = read({ "main.conf": `[0](!)\na = 0\n${levels.join("")}[last](60,0)\n` });
    assert.equal(config?.sections[0]?.entries.length, 61);
    // The template that is named last wins.
    assert.equal(config?.sections[0]?.entries.at(-1)?.key, "a");
  });

  it("finds an extension by its number, in a context and in those that it includes, also if they include each other", () => {
    const config = read({
      "main.conf":
        "[a]\ninclude => b\nexten => 1,1,NoOp()\n[b]\ninclude => a\nexten => 8000/2001,1,NoOp()\nexten => _9XX,1,NoOp()\n",
    });
    assert.equal(findExtension(config, "a", "8000")?.line, 6);
    assert.equal(findExtension(config, "b", "1")?.line, 3);
    assert.equal(findExtension(config, "a", "900"), undefined);
  });

  it("finds the pattern for so many digits that takes a number, and none for any length", () => {
    const lines = ["_7XXX", "_[89]0Z-N", "_6.", "_5!", "_4[2-1]", "_*X", "_+3X"].map(
      (name) => `exten => ${name},1,NoOp()\n`,
    );
    const config = read({ "main.conf": `[a]\ninclude => b\n[b]\n${lines.join("")}` });
    const lineOf = (number: string) => findPattern(config, "a", number)?.line;
    assert.deepEqual(["7000", "9012", "*1", "+30"].map(lineOf), [4, 5, 9, 10]);
    const others = ["700", "70000", "9002", "9011", "600", "500", "42", "_7XXX"];
    assert.deepEqual(
      others.filter((number) => lineOf(number) !== undefined),
      [],
    );
  });

  it("is nothing where there is no such file", () => {
    assert.equal(read({}), undefined);
  });
});
