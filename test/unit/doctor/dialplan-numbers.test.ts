import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { numberFaults } from "../../../src/doctor/dialplan-numbers.js";
import { readDialplanShown } from "../../../src/doctor/dialplan-loaded.js";

/** As Asterisk's command line prints what a FreePBX and setup have written, once somebody has made an extension 8000. */
const SHOWN = `[ Context 'attendant-call' created by 'pbx_config' ]
  'call' =>         1. Set(TIMEOUT(absolute)=1860)                [attendant_extensions.conf:24]
                    2. Stasis(attendant,\${DIALLED})               [attendant_extensions.conf:26]
                    3. Hangup(42)                                 [attendant_extensions.conf:29]

[ Context 'attendant' created by 'pbx_config' ]
  '_[0-9A-Za-z+*#]!' => 1. Set(DIALLED=\${FILTER(0-9A-Za-z+*#._\\-,\${EXTEN})}) [attendant_extensions.conf:18]
     [go]           2. Goto(attendant-call,call,1)                [attendant_extensions.conf:19]

[ Context 'from-internal-custom' created by 'pbx_config' ]
  '600' =>          1. Hangup()                                   [extensions_custom.conf:3]
  '8000' =>         1. Goto(attendant,\${EXTEN},1)                 [attendant_extensions.conf:5]
                    hint: Custom:attendant                        [attendant_extensions.conf:7]

[ Context 'ext-local' created by 'pbx_config' ]
  '2001' =>         1. Dial(PJSIP/2001,30)                        [extensions_additional.conf:80]
  '8000' (CID match '') => 1. Macro(exten-vm,novm,8000,0,0,0)     [extensions_additional.conf:90]

[ Context 'from-internal' created by 'pbx_config' ]
  Include =>        'from-internal-custom'                        [pbx_config]
  Include =>        'ext-local'                                   [pbx_config]
  Alt. Switch =>    'Realtime/'                                   [pbx_config]
  Ignore pattern => '9'                                           [pbx_config]

-= 8 extensions (10 priorities) in 5 contexts. =-
`;

describe("the dialplan as the command line shows it", () => {
  const lines = readDialplanShown(SHOWN);

  it("is read with its priorities, labels, hints, includes and where each stands", () => {
    assert.equal(lines.length, 13);
    const at = (number: string, context: string) =>
      lines.filter((line) => line.extension === number && line.context === context);
    assert.deepEqual(at("8000", "from-internal-custom"), [
      {
        context: "from-internal-custom",
        extension: "8000",
        priority: "1",
        application: "Goto",
        appdata: "attendant,${EXTEN},1",
        origin: "attendant_extensions.conf:5",
      },
      {
        context: "from-internal-custom",
        extension: "8000",
        priority: "hint",
        application: "Custom:attendant",
        appdata: "",
        origin: "attendant_extensions.conf:7",
      },
    ]);
    assert.equal(at("_[0-9A-Za-z+*#]!", "attendant")[1]?.extensionlabel, "go");
    assert.equal(at("8000", "ext-local")[0]?.appdata, "exten-vm,novm,8000,0,0,0");
    assert.deepEqual(
      lines.filter(({ context }) => context === "from-internal"),
      [
        { context: "from-internal", includecontext: "from-internal-custom" },
        { context: "from-internal", includecontext: "ext-local" },
        { context: "from-internal", switch: "Realtime/" },
      ],
    );
  });
});

describe("the numbers that telephones call the assistant by", () => {
  const faults = (shown: string, known?: string) =>
    numberFaults(readDialplanShown(shown), { app: "attendant", dialContext: "from-internal", known });

  it("are named where an extension that FreePBX made later has one of them, which nobody reaches then", () => {
    assert.deepEqual(faults(SHOWN), [
      '8000 is in "from-internal-custom" (attendant_extensions.conf:5), which takes the call, and in "ext-local" (extensions_additional.conf:90), which does not',
    ]);
  });

  it("are named where the other one is called, and the assistant is not", () => {
    const reversed = SHOWN.replace("'from-internal-custom'  ", "'x'  ")
      .replace("'ext-local'  ", "'from-internal-custom'  ")
      .replace("'x'  ", "'ext-local'  ");
    assert.match(
      faults(reversed).join(),
      /^8000 is in "ext-local" .*which takes the call, and in "from-internal-custom" /,
    );
  });

  it("are well where each is one's, and what others have twice is no matter here", () => {
    const alone = SHOWN.replace(/^.*exten-vm.*\n/m, "");
    assert.deepEqual(faults(alone, "8000"), []);
    assert.deepEqual(faults(alone.replace("'2001'", "'600'"), "8000"), []);
  });

  it("are missed where somebody else's extension stands before that of setup, which Asterisk leaves out then", () => {
    const taken = SHOWN.replace(/^.*'8000' => .*1\. Goto.*\n.*hint: .*\n/m, "");
    assert.match(
      faults(taken, "8000").join(),
      /^8000 is in "ext-local" \(extensions_additional\.conf:90\), from which no continuation was found/,
    );
    // Whatever a switch does with it is not known.
    assert.deepEqual(faults(taken, "7000"), []);
  });

  it("are looked for in a large dialplan at once", () => {
    const twice = Array.from({ length: 2_000 }, (_, at) => {
      const exten = (context: string) => ({ context, extension: `${3000 + at}`, priority: "1", application: "NoOp" });
      return [exten("ext-local"), exten("ext-findmefollow")];
    });
    const follow = { context: "from-internal", includecontext: "ext-findmefollow" };
    const lines = [...readDialplanShown(SHOWN), follow, ...twice.flat()];
    const began = performance.now();
    assert.equal(numberFaults(lines, { app: "attendant", dialContext: "from-internal", known: "8000" }).length, 1);
    assert.ok(performance.now() - began < 2_000);
  });

  it("are missed where one that was set up has gone", () => {
    const complete = SHOWN.replace(/^.*Realtime.*\n/m, "");
    assert.match(
      faults(complete, "7000").join(),
      /7000, dialled in "from-internal", does not reach Stasis\(attendant\)/,
    );
  });
});
