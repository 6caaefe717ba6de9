import assert from "node:assert/strict";
import { it } from "node:test";
import { leadsToApplication } from "../../../src/doctor/dialplan.js";

const LINES = [
  { context: "from-pbx", application: "Goto", appdata: "attendant,call,1" },
  { context: "attendant", application: "Stasis", appdata: "attendant,${DIALLED}" },
  { context: "from-internal", includecontext: "from-internal-custom" },
  { context: "from-internal-custom", application: "GotoIf", appdata: '$["${X}" = "1"]?from-pbx,s,1:elsewhere,s,1' },
  { context: "elsewhere", application: "Hangup", appdata: "" },
  { context: "others", application: "Stasis", appdata: "attendants" },
];

it("follows the dialplan from a context to the application, over jumps and includes", () => {
  const { contexts, reaches } = leadsToApplication(LINES, "attendant");
  assert.deepEqual(contexts, ["attendant"]);
  assert.deepEqual([...reaches].sort(), ["attendant", "from-internal", "from-internal-custom", "from-pbx"]);
});

it("finds none where no extension has it", () => {
  assert.deepEqual(leadsToApplication(LINES, "receptionist").contexts, []);
});
