import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type DialplanLine, leadsToApplication } from "../../../src/doctor/dialplan.js";
import { wayOfCall } from "../../../src/doctor/dialplan-way.js";
import { takesNumber } from "../../../src/telephony/asterisk/dialling/extension-pattern.js";

/** `exten,priority[(label)],App(data)` of a context, as AMI tells of it. */
function context(name: string, ...lines: readonly string[]): DialplanLine[] {
  return lines.map((line) => {
    const [, includecontext] = /^include (.*)$/.exec(line) ?? [];
    if (includecontext) return { context: name, includecontext };
    const [, extension = "", priority = "", extensionlabel, application = "", appdata = ""] =
      /^(.*?),(\d+)(?:\((\w+)\))?,(\w+)\((.*)\)$/.exec(line) ?? [];
    return { context: name, extension, priority, ...(extensionlabel && { extensionlabel }), application, appdata };
  });
}

const ATTENDANT = context(
  "attendant",
  "call,1,Set(TIMEOUT(absolute)=60)",
  "call,2,Stasis(attendant,${DIALLED})",
  "call,3,Hangup(42)",
);
const way = (...lines: DialplanLine[]) =>
  wayOfCall([...lines, ...ATTENDANT], "attendant", { context: "from-pbx", number: "8000" });

describe("the way of a call through the dialplan", () => {
  it("leads to the application by a pattern, a jump and the next priority", () => {
    const lines = context(
      "from-pbx",
      "h,1,NoOp()",
      "_[0-9A-Za-z+*#]!,1,Set(A=b)",
      "_[0-9A-Za-z+*#]!,2,Goto(attendant,call,1)",
    );
    assert.deepEqual(way(...lines), { leads: "yes" });
  });

  it("is not known where a variable names the application, as among several controllers", () => {
    const lines = context("from-pbx", "_X.,1,Set(APP=other)", "_X.,2,Stasis(${APP},${EXTEN})", "_X.,3,Hangup(42)");
    assert.deepEqual(way(...lines), { leads: "unknown" });
    assert.deepEqual([...leadsToApplication(lines, "attendant").reaches], ["from-pbx"]);
  });

  it("leads there over an include, a label, a condition and a subroutine", () => {
    const lines = [
      ...context("from-pbx", "include custom"),
      ...context("custom", "8000,1,Gosub(note,s,1(a,b))", '8000,2,GotoIf($["${A}" = "1"]?over)', "8000,3,Goto(on)"),
      ...context("custom", "8000,4(over),Hangup()", "8000,5(on),Goto(attendant,call,1)"),
      ...context("note", "s,1,Return()"),
    ];
    assert.deepEqual(way(...lines), { leads: "yes" });
  });

  it("leads nowhere where no extension takes the number", () => {
    assert.deepEqual(way(...context("from-pbx", "9999,1,Goto(attendant,call,1)", "i,1,Goto(attendant,call,1)")), {
      leads: "no",
      ends: "no extension there matches 8000",
    });
  });

  it("leads nowhere where it jumps to an extension that is not there, unless i is", () => {
    const jump = context("from-pbx", "_X!,1,Goto(attendant,cal,1)");
    assert.deepEqual(way(...jump), {
      leads: "no",
      ends: "Goto(attendant,cal,1) leads to an extension that does not exist",
    });
    assert.deepEqual(way(...jump, ...context("attendant", "i,1,Goto(call,1)")), { leads: "yes" });
  });

  it("leads nowhere where a pattern that is preferred takes the call and hangs up", () => {
    const lines = context("from-pbx", "_X.,1,Answer()", "_X.,2,Hangup()", "_[0-9A-Z]!,1,Goto(attendant,call,1)");
    assert.deepEqual(way(...lines), { leads: "no", ends: 'the extension _X. of "from-pbx" ends with Hangup()' });
    const short = context("from-pbx", "_X!,1,Answer()");
    assert.deepEqual(way(...short), { leads: "no", ends: 'the extension _X! of "from-pbx" ends with Answer()' });
  });

  it("is not known where a variable, a script or another source decides", () => {
    for (const line of ["_X!,1,Goto(${WHERE},s,1)", "_X!,1,AGI(route.php)"]) {
      assert.deepEqual(way(...context("from-pbx", line)), { leads: "unknown" });
    }
    assert.deepEqual(way({ context: "from-pbx", switch: "Realtime/" }), { leads: "unknown" });
  });

  it("ends where the dialplan goes in a circle", () => {
    assert.deepEqual(way(...context("from-pbx", "_X!,1(top),NoOp()", "_X!,2,Goto(top)")), { leads: "unknown" });
  });
});

it("takes a number by an extension as Asterisk does", () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ["8000", "8000", true],
    ["8000", "80001", false],
    ["_8XXX", "8123", true],
    ["_8XXX", "81234", false],
    ["_NZX", "210", true],
    ["_NZX", "110", false],
    ["_8.", "8", false],
    ["_8!", "8", true],
    ["_[1-35]X", "57", true],
    ["_[1-35]X", "47", false],
    ["_+49-30!", "+4930123", true],
    ["_[*#]XX", "*21", true],
    ["X", "5", false],
  ];
  for (const [extension, number, takes] of cases) assert.equal(takesNumber(extension, number), takes, extension);
});
