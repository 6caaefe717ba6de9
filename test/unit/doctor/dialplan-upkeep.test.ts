import assert from "node:assert/strict";
import { it } from "node:test";
import { dialplanLacks } from "../../../src/doctor/dialplan-upkeep.js";

const HANDLER = { context: "attendant-lost", application: "GotoIf", appdata: '$["${HANGUPCAUSE}" = "31"]?done' };
const WAITING = { context: "attendant-wait", application: "Stasis", appdata: "attendant,,returning" };
const LIMIT = { context: "attendant", application: "Set", appdata: "TIMEOUT(absolute)=1860" };
const WITHHELD = {
  context: "attendant",
  application: "GotoIf",
  appdata: '$["${CALLERID(num-pres):0:6}" != "prohib"]?shown',
};
const needs = { app: "attendant", maxCallSeconds: 1_800 };
const lacks = (lines: Parameters<typeof dialplanLacks>[0], other = {}) =>
  dialplanLacks(lines, new Set(["attendant", "attendant-wait"]), { ...needs, ...other }).join("; ");

it("finds nothing lacking in a dialplan as this version has it", () => {
  assert.equal(lacks([HANDLER, WAITING, LIMIT, WITHHELD]), "");
  const chosen = { ...WAITING, appdata: "${ATTENDANT_APP},,returning" };
  assert.equal(lacks([HANDLER, chosen, LIMIT, WITHHELD]), "", "one of several controllers, which a variable names");
  assert.equal(lacks([HANDLER, WAITING, { ...LIMIT, appdata: "TIMEOUT(absolute)=${LIMIT}" }, WITHHELD]), "");
});

it("finds the contexts of lost calls missing or old, where calls are to be gone on with", () => {
  assert.match(lacks([LIMIT, WITHHELD]), /without attendant-lost and attendant-wait calls/);
  const old = { ...HANDLER, appdata: '$["${HANGUPCAUSE}" != "38"]?done' };
  assert.match(lacks([old, WAITING, LIMIT, WITHHELD]), /does not ask for cause 31/);
  assert.match(
    lacks([HANDLER, { ...WAITING, appdata: "other,,returning" }, LIMIT, WITHHELD]),
    /not lead to Stasis\(attendant\)/,
  );
});

it("finds the limit of a call missing, or under that of the settings", () => {
  assert.match(lacks([HANDLER, WAITING]), /nothing sets TIMEOUT\(absolute\)/);
  assert.match(
    lacks([HANDLER, WAITING, LIMIT, WITHHELD], { maxCallSeconds: 3_600 }),
    /after 1860 s, before MAX_CALL_SECONDS \(3600\)/,
  );
});

it("finds that nobody asks whether callers withhold their number", () => {
  assert.match(lacks([HANDLER, WAITING, LIMIT]), /^nothing asks for CALLERID\(num-pres\)/);
});
