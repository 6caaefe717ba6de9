import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../src/config/phrases.js";
import type { Occasion } from "../../src/config/phrase-categories.js";
import { LOCALES } from "../../src/locales/locales.js";
import {
  COLLEAGUE,
  englishIn,
  type HttpServer,
  readyAt,
  startTempest,
  startToneWorld,
  tempestSettings,
  TEST_LINES,
  TIMER_SECONDS,
  ToneCaller,
  type ToneCall,
  type ToneWorld,
  type Tongue,
  TONGUES,
} from "../support/index.js";

/** Extensions that the telephone answers, one for each language. */
const PEOPLE = ["1000", "1001", "1007", "1008", "1011"];
const ZONE = "Europe/Berlin";

let house: ToneWorld;
let tempest: HttpServer;

before(async () => {
  tempest = await startTempest();
  const assistants = TONGUES.map(
    ({ language, number }) => `  ${language}: { answers: [${number}], language: ${language} }`,
  );
  const directory = `directory: [{ name: ${COLLEAGUE}, number: "${readyAt(TEST_LINES.person)}" }]`;
  house = await startToneWorld(["assistants:", ...assistants, directory].join("\n"), {
    ...tempestSettings(tempest),
    TIMEZONE: ZONE,
  });
  const { model } = house.world;
  const whenAsked = (said: string) => model.when(new RegExp(`^${said.replaceAll(/[?.]/g, "\\$&")}$`));
  for (const { asks, timer, colleague, reason } of TONGUES) {
    for (const [said, tool, parameters] of asks) {
      const rule = whenAsked(said).callTool(tool, parameters);
      // A model that hangs up without a word has its goodbye said for it.
      rule.thenSay(tool === "HANGUP" ? "" : "{result}");
    }
    whenAsked(timer).callTool("SET_TIMER", { duration: TIMER_SECONDS }).thenSay("{result}");
    whenAsked(colleague).callTool("TRANSFER", { name: COLLEAGUE, reason });
  }
});
after(async () => {
  await house?.[Symbol.asyncDispose]();
  await tempest?.[Symbol.asyncDispose]();
});
afterEach(async () => {
  const { model, speech } = house.world;
  for (const faults of [model.completions, speech.speech, speech.transcriptions]) faults.mend();
  await house.controller.healthy(60_000);
});

/** All languages at once, each in a call of its own. What failed in some has not ended the others. */
async function inEach(work: (tongue: Tongue, at: number) => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(TONGUES.map(work));
  const faults = ends.flatMap((end, at) =>
    end.status === "rejected" ? [`${TONGUES[at]?.language}: ${String(end.reason?.message ?? end.reason)}`] : [],
  );
  assert.equal(faults.join("\n\n"), "");
}

function assertSaid(actual: string, expected: readonly string[], what: string): void {
  for (const part of expected) assert.ok(actual.includes(part), `${what}: "${part}" is not in "${actual}"`);
}

const phraseOf = ({ language }: Tongue, occasion: Occasion) => {
  const [phrase = ""] = DEFAULT_PHRASES_BY_LANGUAGE.in(language)[occasion];
  return phrase;
};
const isAnyOf = ({ language }: Tongue, occasion: Occasion) => {
  const phrases = DEFAULT_PHRASES_BY_LANGUAGE.in(language)[occasion];
  return (text: string) => phrases.some((phrase) => text.includes(phrase));
};

/** A caller who has heard that a machine speaks, and the greeting. */
async function greeted(tongue: Tongue, at: number, further = ""): Promise<ToneCall> {
  const call = await house.dial(tongue.number, `30${at}${further}`);
  const greeting = await call.caller.hears(isAnyOf(tongue, "greetings"), "the greeting");
  assert.ok(greeting.startsWith(`${phraseOf(tongue, "disclosure")} `), greeting);
  return call;
}

/** Says something, and hears the whole of what the model makes of it. */
async function asks({ caller, logged }: ToneCall, said: string): Promise<string> {
  const from = house.controller.lines.length;
  await caller.says(said);
  const { data } = await logged("llm_response", from);
  const written = String(data?.text);
  return caller.hears((heard) => heard.includes(written), written);
}

/** The assistant says goodbye, and hangs up. */
async function hearsGoodbye({ caller }: ToneCall, tongue: Tongue): Promise<void> {
  const last = await caller.hearsTheEnd();
  assert.ok(isAnyOf(tongue, "goodbyes")(last), `no goodbye: "${last}"`);
}

/** Nothing that the assistant has said was English, or cut off, and the transcript has it all. */
async function assertOwnWords(
  { caller, callId }: Pick<ToneCall, "caller" | "callId">,
  { language }: Tongue,
  until = Infinity,
) {
  const heard = caller.heard.slice(0, until);
  // A transcript has what was said, not what fills a pause.
  const fillers = DEFAULT_PHRASES_BY_LANGUAGE.in(language).thinking;
  const texts = heard.map(({ text }) => text).filter((text) => !fillers.includes(text));
  const said = texts.join(" ");
  assert.deepEqual(
    heard.filter(({ isWhole }) => !isWhole),
    [],
    language,
  );
  if (language !== "en") assert.deepEqual(englishIn(said, language), [], said);
  await house.rest.callOver(callId, 20_000);
  const { body } = await house.rest.ask("GET", `/call/${callId}/transcript`);
  const entries = body.entries as readonly { readonly who: string; readonly text: string }[];
  // Of a turn that was withdrawn nothing was heard.
  const kept = entries.flatMap(({ who, text }) => (who === "assistant" && text ? [text] : []));
  assert.equal(kept.join(" "), said, language);
}

/** Weekday, month and year. */
function dateIn(language: string): string[] {
  const partOf = (part: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...part, timeZone: ZONE }).format();
  return [partOf({ weekday: "long" }), partOf({ month: "long" }), partOf({ year: "numeric" })];
}

describe("in every language that there is", { timeout: 900_000 }, () => {
  test("there is someone who speaks it", () => {
    assert.deepEqual(TONGUES.map(({ language }) => language).sort(), LOCALES.map(({ code }) => code).sort());
  });

  test("a caller uses all ten tools, whose numbers and dates are as there, and hears a goodbye", async (t) => {
    await inEach(async (tongue, at) => {
      const { language } = tongue;
      const call = await greeted(tongue, at);
      await using caller = call.caller;
      const answers = new Map<string, string>();
      const today = () => dateIn(language);
      const dates: string[][] = [];
      for (const [said, tool] of tongue.asks.slice(0, -1)) {
        if (tool === "DATETIME") dates.push(today());
        answers.set(tool, await asks(call, said));
        if (tool === "DATETIME") dates.push(today());
        t.diagnostic(`${language}: ${said} → ${answers.get(tool)}`);
      }
      const [goodbye = ""] = tongue.asks.at(-1) ?? [];
      await caller.says(goodbye);
      await hearsGoodbye(call, tongue);
      const used = house.controller.lines.filter(
        ({ event, data }) => event === "tool_call" && data?.call_id === call.callId,
      );
      assert.deepEqual(
        used.map(({ data }) => `${data?.tool} ${data?.status}`),
        tongue.asks.map(([, tool]) => `${tool} ${/TIMER|CALLBACK/.test(tool) ? "PENDING" : "SUCCESS"}`),
        JSON.stringify([...answers]),
      );

      const told = answers.get("DATETIME") ?? "";
      // It may be midnight.
      const date = dates.find((parts) => parts.every((part) => told.includes(part))) ?? dates[0] ?? [];
      assertSaid(told, date, language);
      assertSaid(answers.get("CALC") ?? "", [new Intl.NumberFormat(language).format(2.5)], language);
      for (const tool of ["SET_TIMER", "STATUS"])
        assertSaid(answers.get(tool) ?? "", [`${tongue.ten} ${unitIn(language, "minute")}`], `${language} ${tool}`);
      assert.equal(answers.get("SIMON_SAYS"), tongue.verse);
      await assertOwnWords(call, tongue);
    });
  });

  test("a caller hears that a timer is up, and is put through to a colleague who was told why", async (t) => {
    const colleagues = house.world.telephone.answerCallsTo(TEST_LINES.person);
    const calls = new Map<string, ToneCall>();
    const callers = inEach(async (tongue, at) => {
      const { language } = tongue;
      const call = await greeted(tongue, at, "1");
      calls.set(`30${at}1`, call);
      await asks(call, tongue.timer);
      const up = await call.caller.hears((text) => /\S/.test(text));
      assertSaid(up, [unitIn(language, "second")], language);
      await call.caller.says(tongue.colleague);
      const through = await call.caller.hears((text) => text.includes(COLLEAGUE), "to whom they are put through");
      t.diagnostic(`${language}: ${up} ${through}`);
      const heard = call.caller.heard.length;
      await call.caller.call.ended;
      await assertOwnWords(call, tongue, heard);
    });
    const taken = inEach(async () => {
      const { value: ringing } = await colleagues.next();
      assert.ok(ringing);
      await using colleague = await ToneCaller.on(ringing);
      const at = Number(ringing.number.at(2));
      const tongue = TONGUES[at] ?? assert.fail(ringing.number);
      const briefing = await colleague.hears((text) => text.includes(phraseOf(tongue, "briefing_question")));
      t.diagnostic(`${tongue.language}: ${briefing}`);
      assertSaid(briefing, [tongue.reason], tongue.language);
      if (tongue.language !== "en") assert.deepEqual(englishIn(briefing, tongue.language), [], briefing);
      await colleague.says(tongue.placed.yes);
      const { caller } = calls.get(ringing.number) ?? assert.fail(ringing.number);
      await house.controller.logged("transferred", ({ data }) => data?.call_id === calls.get(ringing.number)?.callId);
      await colleague.says(tongue.placed.message);
      await caller.hears((text) => text.includes(tongue.placed.message));
      await caller.says(tongue.placed.answer);
      await colleague.hears((text) => text.includes(tongue.placed.answer));
      await caller.call.hangUp();
    });
    await Promise.all([callers, taken]);
    colleagues.close();
  });

  test("a callee hears a message, or a message and a question that they answer", async (t) => {
    for (const isAsked of [false, true]) {
      await inEach(async (tongue, at) => {
        const { language, placed } = tongue;
        const extension = PEOPLE[at] ?? "";
        const ringing = house.world.telephone.answerCallsTo(extension);
        const { message, prompt, yes, no } = placed;
        const options = [
          { value: "today", synonyms: [yes] },
          { value: "another day", synonyms: [no] },
        ];
        const { status, body } = await house.rest.placeCall({
          extension: readyAt(extension),
          assistant: language,
          message,
          ...(isAsked && { choice: { prompt, options } }),
        });
        assert.equal(status, 200, JSON.stringify(body));
        const { value: answered } = await ringing.next();
        assert.ok(answered);
        ringing.close();
        await using callee = await ToneCaller.on(answered);
        const first = await callee.hears((text) => text.includes(isAsked ? prompt : message));
        if (isAsked) await callee.says(placed.answer);
        const rest = await callee.hearsTheEnd();
        t.diagnostic(`${language}: ${first} ${rest}`);
        const callId = String(body.call_id);
        const record: unknown = await house.rest.callOver(callId, 20_000);
        const { choice_response: chosen, message_played: isPlayed } = record as Record<string, unknown>;
        assert.deepEqual([isPlayed, chosen], [true, isAsked ? "today" : null], language);
        assert.ok(first.startsWith(`${phraseOf(tongue, "disclosure")} ${message}`), first);
        await assertOwnWords({ caller: callee, callId }, tongue);
      });
    }
  });

  test("a caller whose words are not understood hears which keys there are, and uses them", async (t) => {
    await inEach(async (tongue, at) => {
      const call = await greeted(tongue, at, "2");
      await using caller = call.caller;
      house.world.speech.transcriptions.failWith(500);
      await caller.says(jokeIn(tongue));
      const excuse = await caller.hears((text) => text.includes(phraseOf(tongue, "key_goodbye")));
      t.diagnostic(`${tongue.language}: ${excuse}`);
      assertSaid(excuse, [phraseOf(tongue, "stt_away"), phraseOf(tongue, "key_time")], tongue.language);
      await caller.call.press("1");
      const weekday = new Intl.DateTimeFormat(tongue.language, { weekday: "long", timeZone: ZONE }).format();
      await caller.hears((text) => text.includes(weekday), weekday);
      await caller.call.press("9");
      await hearsGoodbye(call, tongue);
      await assertOwnWords(call, tongue);
    });
  });

  test("a caller whose model does not answer hears what can be asked for, and asks for it", async (t) => {
    await inEach(async (tongue, at) => {
      const call = await greeted(tongue, at, "3");
      await using caller = call.caller;
      house.world.model.completions.failWith(500);
      await caller.says(jokeIn(tongue));
      const excuse = await caller.hears((text) => text.includes(phraseOf(tongue, "ask_goodbye")));
      t.diagnostic(`${tongue.language}: ${excuse}`);
      assertSaid(excuse, [phraseOf(tongue, "llm_away"), phraseOf(tongue, "ask_time")], tongue.language);
      const [goodbye = ""] = tongue.asks.at(-1) ?? [];
      await caller.says(goodbye);
      await hearsGoodbye(call, tongue);
      await assertOwnWords(call, tongue);
    });
  });

  test("a caller whose reply has no voice hears that something went wrong", async (t) => {
    await inEach(async (tongue, at) => {
      const { caller } = await greeted(tongue, at, "4");
      house.world.speech.speech.failWith(500);
      await caller.says(jokeIn(tongue));
      const excuse = await caller.hears(isAnyOf(tongue, "errors"));
      t.diagnostic(`${tongue.language}: ${excuse}`);
      if (tongue.language !== "en") assert.deepEqual(englishIn(excuse, tongue.language), [], excuse);
      await caller.call.hangUp();
    });
  });
});

/** What asks for a joke: nothing that a menu has. */
function jokeIn({ asks: all }: Tongue): string {
  const [said] = all.find(([, tool]) => tool === "JOKE") ?? assert.fail();
  return said;
}

/** The plural of a unit, as the language writes it. */
function unitIn(language: string, unit: "minute" | "second"): string {
  const parts = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).formatToParts(10);
  return parts.find(({ type }) => type === "unit")?.value ?? assert.fail(language);
}
