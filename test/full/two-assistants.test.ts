import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startToneWorld, TEST_LINES, type ToneCall, type ToneWorld } from "../support/index.js";

const CALLS_EACH = 10;
const AT_ONCE = 5;
const [SALES, DOCTOR] = [TEST_LINES.person, TEST_LINES.anotherPerson];
const DIRECTORY = `directory:
  - { name: Anna Meyer, department: Sales, number: "${SALES}" }
  - { name: Doktor Weiss, department: Praxis, number: "${DOCTOR}" }
`;
const OPEN = "hours: { week: { daily: 0:00-24:00 } }";
const CLOSED = 'hours: { week: { daily: 0:00-24:00 }, exceptions: { "2020-01-01/2099-12-31": closed } }';
const PATIENT = "turn_taking: { idle_timeout_seconds: 120 }";

/** Two assistants on one line, who have nothing in common. */
const BEFORE = `${DIRECTORY}assistants:
  office: { answers: [_70XX], language: en, voice: olivia, tools: [DATETIME, TRANSFER], directory: [Sales], ${OPEN},
    phrases: { greetings: ["Berg and Company."] }, ${PATIENT} }
  praxis: { answers: [_71XX], language: de, voice: petra, tools: [STATUS, TRANSFER], directory: [Praxis], ${OPEN},
    phrases: { greetings: ["Praxis Berg."] }, ${PATIENT} }
`;
/** One has another voice, other tools and no colleagues; the other is closed. */
const AFTER = `${DIRECTORY}assistants:
  office: { answers: [_70XX], language: en, voice: nora, tools: [STATUS], phrases: { greetings: ["Berg, good day."] } }
  praxis: { answers: [_71XX], language: de, voice: petra, tools: [STATUS], ${CLOSED},
    phrases: { closed: ["Die Praxis ist geschlossen."] } }
`;

interface Assistant {
  readonly number: string;
  readonly voice: string;
  readonly greeting: string;
  /** What it is asked for that it has, and what it says then. */
  readonly own: readonly [said: string, tool: string, answer: RegExp];
}

const OFFICE: Assistant = {
  number: "70",
  voice: "olivia",
  greeting: "Berg and Company.",
  own: ["What is the time?", "DATETIME", /o'clock|\d|minutes|past/],
};
const PRAXIS: Assistant = {
  number: "71",
  voice: "petra",
  greeting: "Praxis Berg.",
  own: ["Welche Timer habe ich?", "STATUS", /Timer|Rückruf/],
};

let house: ToneWorld;

before(async () => {
  house = await startToneWorld(BEFORE, { MAX_CONCURRENT_CALLS: "30" }, (text, voice) => `${voice}: ${text}`);
  // A model that calls whatever it is asked for, offered or not.
  for (const [said, tool] of [OFFICE.own, PRAXIS.own])
    house.world.model.when(literally(said)).callTool(tool).thenSay("{result}").evenIfNotOffered();
  for (const name of ["Anna Meyer", "Doktor Weiss"])
    house.world.model.when(literally(name)).callTool("TRANSFER", { name }).thenSay("{result}").evenIfNotOffered();
});
after(() => house?.[Symbol.asyncDispose]());

const literally = (said: string) => new RegExp(said.replaceAll(/[?.]/g, "\\$&"));

async function greeted({ number, greeting }: Assistant, at: number): Promise<ToneCall> {
  const call = await house.dial(`${number}${10 + at}`, `3${number}${at}`);
  await call.caller.hears((text) => text.includes(greeting), greeting);
  return call;
}

/** Says something, and hears the answer to its end. */
async function asks({ caller, logged }: ToneCall, said: string): Promise<string> {
  const from = house.controller.lines.length;
  await caller.says(said);
  const { data } = await logged("llm_response", from);
  const written = String(data?.text);
  return caller.hears((text) => text.replaceAll(/\b(?:olivia|petra|nora): /g, "").includes(written), written);
}

/** The tools that were called in a call, and how that ended. */
const toolsOf = ({ callId }: ToneCall) =>
  house.controller.lines.flatMap(({ event, data }) =>
    event === "tool_call" && data?.call_id === callId ? [`${data.tool} ${data.status}`] : [],
  );

function assertVoice({ caller }: ToneCall, voice: string): void {
  assert.ok(caller.heard.length > 0);
  for (const { text, isWhole } of caller.heard) assert.deepEqual([text.split(":")[0], isWhole], [voice, true], text);
}

describe("two assistants on one line", { timeout: 300_000 }, () => {
  test("both at once have their own voice, language and tools, and neither can use what is the other's", async (t) => {
    const ends = [OFFICE, PRAXIS].map(async (assistant, at) => {
      const [other, colleague, unknown] = [
        [PRAXIS, "Doktor Weiss", "I cannot find"],
        [OFFICE, "Anna Meyer", "finde ich"],
      ][at] as [Assistant, string, string];
      const call = await greeted(assistant, 80);
      const answer = await asks(call, assistant.own[0]);
      const refusal = await asks(call, other.own[0]);
      const noSuchPerson = await asks(call, colleague);
      t.diagnostic(`${answer} | ${refusal} | ${noSuchPerson} | ${String(toolsOf(call))}`);
      assert.match(answer, assistant.own[2]);
      assert.ok(noSuchPerson.includes(unknown), noSuchPerson);
      assert.deepEqual(toolsOf(call), [`${assistant.own[1]} SUCCESS`, `${other.own[1]} FAILED`, "TRANSFER FAILED"]);
      assertVoice(call, assistant.voice);
      await call.caller.call.hangUp();
    });
    await Promise.all(ends);
    assert.ok(house.controller.lines.every(({ event }) => event !== "transfer"));
  });

  test(`a new file changes nothing in ${2 * CALLS_EACH} calls on the line, and everything in the next ones`, async () => {
    const assistants = Array.from({ length: 2 * CALLS_EACH }, (_, at) => (at % 2 ? PRAXIS : OFFICE));
    const calls = await Promise.all(assistants.map((assistant, at) => greeted(assistant, at)));
    const from = house.controller.lines.length;
    await house.writeAssistants(AFTER);
    process.kill(house.controller.pid, "SIGHUP");
    await house.controller.logged("assistants_loaded", () => true, { from });
    const [office, praxis] = await Promise.all([house.dial("7091", "3998"), house.dial("7191", "3999")]);
    await office.caller.hears(/nora: Berg, good day\./);
    await asks(office, OFFICE.own[0]);
    assert.deepEqual(toolsOf(office), [`${OFFICE.own[1]} FAILED`]);
    assertVoice(office, "nora");
    assert.match(await praxis.caller.hearsTheEnd(), /petra: Die Praxis ist geschlossen\./);
    await office.caller.call.hangUp();
    // Some at a time: what one machine can listen to.
    for (let begin = 0; begin < calls.length; begin += AT_ONCE) {
      const some = calls.slice(begin, begin + AT_ONCE).map(async (call, at) => {
        const { own, voice } = assistants[begin + at] ?? assert.fail();
        assert.match(await asks(call, own[0]), own[2]);
        assert.deepEqual(toolsOf(call), [`${own[1]} SUCCESS`]);
        assertVoice(call, voice);
        await call.caller.call.hangUp();
      });
      await Promise.all(some);
    }
  });
});
