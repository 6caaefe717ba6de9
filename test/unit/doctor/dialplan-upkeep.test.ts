import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { type DialplanLine, leadsToApplication } from "../../../src/doctor/dialplan.js";
import { dialplanLacks } from "../../../src/doctor/dialplan-upkeep.js";

const FREEPBX = new URL("../../../asterisk-config/freepbx/extensions_custom.conf", import.meta.url);
/** The dialplan that is copied to FreePBX, as text. */
const OURS = readFileSync(FREEPBX, "utf8");
/** As FreePBX writes an inbound route with privacy manager off, and a custom destination that is its aim. */
const INBOUND = `[from-trunk]
exten => 4930,1,Set(__FROM_DID=\${EXTEN})
 same => n,Set(__CALLINGNUMPRES_SV=\${CALLERID(num-pres)})
 same => n,Set(CALLERID(num-pres)=allowed_not_screened)
 same => n,Goto(customdests,dest-1,1)
[customdests]
exten => dest-1,1,NoOp(Entering Custom Destination Attendant)
 same => n,Goto(attendant,s,1)
`;

/** Reads `exten => number,1,App(data)` and `same => n(label),App(data)` as Asterisk lists them. */
function linesOf(text: string): DialplanLine[] {
  let [context, extension, priority] = ["", "", 0];
  return text.split("\n").flatMap((raw): DialplanLine[] => {
    context = /^\[([\w-]+)\]/.exec(raw)?.[1] ?? context;
    const [, number, label, application, appdata = ""] =
      /^ ?(?:exten => (.*?),1|same => n(?:\((\w+)\))?),(\w+)\((.*)\)$/.exec(raw) ?? [];
    if (application === undefined) return [];
    [extension, priority] = number === undefined ? [extension, priority + 1] : [number, 1];
    const extensionlabel = label && { extensionlabel: label };
    return [{ context, extension, priority: String(priority), application, appdata, ...extensionlabel }];
  });
}

function lacks(text: string, other: Partial<Parameters<typeof dialplanLacks>[2]> = {}): string {
  const lines = linesOf(text);
  const { reaches } = leadsToApplication(lines, "attendant");
  return dialplanLacks(lines, reaches, { app: "attendant", maxCallSeconds: 1_800, ...other }).join("; ");
}

it("finds nothing lacking in a dialplan as this version has it", () => {
  assert.equal(lacks(OURS), "");
  assert.equal(lacks(OURS + INBOUND), "");
  assert.equal(lacks(`${OURS}[stasis-attendant]\nexten => _.,1,Stasis(attendant)\n`), "", "what Asterisk itself adds");
  const several = OURS.replaceAll("Stasis(attendant,", "Stasis(${ATTENDANT_APP},");
  assert.equal(lacks(several), "", "one of several controllers, which a variable names");
  assert.equal(lacks(OURS.replace("(absolute)=1860", "(absolute)=${LIMIT}")), "");
});

it("finds the contexts of lost calls missing or old, where calls are to be gone on with", () => {
  assert.match(
    lacks(OURS.slice(0, OURS.indexOf("[attendant-lost]"))),
    /^without attendant-lost and attendant-wait calls/,
  );
  assert.match(lacks(OURS.replace('= "31"', '!= "38"')), /does not ask for cause 31/);
  assert.match(lacks(OURS.replace("attendant,,returning", "other,,returning")), /not lead to Stasis\(attendant\)/);
});

it("finds the limit of a call missing, or under that of the settings", () => {
  assert.match(
    lacks(OURS.replace("TIMEOUT(absolute)=1860", "A=b")),
    /^nothing sets TIMEOUT\(absolute\) for calls to the assistant: /,
  );
  assert.match(lacks(OURS, { maxCallSeconds: 3_600 }), /after 1860 s, before MAX_CALL_SECONDS \(3600\)/);
});

it("judges the limit on the way of the call only", () => {
  const menu = `[ivr-1]
exten => s,1,Background(menu)
 same => n,WaitExten(5)
exten => 1,1,Goto(attendant,s,1)
exten => 2,1,Set(TIMEOUT(absolute)=120)
 same => n,Dial(PJSIP/2001)
`;
  assert.equal(lacks(OURS + menu), "", "another key's limit");
  const without = OURS.replace("TIMEOUT(absolute)=1860", "A=b");
  assert.match(lacks(without + menu), /^nothing sets TIMEOUT\(absolute\) for calls to the assistant: /);
  // The limit of the menu itself holds for each of its keys.
  assert.match(lacks(without + menu.replace("Background(menu)", "Set(TIMEOUT(absolute)=90)")), /ends calls after 90 s/);
  assert.equal(lacks(OURS + menu.replace("Background(menu)", "Set(TIMEOUT(absolute)=90)")), "", "ours follows");
});

it("names the calls that have no limit where others have one", () => {
  const answers = `[answer]\nexten => call,1,GotoIf($["\${CALLERID(num-pres)}" = "prohib"]?hidden)
 same => n(hidden),Stasis(attendant)
${OURS.slice(OURS.indexOf("[attendant-lost]"))}`;
  const phones = "[phones]\nexten => 8000,1,Gosub(limit,s,1)\n same => n,Goto(answer,call,1)\n";
  const subroutine = "[limit]\nexten => s,1,Set(TIMEOUT(absolute)=1860)\n same => n,Return()\n";
  assert.equal(lacks(answers + phones + subroutine), "");
  const outside = "[did]\nexten => 4930,1,Goto(answer,call,1)\n";
  assert.match(
    lacks(answers + phones + subroutine + outside),
    /^nothing sets TIMEOUT\(absolute\) for calls to 4930 in "did": /,
  );
});

it("finds that nobody asks whether callers withhold their number", () => {
  const [asks = ""] = /^ same => n,GotoIf.*num-pres.*$/m.exec(OURS) ?? [];
  const without = OURS.replace(asks, " same => n,NoOp()");
  assert.match(lacks(without), /^nothing checks CALLERID\(num-pres\) for calls to the assistant: /);
  // FreePBX's own line names it as well, and asks for nothing.
  assert.match(lacks(without + INBOUND), /^nothing checks CALLERID\(num-pres\) for calls to the assistant: /);
});

it("finds that inbound routes hide what callers withhold from a dialplan of an earlier version", () => {
  const earlier = OURS.replace(/ & "\$\{CALLINGNUMPRES_SV.*?"prohib"/, "");
  assert.equal(lacks(earlier), "");
  assert.match(lacks(earlier + INBOUND), /^"from-trunk" sets CALLERID\(num-pres\) to allowed, .* CALLINGNUMPRES_SV/);
  const menu = "[from-trunk]\nexten => 31,1,Set(CALLERID(num-pres)=allowed)\n same => n,Goto(ivr-1,s,1)\n";
  const keys = "[ivr-1]\nexten => s,1,WaitExten(5)\nexten => 1,1,Goto(attendant,s,1)\n";
  assert.match(lacks(earlier + menu + keys), /CALLINGNUMPRES_SV/);
});
