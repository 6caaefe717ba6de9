import assert from "node:assert/strict";
import { test } from "node:test";
import { faultLines, readDefinitions } from "../../../src/assistants/read-definitions.js";
import { readNamedFile } from "../../../src/config/own-environment.js";

const ENVIRONMENT = { MODEL_KEY_LARGE: "sk-large", ARI_PASSWORD: "s3cret" };
const read = (text: string) =>
  readDefinitions(text, { environment: ENVIRONMENT, readFile: readNamedFile, timeZone: "Europe/Berlin" });

async function definitionsIn(text: string) {
  const found = await read(text);
  return "definitions" in found ? found.definitions : assert.fail(faultLines(found.faults).join("\n"));
}

async function faultsIn(text: string) {
  const found = await read(text);
  return "faults" in found ? faultLines(found.faults) : assert.fail("it has no fault");
}

const WHOLE = `
default: reception
backends:
  large: { url: "https://llm.example.org/v1", model: big, key_env: MODEL_KEY_LARGE, temperature: 0.2 }
assistants:
  reception:
    answers: [8000, +49301234567, _80XX]
    name: Berg & Co.
    caller_id: Berg <8000>
    language: de
    prompt: |
      You are the receptionist.
      Be brief.
    knowledge: The office is in Main Street 1.
    voice: anna
    speed: 1.0
    backend: large
    phrases:
      greetings: [Good day, this is Berg.]
    tools: [datetime, Calc]
    operator: 0301234
    turn_taking: { mode: fixed, endpoint_silence_ms: 600 }
    hours:
      week: { weekdays: 9:00-17:00 }
    closed: { assistant: night }
  night:
    operator: false
    tools: []
  plain:
    voice:
`;

test("a file says which assistants there are, and what it leaves out stays open", async () => {
  const { all, fallback } = await definitionsIn(WHOLE);
  const reception = all.get("reception") ?? assert.fail();
  assert.equal(fallback, "reception");
  assert.deepEqual([...all.keys()], ["reception", "night", "plain"]);
  assert.equal(reception.prompt, "You are the receptionist.\nBe brief.\n");
  assert.deepEqual(
    reception.answers.map(({ written }) => written),
    ["8000", "+49301234567", "_80XX"],
  );
  assert.deepEqual(reception.tools, ["DATETIME", "CALC"]);
  assert.equal(reception.operator, "0301234", "a number keeps its zero");
  assert.equal(reception.speed, 1);
  assert.deepEqual(reception.callerId, { name: "Berg", number: "8000" });
  assert.deepEqual(reception.backend, {
    url: "https://llm.example.org/v1",
    model: "big",
    key: "sk-large",
    temperature: 0.2,
    maxTokens: undefined,
    reasoningEffort: undefined,
    contextTokens: undefined,
  });
  assert.deepEqual(reception.phrases, { greetings: ["Good day", "this is Berg."] });
  assert.equal(reception.turns?.endpointSilenceMs, 600);
  assert.deepEqual(reception.closed, { kind: "assistant", id: "night" });
  const night = all.get("night");
  assert.deepEqual([night?.operator, night?.tools, night?.voice], [null, [], undefined]);
  assert.deepEqual(all.get("plain"), { ...night, id: "plain", operator: undefined, tools: undefined });
});

test("JSON is read like YAML, and an empty file has no assistants", async () => {
  const { all } = await definitionsIn(JSON.stringify({ assistants: { sales: { answers: ["8001"], speed: 1.2 } } }));
  assert.deepEqual([...all.keys()], ["sales"]);
  for (const empty of ["", "# nothing yet\n", "assistants: {}", "\ufeffassistants:\n  {}"]) {
    assert.equal((await definitionsIn(empty)).all.size, 0, JSON.stringify(empty));
  }
});

test("an assistant can be limited to names and departments of the directory; a directory needs no assistants", async () => {
  const directory = `
directory:
  - { name: Ann Berg, department: Sales, number: 201 }
  - { name: Bo Ek, department: Support, number: 202 }
  - { name: Queue, continue: ext-queues/400 }
`;
  assert.deepEqual(
    (await definitionsIn(directory)).directory.map(({ name }) => name),
    ["Ann Berg", "Bo Ek", "Queue"],
  );
  const { all } = await definitionsIn(
    `${directory}assistants: { some: { directory: [Sales, Queue] }, none: { directory: [] }, all: {} }\n`,
  );
  const namesOf = (id: string) => all.get(id)?.directory?.map(({ name }) => name);
  assert.deepEqual([namesOf("some"), namesOf("none"), namesOf("all")], [["Ann Berg", "Queue"], [], undefined]);
  assert.deepEqual(await faultsIn(`${directory}assistants: { some: { directory: [Sails] } }\n`), [
    "line 6, /assistants/some/directory/0: is not one of the names and departments of the directory; did you mean Sales?",
  ]);
});

test("every fault is reported with its line and what is expected", async () => {
  const faults = await faultsIn(`default: reseption
assistants:
  reception:
    voise: anna
    answers: ["8000", "_[9-", "8000"]
    speed: fast
    hours:
      week:
        monday: 9-17
    closed: { assistant: nigth }
  Night: {}
`);
  assert.deepEqual(faults, [
    "line 4, /assistants/reception/voise: is not known; did you mean voice?",
    "line 6, /assistants/reception/speed: must be a number",
  ]);
  const more = await faultsIn(`default: reseption
backends:
  large: { model: big, key_env: MODEL_KEY_OTHER }
assistants:
  reception:
    answers: ["8000", "_[9-", "8000"]
    operator: call me
    caller_id: "<>"
    backend: lage
    phrases:
      greetings: []
      timer_up: ["Your {thing} is up"]
      greeting: [Hello]
    hours:
      week:
        monday: 9-17
    closed: { assistant: nigth }
  Night: { answers: ["8000"], closed: { say: We are closed. } }
`);
  assert.deepEqual(
    more.map((fault) => fault.split(":")[0]),
    [
      "line 18, /assistants/Night",
      "line 1, /default",
      "line 3, /backends/large/key_env",
      "line 6, /assistants/reception/answers/1",
      "line 6, /assistants/reception/answers/2",
      "line 7, /assistants/reception/operator",
      "line 8, /assistants/reception/caller_id",
      "line 11, /assistants/reception/phrases/greetings",
      "line 12, /assistants/reception/phrases/timer_up",
      "line 13, /assistants/reception/phrases/greeting",
      "line 16, /assistants/reception/hours/week/monday",
      "line 17, /assistants/reception/closed/assistant",
      "line 9, /assistants/reception/backend",
      "line 18, /assistants/Night/answers/0",
      "line 18, /assistants/Night/closed",
    ],
  );
  assert.match(more.join("\n"), /reseption|did you mean reception\?/);
  assert.doesNotMatch(more.join("\n"), /sk-large/);
});

/** A text as it is read as UTF-8 when it was written in ISO 8859-1. */
const latin1 = (text: string) => Buffer.from(text, "latin1").toString();

for (const [what, text, expected] of [
  ["a syntax error", "assistants:\n  one: {voice: a\n  two: {}\n", /^line [234]: /],
  ["two assistants of one name", "assistants:\n  one: {}\n  one: {}\n", /^line 3: .*unique/],
  ["Latin-1", latin1("assistants:\n  one:\n    voice: Jörg\n"), /^line 3: is not written in UTF-8: save it as UTF-8/],
  ["UTF-16", Buffer.from("\ufeffassistants: {}", "utf16le").toString(), /^line 1: is written in UTF-16/],
  ...["true", "no", "Off", "none", "'false'"].map(
    (word) =>
      [
        `the operator ${word}`,
        `assistants:\n  one: {operator: ${word}}`,
        /^line 2, \/assistants\/one\/operator: must be a number, or false for none$/,
      ] as const,
  ),
  [
    "no number to put callers through to",
    "assistants:\n  one: {hours: {week: {monday: '9-17'}}, closed: {transfer: false}}",
    /^line 2, \/assistants\/one\/closed\/transfer: must be a number; leave it out for none$/,
  ],
  ["a list", "- one\n- two\n", /^line 1: must be an object/],
  ["a text", "reception", /^line 1: must be an object/],
  ["a name of a prototype", "assistants:\n  one:\n    constructor: x\n", /^line 3, .*constructor/],
  [
    "another secret of the environment as a key",
    "backends: {a: {model: m, key_env: ARI_PASSWORD}}\nassistants: {}",
    /^line 1, \/backends\/a\/key_env: must be MODEL_KEY_/,
  ],
  [
    "a server of no address",
    "backends: {a: {model: m, url: 'ftp://x'}}\nassistants: {}",
    /must be an http:\/\/ or https/,
  ],
  [
    "a key in place of a variable's name",
    "backends: {a: {model: m, key_env: sk-1-2}}\nassistants: {}",
    /not the key itself/,
  ],
  [
    "a number that another assistant answers, written otherwise",
    "assistants:\n  one: {answers: ['+49301234567']}\n  two: {answers: ['+49 30 1234567']}",
    /^line 3, \/assistants\/two\/answers\/0: is already answered by one$/,
  ],
  [
    "a colleague of the same name and department",
    "directory:\n  - {name: Anna Meyer, department: Sales, number: 1}\n  - {name: Anna Meyer, number: 2}\n  - {name: anna-meyer, department: sales, number: 3}",
    /^line 4, \/directory\/2: has the name and department of entry 1, "anna meyer, sales"; callers could not tell/,
  ],
  [
    "a queue of the same name",
    "directory:\n  - {name: Reception, number: 1}\n  - {name: reception, number: 2}",
    /^line 3, \/directory\/1: has the name of entry 1, "reception"; callers could not tell/,
  ],
  ...["203.0", "203.5", "1e3", "0x10", "0o17", "-203"].map(
    (number) =>
      [
        `the telephone number ${number} without quotes`,
        `directory:\n  - {name: Anna, number: ${number}}`,
        new RegExp(`^line 2, /directory/0/number: must be quoted, "${number}": unquoted`),
      ] as const,
  ),
  [
    "such a number in what is merged",
    "x-base: &base {caller_id: 1e3}\nassistants:\n  one: {<<: *base}",
    /, \/assistants\/one\/caller_id: must be quoted/,
  ],
] as const) {
  test(`${what} is a fault with its line`, async () => assert.match((await faultsIn(text))[0] ?? "", expected));
}

test("a text that grows by its aliases is refused and not expanded", async () => {
  const levels = Array.from({ length: 12 }, (_, at) => {
    const previous = `*a${at - 1}`;
    return `a${at}: &a${at} [${at === 0 ? "x, x" : Array(9).fill(previous).join(", ")}]`;
  });
  assert.match((await faultsIn(`${levels.join("\n")}\nassistants: {}`))[0] ?? "", /alias/i);
});

for (const [what, levels] of [
  [
    "a map",
    Array.from(
      { length: 12 },
      (_, at) =>
        `x-${at}: &a${at} {${
          at === 0
            ? "a: 1"
            : `<<: [${Array(9)
                .fill(`*a${at - 1}`)
                .join(", ")}]`
        }}`,
    ),
  ],
  ["itself", ["x-0: &a {b: *a, <<: *a}"]],
] as const) {
  test(`a text that merges ${what} again and again is refused at once`, async () => {
    assert.match((await faultsIn(`${levels.join("\n")}\nassistants: {}`))[0] ?? "", /too many values/);
  });
}

test("assistants can merge what they have in common, more than a hundred times", async () => {
  const ids = Array.from({ length: 50 }, (_, at) => `a${at}`);
  const own = ids.map((id) => `  ${id}:\n    <<: [*base, *more, *last]\n    name: ${id}\n`).join("");
  const text = `x-base: &base\n  voice: anna\n  operator: 0301234\n  name: nobody\nx-more: &more {}\nx-last: &last {}\nassistants:\n${own}`;
  const read = await readDefinitions(text, { environment: {}, readFile: readNamedFile, timeZone: "UTC" });
  assert.ok("definitions" in read, JSON.stringify(read));
  const { voice, operator, name } = read.definitions.all.get("a49") ?? {};
  assert.deepEqual([voice, operator, name], ["anna", "0301234", "a49"]);
  assert.match((await faultsIn(text.replace("voice: anna", "voise: anna")))[0] ?? "", /did you mean .?voice/);
});

test("a text that is a hundred times as large for its reader is refused", async () => {
  const text = `x: &a [${"1,".repeat(6_000)}]\ny: [${"*a,".repeat(95)}]\nassistants: {}`;
  assert.match((await faultsIn(text))[0] ?? "", /too many values/);
});

test("a file of a million characters is not read at all", async () => {
  assert.match((await faultsIn(`# ${"x".repeat(1_000_000)}`))[0] ?? "", /at most 1000000 characters/);
});

test("the directory is read, and its faults are told with their lines", async () => {
  const good = await readDefinitions(
    "assistants: {}\ndirectory:\n  - name: Zoë Ångström\n    number: +49 30 1234567\n  - {name: Support, continue: ext-queues/400}\n",
    { environment: {}, readFile: readNamedFile, timeZone: "UTC" },
  );
  assert.ok("definitions" in good);
  assert.deepEqual(
    good.definitions.directory.map(({ name, mode, number, place }) => [name, mode, number ?? place]),
    [
      ["Zoë Ångström", "warm", "+49301234567"],
      ["Support", "continue", { context: "ext-queues", extension: "400" }],
    ],
  );
  const bad = await readDefinitions(
    "assistants: {}\ndirectory:\n  - name: Zoë\n  - {name: Ann, number: 203, continue: a/1}\n  - {name: Bo, number: 'x y z!'}\n  - {name: Q, continue: a/1, mode: blind}\n",
    { environment: {}, readFile: readNamedFile, timeZone: "UTC" },
  );
  assert.ok("faults" in bad);
  assert.deepEqual(
    bad.faults.map(({ line, path }) => [line, path]),
    [
      [3, "/directory/0"],
      [4, "/directory/1"],
      [5, "/directory/2"],
      [6, "/directory/3"],
    ],
  );
});

test("a directory has 4,000 names at most", async () => {
  const entry = (at: number) => `  - {name: N${at}, number: ${at}, also: [A${at}, B${at}, C${at}]}\n`;
  const file = (entries: number) => `directory:\n${Array.from({ length: entries }, (_, at) => entry(at)).join("")}`;
  assert.equal((await definitionsIn(file(1000))).directory.length, 1000);
  assert.match(
    (await faultsIn(file(1002))).join("\n"),
    /^line 1002, \/directory\/1000: makes more than 4000 names .*$/,
  );
});

test("hours of a colleague are those of the zone, and their faults are told with their lines", async () => {
  const { directory } = await definitionsIn(
    "assistants: {}\ndirectory:\n  - {name: Zoë, number: 203, hours: {week: {weekdays: '9:00-17:00'}}}\n",
  );
  const at = (iso: string) => directory[0]?.isOpen(Date.parse(iso));
  assert.deepEqual(
    [at("2026-11-26T08:30:00Z"), at("2026-11-26T07:30:00Z"), at("2026-11-28T10:00:00Z")],
    [true, false, false],
  );
  const faults = await faultsIn(
    "assistants: {}\ndirectory:\n  - {name: Zoë, number: 203, hours: {week: {weekdays: 'nine'}}}\n",
  );
  assert.match(faults[0] ?? "", /^line 3, \/directory\/0\/hours/);
  for (const hours of ["5", "{week: 5}", "{week: {monday: {}}}", "{week: {monday: [[1]]}}", "{exceptions: {}}"]) {
    const [fault = ""] = await faultsIn(`assistants: {}\ndirectory:\n  - {name: Zoë, number: 203, hours: ${hours}}\n`);
    assert.match(fault, /^line 3, \/directory\/0\/hours/, hours);
  }
});

test("a file with thousands of unknown names is refused for the first of them, and calls go on meanwhile", async () => {
  const names = Array.from({ length: 1_000 }, (_, at) => ({
    name: `Employee number ${at}`,
    number: String(1_000 + at),
  }));
  const unknown = Array.from({ length: 200 }, (_, at) => `Employee nomber x${at}`);
  const assistants = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`a${at}`, { directory: unknown }]));
  const text = JSON.stringify({ directory: names, assistants });
  let turns = 0;
  const clock = setInterval(() => turns++, 1);
  const faults = await faultsIn(text).finally(() => clearInterval(clock));
  assert.equal(faults.length, 50);
  assert.match(faults[0] ?? "", /\/assistants\/a0\/directory\/0: is not one of .*did you mean Employee number/);
  assert.ok(turns > 5, `others had ${turns} turns`);
});

test("a destination's address for messages has to be one that webhooks can be sent to", async () => {
  const withAddress = (url: string) =>
    `assistants: {}\ndirectory:\n  - {name: Zoë, number: 203, message_webhook: "${url}"}\n`;
  const { directory } = await definitionsIn(withAddress("https://example.org/messages"));
  assert.equal(directory[0]?.messageWebhook, "https://example.org/messages");
  for (const [url, why] of [
    ["ftp://example.org/", "an http:// or https:// address"],
    ["https://me:secret@example.org/", "must not contain a user name or password"],
    ["http://example.org:25/", "must not use port 25"],
  ] as const) {
    const [fault] = await faultsIn(withAddress(url));
    assert.match(fault ?? "", new RegExp(`^line 3, /directory/0/message_webhook: .*${why}`), url);
  }
});

test("chains and routes of alerts are read, and their faults are told with their lines", async () => {
  const { alerts } = await definitionsIn(`
chains:
  oncall: { extensions: [1001, "+49 30 1234567"], rounds: 2, assistant: night }
assistants: { night: {} }
alerts:
  critical: { match: ['severity="critical"'], chain: oncall }
  rest:
    chain: oncall
    hours: { week: { weekdays: "8:00-18:00" } }
    silence: { alertmanager: "http://alertmanager:9093/" }
`);
  assert.deepEqual([...alerts.keys()], ["critical", "rest"]);
  const { critical, rest } = Object.fromEntries(alerts);
  assert.deepEqual(critical?.chain.extensions, ["1001", "+49301234567"]);
  assert.deepEqual([critical?.repeatMs, critical?.hours, critical?.silence], [300_000, undefined, undefined]);
  assert.deepEqual(rest?.silence, { alertmanager: "http://alertmanager:9093", ms: 7_200_000 });
  assert.deepEqual(rest?.hours?.timeZone, "Europe/Berlin");

  const faults = await faultsIn(`chains:
  oncall: { extensions: [1001, "1001", "a b c!"], assistant: nihgt }
  Night: { extensions: ["1002"] }
assistants: { night: {} }
alerts:
  all:
    match: ['severity=~"(?=a)b"']
    chain: oncal
    silence: { alertmanager: "ftp://x" }
`);
  const paths = faults.map((line) => line.replace(/:.*/s, ""));
  assert.deepEqual(paths.sort(), [
    "line 2, /chains/oncall/assistant",
    "line 2, /chains/oncall/extensions/1",
    "line 2, /chains/oncall/extensions/2",
    "line 3, /chains/Night",
    "line 7, /alerts/all/match/0",
    "line 8, /alerts/all/chain",
    "line 9, /alerts/all/silence/alertmanager",
  ]);
});

test("the rights of the called are read, and their faults are told with their lines", async () => {
  const { callees } = await definitionsIn(`
callees:
  hours: { week: { weekdays: 8:00-20:00 } }
  zones: { +1: America/New_York, 030: Europe/Berlin, 0044: Europe/London }
  attempts_a_day: 3
`);
  assert.deepEqual(
    [[...callees.zones], callees.attemptsADay, callees.hours?.timeZone],
    [
      [
        ["+1", "America/New_York"],
        ["030", "Europe/Berlin"],
        ["+44", "Europe/London"],
      ],
      3,
      "Europe/Berlin",
    ],
  );
  const faults = await faultsIn(`
callees:
  hours: { week: { sundays: 8:00-20:00 } }
  zones:
    _0X: Europe/Berlin
    "+1": America/New_Yorkshire
`);
  assert.deepEqual(faults, [
    "line 3, /callees/hours/week/sundays: is not known; did you mean sunday?",
    "line 5, /callees/zones/_0X: must be named by the beginning of a number, such as +1",
    "line 6, /callees/zones/+1: must be an IANA time zone such as Europe/Rome",
  ]);
});
