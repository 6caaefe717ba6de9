import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { converse } from "../../src/conversation/converse.js";
import type { ConversationResources } from "../../src/conversation/conversation.js";
import { createConversation } from "../../src/conversation/create-conversation.js";
import { OCCASIONS } from "../../src/config/phrase-categories.js";
import type { Phrases } from "../../src/config/phrases.js";
import { createDtmfMenu } from "../../src/conversation/dtmf-menu.js";
import { standingPhrases } from "../../src/conversation/phrasebook.js";
import { decorated } from "../../src/engines/engines.js";
import { instrumented } from "../../src/engines/instruments.js";
import { retried } from "../../src/engines/retries.js";
import { AttendantError, type ErrorCode } from "../../src/kernel/errors.js";
import { pause } from "../../src/kernel/deadline.js";
import type { LanguageModel } from "../../src/language/ports.js";
import type { Tool } from "../../src/toolbox/tool.js";
import { createHealth } from "../../src/observability/health.js";
import { createPhraseCache } from "../../src/speech/phrase-cache.js";
import { recogniseInBatch } from "../../src/speech/recognise-in-batch.js";
import type { SpeechToText, TextToSpeech } from "../../src/speech/ports.js";
import { FULL } from "../support/form.js";
import { createAudioClock } from "../support/fakes/audio-clock.js";
import { FakeDialler } from "../support/fakes/fake-dialler.js";
import { operatorOnly } from "../support/fakes/fake-switchboard.js";
import { FakeModel } from "../support/fakes/fake-model.js";
import { FakeSpeechToText } from "../support/fakes/fake-speech-to-text.js";
import { PHRASES, prepareTalk, type TalkOptions } from "../support/fakes/talk.js";

/** How a back end behaves. `nonsense` is an answer without anything in it; what is no answer at all fails on the wire. */
const MANNERS = ["well", "fails", "slow", "hangs", "nonsense"] as const;
type Manner = (typeof MANNERS)[number];
type Backend = "stt" | "llm" | "tts";

const SLOW_MS = 7_000;
const ENDPOINT_MS = 700;
/** What a caller may have to bear. */
const MAX_SILENCE_MS = 3_000;
/** After so long a silence a caller is asked whether they are there: the default. */
const IDLE_MS = 15_000;

const TIME: Tool = {
  name: "DATETIME",
  description: "Tells.",
  execute: () => ({ status: "SUCCESS", message: "It is noon." }),
};
const tools = [TIME];

/** Waits, fails or goes on, as the manner has it. */
async function bear(manner: Manner, code: ErrorCode, signal: AbortSignal, slowMs = SLOW_MS): Promise<void> {
  if (manner === "fails") throw new AttendantError(code, "It refuses the connection.");
  if (manner === "slow") await pause(slowMs, signal);
  if (manner === "hangs") await pause(Number.POSITIVE_INFINITY, signal);
}

interface AwayOptions extends TalkOptions {
  /** Whether the standing phrases were made while text-to-speech was there; true unless given. */
  readonly warmed?: boolean;
  readonly ringsAt?: FakeDialler;
  /** How long a slow model takes, ms. */
  readonly slowMs?: number;
}

/** A conversation on an audio clock with back ends whose manners can be changed, watched and retried as in the service. */
async function startTalk(t: TestContext, options: AwayOptions = {}) {
  const dialler = options.ringsAt;
  const switchboard = dialler && (await operatorOnly(dialler));
  const { phrases = PHRASES } = options;
  const talk = await prepareTalk(t, { tools, ...options });
  const manners: Record<Backend, Manner> = { stt: "well", llm: "well", tts: "well" };
  const [ears, mind, voice] = [new FakeSpeechToText(), new FakeModel(), talk.voice];
  let understood = "tell me a story";

  const stt: SpeechToText = {
    async transcribe(samples, signal) {
      await bear(manners.stt, "stt_failed", signal);
      ears.next(manners.stt === "nonsense" ? "" : understood);
      return ears.transcribe(samples, signal);
    },
  };
  const model: LanguageModel = {
    async *stream(messages, offers, signal) {
      await bear(manners.llm, "llm_failed", signal, options.slowMs);
      if (manners.llm === "nonsense") mind.next();
      else mind.next("Once there was a king.");
      yield* mind.stream(messages, offers, signal);
    },
  };
  const tts: TextToSpeech = {
    async *synthesise(text, signal) {
      await bear(manners.tts, "tts_failed", signal);
      if (manners.tts !== "nonsense") yield* voice.synthesise(text, signal);
    },
  };

  const health = createHealth({ now: Date.now, log: talk.call.log, checks: {} });
  const watch = { metrics: talk.call.metrics, health };
  const once = decorated({ stt, llm: model, tts }, instrumented(watch));
  const engines = decorated(
    once,
    retried((engine) => health.ok(engine)),
  );
  const menu = createDtmfMenu(talk.resources.toolbox, switchboard !== undefined, phrases);
  const standing = standingPhrases(phrases, menu);
  const remembered = createPhraseCache(once.tts, { maxBytes: 20_000_000 });
  if (options.warmed ?? true) await remembered.warm(standing, talk.scope.signal);
  else manners.tts = "fails";
  const resources: ConversationResources = {
    ...talk.resources,
    openRecogniser: () => recogniseInBatch(engines.stt),
    model: engines.llm,
    tts: {
      synthesise: (text, signal) => (standing.includes(text) ? remembered : engines.tts).synthesise(text, signal),
    },
    menu,
    turnDeadlineMs: 15_000,
    cached: (phrase) => remembered.cached(phrase),
    isAvailable: (backend) => health.ok(backend),
  };
  const call = createConversation(resources, { ...talk.needs, switchboard });
  const clock = createAudioClock(t, talk.line);
  let ended: unknown;
  void converse(call, talk.scope, talk.windDown.signal).then(
    (farewell) => (ended = farewell),
    (error: unknown) => (ended = error),
  );
  await talk.settles();

  const isSilent = () => talk.line.queuedMs === 0;
  const greeted = await clock.runsUntil(() => talk.transcript.entries.length > 0 && isSilent(), 10_000);
  assert.ok(greeted);

  return {
    talk,
    clock,
    manners,
    health,
    get ended() {
      return ended;
    },
    set understood(text: string) {
      understood = text;
    },

    /** The caller asks, and hears whatever they hear until the assistant has done with it. */
    async asks(): Promise<{ readonly heard: string[]; readonly silenceMs: number }> {
      return this.hears(async () => {
        await talk.asks();
        clock.beginSilence(ENDPOINT_MS);
      });
    },

    async presses(key: string) {
      return this.hears(async () => {
        talk.line.presses(key);
        clock.beginSilence();
        await talk.settles();
      });
    },

    async hears(doing: () => Promise<void>) {
      const [from, said] = [talk.line.heard.length, spokenTurns()];
      await doing();
      const isOver = () => ended !== undefined || (spokenTurns() > said && isSilent());
      assert.ok(await clock.runsUntil(isOver, 90_000), "nothing came of it");
      return {
        heard: talk.voice
          .read(talk.line.heard.slice(from))
          .map(({ text, ms }) => (text.startsWith("(") ? (ms % 600 === 0 ? "(fault tone)" : "(waiting tone)") : text)),
        silenceMs: clock.longestSilenceMs,
      };
    },

    mend(): void {
      for (const backend of ["stt", "llm", "tts"] as const) {
        manners[backend] = "well";
        health.report(backend, true); // As looking again would find.
      }
    },
  };

  function spokenTurns(): number {
    return talk.transcript.entries.filter(({ who }) => who === "assistant").length;
  }
}

/** All that there are; in a quick run each manner of one back end with each of another, once. */
const ways = MANNERS.flatMap((stt, first) =>
  MANNERS.flatMap((llm, second) =>
    MANNERS.filter((_, third) => FULL || third === (first + second) % MANNERS.length).map((tts) => ({ stt, llm, tts })),
  ),
);

for (const stt of MANNERS) {
  // What has no words in it is taken for noise, which nobody answers: such a caller is asked whether they are still there.
  const mostMs = stt === "nonsense" ? IDLE_MS + 1_000 : MAX_SILENCE_MS;
  test(`while speech-to-text does ${stt}, whatever the others do, no caller waits ${mostMs} ms in silence or is dropped`, async (t) => {
    const rows: string[] = [];
    for (const [at, way] of ways.filter((each) => each.stt === stt).entries()) {
      await t.test(`the model ${way.llm}, text-to-speech ${way.tts}`, async (t) => {
        const call = await startTalk(t);
        Object.assign(call.manners, way);
        const first = await call.asks();
        const second = await call.asks();
        const silenceMs = Math.max(first.silenceMs, second.silenceMs);
        rows[at] = `${silenceMs} ms: ${[first, second].map(({ heard }) => heard.join(" ")).join(" | ")}`;
        assert.ok(silenceMs <= mostMs, `${silenceMs} ms of silence`);
        assert.ok(first.heard.length > 0 && second.heard.length > 0);
        assert.equal(call.ended, undefined, "the call goes on");
        call.mend();
        assert.deepEqual((await call.asks()).heard, ["Once there was a king."]);
      });
      t.diagnostic(`llm ${way.llm}, tts ${way.tts}: ${rows[at]}`);
    }
  });
}

/** What was heard but for being told to wait. */
function heardOf({ heard }: { readonly heard: readonly string[] }): string[] {
  return heard.filter((text) => text !== "One moment.");
}

test("even if nothing was ever synthesised, a caller hears tones and can hang up by key", async (t) => {
  const call = await startTalk(t, { warmed: false });
  Object.assign(call.manners, { stt: "hangs", llm: "fails", tts: "hangs" });
  const { heard, silenceMs } = await call.asks();
  assert.ok(heard.every((sound) => sound.startsWith("(")));
  assert.ok(silenceMs <= MAX_SILENCE_MS, `${silenceMs} ms of silence`);
  await call.presses("9");
  assert.equal(call.ended, "goodbye");
});

test("while the model is away, the caller is told once what works, and words still run tools", async (t) => {
  const call = await startTalk(t, { ringsAt: new FakeDialler() });
  call.manners.llm = "fails";
  assert.deepEqual(heardOf(await call.asks()), [
    "That went wrong.",
    "I cannot think clearly right now.",
    "You can still ask for the time.",
    "Say goodbye to hang up.",
    "Or press zero for an operator.",
  ]);
  assert.deepEqual(heardOf(await call.asks()), ["That went wrong."]);
  call.understood = "what time is it";
  assert.deepEqual(heardOf(await call.asks()), ["It is noon."]);
  assert.deepEqual(heardOf(await call.presses("1")), ["It is noon."]);
  call.mend();
  call.understood = "tell me a story";
  assert.deepEqual(heardOf(await call.asks()), ["Once there was a king."]);
  assert.deepEqual(call.talk.transcript.entries.filter(({ who }) => who === "tool").length, 2);
  call.manners.llm = "fails";
  call.understood = "goodbye then";
  assert.deepEqual(heardOf(await call.asks()), ["Farewell."]);
  assert.equal(call.ended, "goodbye");
});

test("words that name a menu item run its tool in the same turn in which the model fails", async (t) => {
  const call = await startTalk(t);
  call.manners.llm = "fails";
  call.understood = "what time is it";
  assert.deepEqual(heardOf(await call.asks()), ["It is noon."]);
});

test("while speech-to-text is away, the caller is told the available keys, and they work", async (t) => {
  const call = await startTalk(t);
  call.manners.stt = "fails";
  assert.deepEqual(heardOf(await call.asks()), [
    "That went wrong.",
    "I cannot understand speech right now.",
    "Press one for the time.",
    "Press nine to hang up.",
  ]);
  assert.deepEqual(heardOf(await call.presses("1")), ["It is noon."]);
  call.manners.tts = "fails";
  assert.deepEqual(heardOf(await call.presses("1")), ["That went wrong."]);
  assert.deepEqual(heardOf(await call.presses("9")), ["Farewell."]);
  assert.equal(call.ended, "goodbye");
});

test("while speech-to-text is away, a television hears two apologies, and does not keep the call", async (t) => {
  const call = await startTalk(t);
  call.manners.stt = "fails";
  for (let at = 0; at < 60_000 && call.ended === undefined; at += 5_000) {
    await call.talk.asks();
    await call.clock.runs(5_000);
  }
  assert.equal(call.ended, "idle");
  const phrases = ["That went wrong.", "Are you still there?", "Farewell."];
  const said = call.talk.heard.map((text) => text.replace(/ –$/u, "")).filter((text) => phrases.includes(text));
  assert.deepEqual(said, ["That went wrong.", "That went wrong.", "Are you still there?", "Farewell."]);
});

test("while speech-to-text is away, a caller who presses a key is apologised to as before", async (t) => {
  const call = await startTalk(t);
  call.manners.stt = "fails";
  for (let i = 0; i < 2; i++) await call.asks();
  await call.presses("1");
  assert.deepEqual(heardOf(await call.asks()), ["That went wrong."]);
});

test("while everything works, keys other than zero have no effect", async (t) => {
  const call = await startTalk(t);
  call.talk.line.presses("9");
  await call.clock.runs(3_000);
  assert.equal(call.ended, undefined);
  assert.deepEqual(call.talk.events("key"), []);
});

test("a request that fails once is repeated, and the caller only waits a little longer", async (t) => {
  const call = await startTalk(t);
  for (const backend of ["stt", "llm", "tts"] as const) {
    call.manners[backend] = "fails";
    setTimeout(() => (call.manners[backend] = "well"), 200);
    const { heard, silenceMs } = await call.asks();
    assert.equal(heard.at(-1), "Once there was a king.");
    assert.ok(silenceMs <= MAX_SILENCE_MS);
    assert.ok(call.health.ok(backend), "and it counts as there");
  }
});

test("a back end that hangs is named as the cause", async (t) => {
  for (const backend of ["stt", "llm", "tts"] as const) {
    await t.test(backend, async (t) => {
      const call = await startTalk(t);
      call.manners[backend] = "hangs";
      await call.asks();
      assert.deepEqual(
        Object.keys(call.health.checks).filter((name) => !call.health.ok(name as Backend)),
        [backend],
      );
    });
  }
});

test("a quick reply comes without a filler, a slow one after some", async (t) => {
  const call = await startTalk(t);
  assert.deepEqual((await call.asks()).heard, ["Once there was a king."]);
  call.manners.llm = "slow";
  const { heard } = await call.asks();
  assert.deepEqual([...new Set(heard)], ["One moment.", "Once there was a king."]);
});

for (const [slowMs, hears, silenceMs] of [
  [600, ["Once there was a king."], 1_300],
  [1_000, ["Once there was a king."], 1_700],
  [1_160, ["Once there was a king."], 1_860],
  [1_300, ["One moment.", "Once there was a king."], 1_900],
] as const) {
  test(`a reply ${slowMs} ms after the end of the utterance is heard as ${hears.join(" ")}`, async (t) => {
    const call = await startTalk(t, { slowMs });
    call.manners.llm = "slow";
    const heard = await call.asks();
    assert.deepEqual(heard.heard, hears);
    assert.ok(Math.abs(heard.silenceMs - silenceMs) <= 40, `${heard.silenceMs} ms of silence`);
  });
}

test("a caller who speaks over a filler silences it and is answered once", async (t) => {
  const call = await startTalk(t);
  call.manners.llm = "hangs";
  await call.talk.asks();
  assert.ok(await call.clock.runsUntil(() => call.talk.line.queuedMs > 0, 3_000));
  await call.talk.speaks();
  assert.equal(call.talk.line.queuedMs, 0);
  call.mend();
  const answer = await call.hears(() => call.talk.pauses());
  assert.deepEqual(answer.heard, ["Once there was a king."]);
});

test("a caller who speaks over a filler while being transcribed silences it", async (t) => {
  const call = await startTalk(t);
  call.manners.stt = "hangs";
  await call.talk.asks();
  assert.ok(await call.clock.runsUntil(() => call.talk.line.queuedMs > 0, 3_000));
  await call.talk.speaks();
  assert.ok(call.talk.line.isPaused);
});

test("zero rings the operator at any time, and connects the caller until one of them hangs up", async (t) => {
  const dialler = new FakeDialler();
  const call = await startTalk(t, { ringsAt: dialler });
  const { talk, clock } = call;
  const from = talk.line.heard.length;
  talk.line.presses("0");
  clock.beginSilence();
  await clock.runs(8_000);
  await talk.asks(); // What the caller says now is not meant for us.
  await clock.runs(2_000);
  assert.ok(clock.longestSilenceMs <= MAX_SILENCE_MS);
  assert.equal(talk.voice.read(talk.line.heard.slice(from))[0]?.text, "One moment, I am putting you through.");
  const operator = dialler.last.answers();
  await talk.settles();
  assert.deepEqual(talk.line.joined, [operator]);
  assert.equal(talk.line.queuedMs, 0);
  await clock.runs(60_000);
  assert.equal(call.ended, undefined);
  operator.leaves();
  await clock.runs(100);
  assert.equal(call.ended, "transferred");
});

test("a caller who hangs up while being connected leaves no telephone ringing", async (t) => {
  const dialler = new FakeDialler();
  const { talk, clock } = await startTalk(t, { ringsAt: dialler });
  talk.line.presses("0");
  await clock.runs(2_000);
  talk.line.leaves();
  await talk.settles();
  assert.ok(dialler.last.request.scope.ending);
});

test("when the operator does not answer, the caller is told, and the conversation continues", async (t) => {
  const dialler = new FakeDialler();
  const call = await startTalk(t, { ringsAt: dialler });
  Object.assign(call.manners, { stt: "hangs", llm: "hangs", tts: "hangs" });
  setTimeout(() => dialler.last.declines("no_answer", "It rang for 25 s."), 25_000);
  const { heard, silenceMs } = await call.presses("0");
  assert.deepEqual(
    [heard[0], heard.at(-1)],
    ["One moment, I am putting you through.", "No one is available there right now. How else can I help you?"],
  );
  assert.ok(silenceMs <= MAX_SILENCE_MS);
  call.mend();
  assert.deepEqual((await call.asks()).heard, ["Once there was a king."]);
});

test("a process that stops ends the ringing with a goodbye", async (t) => {
  const dialler = new FakeDialler();
  const call = await startTalk(t, { ringsAt: dialler });
  call.talk.line.presses("0");
  await call.clock.runs(2_000);
  call.talk.windDown.abort();
  await call.clock.runs(3_000);
  assert.equal(call.ended, "wound_down");
  assert.ok(dialler.last.request.scope.ending);
});

test("a greeting is sent immediately after the answer, whatever text-to-speech does", async (t) => {
  const call = await startTalk(t);
  assert.equal(call.clock.elapsedMs, 1_000, "a greeting of one second has been heard after one second");
});

/** Phrases of another language: of each the occasion in capitals, and words that callers say. */
const FOREIGN: Phrases = {
  ...(Object.fromEntries(OCCASIONS.map((occasion) => [occasion, [occasion.toUpperCase()]])) as unknown as Phrases),
  words_time: ["Uhrzeit", "wie spät"],
  words_goodbye: ["auf Wiederhören"],
  words_refusal: ["nicht"],
};

test("with phrases in another language, no built-in phrase is heard, whatever fails", async (t) => {
  const dialler = new FakeDialler();
  const call = await startTalk(t, { ringsAt: dialler, phrases: FOREIGN });
  const { talk, clock, manners } = call;
  const asks = async (words: string) => {
    call.understood = words;
    return (await call.asks()).heard;
  };
  const withoutFillers = (heard: readonly string[]) => heard.filter((text) => text !== "THINKING");

  assert.equal(talk.heard.at(-1), "GREETINGS");
  manners.stt = "nonsense";
  assert.deepEqual((await call.asks()).heard, ["FOLLOWUPS"], "what has no words in it is noise, and is not answered");
  manners.stt = "fails";
  const byKeys = ["ERRORS", "STT_AWAY", "KEY_TIME", "KEY_GOODBYE", "KEY_OPERATOR"];
  assert.deepEqual(withoutFillers((await call.asks()).heard), byKeys);
  assert.deepEqual(withoutFillers((await call.asks()).heard), ["ERRORS"]);
  call.mend();
  await call.asks();

  manners.llm = "hangs";
  const byWords = ["ERRORS", "LLM_AWAY", "ASK_TIME", "ASK_GOODBYE", "KEY_OPERATOR"];
  const first = await asks("Erzähl mir etwas");
  assert.ok(first.includes("THINKING"));
  assert.deepEqual(withoutFillers(first), byWords);
  manners.llm = "fails";
  assert.deepEqual(withoutFillers(await asks("Wie spät ist es?")), ["It is noon."], "the tool's own words");
  assert.deepEqual(withoutFillers(await asks("what time is it")), ["ERRORS"]);
  assert.deepEqual(withoutFillers(await asks("Nicht auf Wiederhören")), ["ERRORS"]);
  assert.equal(call.ended, undefined);

  setTimeout(() => dialler.last.declines("no_answer", "It rang for 5 s."), 5_000);
  const { heard: atOperator } = await call.presses("0");
  assert.deepEqual([atOperator[0], atOperator.at(-1)], ["PUTTING_THROUGH", "NO_OPERATOR"]);
  assert.deepEqual((await call.hears(() => clock.runs(15_000))).heard, ["FOLLOWUPS"]);
  assert.deepEqual(withoutFillers(await asks("Auf Wiederhören!")), ["GOODBYES"]);
  assert.equal(call.ended, "goodbye");
});
