import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { askChoice, type AskedSoFar, type ChoiceAnswer } from "../../../src/conversation/ask-choice.js";
import { Ending } from "../../../src/kernel/ending.js";
import type { Choice } from "../../../src/records/call-script.js";
import { calls } from "../../support/fakes/fake-model.js";
import { gate, STALL } from "../../support/fakes/requests.js";
import { prepareTalk, QUICK_BARGE_IN, silence, type TalkOptions } from "../../support/fakes/talk.js";

const TIMEOUT_MS = 10_000;
/** More seconds than anyone may talk for whom it is asked twice. */
const MANY = 200;
const CHOICE: Choice = {
  prompt: "Will you come?",
  options: [
    { value: "yes", synonyms: [], key: "1" },
    { value: "no", synonyms: [], key: "2" },
  ],
  timeoutMs: TIMEOUT_MS,
  attempts: 2,
};

const UNTOLD = { onRecognised: () => {}, onAsked: () => {}, onHeard: () => {} };

/** A question that is being asked; nothing of it has been heard unless `heard`. */
async function ask(
  t: TestContext,
  { heard = true, from, ...given }: Partial<Choice> & TalkOptions & { heard?: boolean; from?: AskedSoFar },
) {
  const talk = await prepareTalk(t, given);
  const recognised: string[] = [];
  const times: number[] = [];
  const heardAt: number[] = [];
  const told = {
    onRecognised: (text: string) => void recognised.push(text),
    onAsked: (asked: number) => void times.push(asked),
    onHeard: () => void heardAt.push(times.length),
  };
  let answer: ChoiceAnswer | undefined;
  let thrown: unknown;
  askChoice({ ...CHOICE, ...given }, talk.call, talk.scope, told, from).then(
    (answered) => {
      answer = answered;
    },
    (error: unknown) => {
      thrown = error;
    },
  );
  await talk.settles();
  if (heard) await talk.hearsAll();
  return {
    talk,
    recognised,
    /** What was told of how often it was asked. */
    times,
    /** The attempts in which the question was heard to its end. */
    heardAt,
    asked: () => talk.voice.asked.length,
    /** What came of it: status and value. */
    answer: () => answer && [answer.status, answer.option?.value ?? null],
    by: () => answer?.by,
    thrown: () => thrown,
    /** Asserts that nothing of the question goes on once it is answered. */
    assertOver() {
      assert.equal(talk.line.listeners, 0, "listeners of the line");
      assert.equal(talk.line.queuedMs, 0, "something is still being said");
      for (const { signal } of talk.requests()) assert.ok(signal.aborted, "a request's signal outlives the question");
    },
  };
}

test("a key counts while the prompt is being said, and silences it", async (t) => {
  const { talk, answer, recognised, assertOver } = await ask(t, { heard: false });
  await talk.hears(300);
  talk.line.presses("2");
  await talk.settles();
  assert.deepEqual(answer(), ["matched", "no"]);
  assert.deepEqual(recognised, ["2"]);
  assert.deepEqual(talk.line.flushed, [700]);
  assertOver();
});

test("a key counts while an answer is being recognised", async (t) => {
  const { talk, answer, assertOver } = await ask(t, {});
  talk.stt.next(STALL);
  await talk.asks();
  assert.equal(answer(), undefined);
  talk.line.presses("1");
  await talk.settles();
  assert.deepEqual(answer(), ["matched", "yes"]);
  assertOver();
});

test("a key counts while the callee speaks", async (t) => {
  const { talk, answer } = await ask(t, {});
  await talk.speaks();
  talk.line.presses("1");
  await talk.settles();
  assert.deepEqual(answer(), ["matched", "yes"]);
});

test("a key that chooses nothing changes nothing", async (t) => {
  const { talk, answer, recognised, asked } = await ask(t, {});
  talk.line.presses("9");
  await talk.settles();
  assert.deepEqual([answer(), recognised, asked()], [undefined, [], 1]);
  await talk.passes(TIMEOUT_MS);
  assert.equal(asked(), 2);
});

test("the wait for an answer counts from the end of the prompt, not from its beginning", async (t) => {
  const { talk, asked } = await ask(t, { heard: false });
  await talk.passes(TIMEOUT_MS);
  assert.equal(asked(), 1, "the prompt is not asked over itself");
  await talk.hearsAll();
  await talk.passes(TIMEOUT_MS - 1);
  assert.equal(asked(), 1);
  await talk.passes(1);
  assert.equal(asked(), 2);
});

for (const attempts of [1, 2, 5]) {
  test(`a question that may be asked ${attempts} times is asked ${attempts} times in all`, async (t) => {
    const { talk, asked, answer } = await ask(t, { attempts });
    for (let i = 1; i < attempts; i++) {
      assert.equal(answer(), undefined);
      await talk.passes(TIMEOUT_MS);
      await talk.hearsAll();
    }
    await talk.passes(TIMEOUT_MS);
    assert.deepEqual(answer(), ["no_input", null]);
    assert.equal(asked(), attempts);
  });
}

test("a sound that is not understood is ignored, and the time to answer goes on", async (t) => {
  const { talk, asked, answer, recognised } = await ask(t, { attempts: 1 });
  await talk.asks();
  assert.deepEqual([asked(), answer(), recognised], [1, undefined, []]);
  talk.stt.next("Yes.");
  await talk.asks();
  assert.deepEqual([asked(), answer()], [1, ["matched", "yes"]]);
});

test("sounds without words leave a question unanswered in the end, however many there are", async (t) => {
  const { talk, asked, answer } = await ask(t, { attempts: 2 });
  for (let i = 0; i < 14 && !answer(); i++) {
    await talk.asks();
    await talk.passes(200);
    await talk.hearsAll();
  }
  assert.deepEqual([asked(), answer()], [2, ["no_input", null]]);
});

for (const hesitation of ["Um, let me think.", "Hold on a second.", "Well, uh", "One moment, please."]) {
  test(`"${hesitation}" does not end the question`, async (t) => {
    const { talk, asked, answer } = await ask(t, { attempts: 1 });
    talk.stt.next(hesitation);
    await talk.asks();
    assert.deepEqual([asked(), answer()], [1, undefined]);
    await talk.passes(TIMEOUT_MS - 1);
    assert.equal(answer(), undefined);
    talk.stt.next("No.");
    await talk.asks();
    assert.deepEqual(answer(), ["matched", "no"]);
  });
}

test("the language model confirms what the words speak for", async (t) => {
  const { talk, answer, by } = await ask(t, {});
  talk.stt.next("Yes, I shall be there at noon.");
  talk.model.next(calls("ANSWER", { option: "yes" }));
  await talk.asks();
  assert.deepEqual([answer(), by()], [["matched", "yes"], "model"]);
});

test("words that the language model reads otherwise are asked about again", async (t) => {
  const { talk, answer, asked } = await ask(t, {});
  talk.stt.next("Yes, I shall be there at noon.");
  talk.model.next(calls("ANSWER", { option: "no" }));
  await talk.asks();
  assert.deepEqual([answer(), asked()], [undefined, 2]);
});

test("a language model that is slow confirms nothing, and a key counts meanwhile", async (t) => {
  const { talk, answer, asked, by } = await ask(t, {});
  talk.stt.next("Yes, I shall be there at noon.");
  talk.model.next(STALL);
  await talk.asks();
  await talk.passes(1_499);
  assert.deepEqual([answer(), asked()], [undefined, 1]);
  await talk.passes(1);
  assert.equal(asked(), 2);
  await talk.hearsAll();
  talk.stt.next("Yes, I shall be there at noon.");
  talk.model.next(STALL);
  await talk.asks();
  talk.line.presses("2");
  await talk.settles();
  assert.deepEqual([answer(), by()], [["matched", "no"], "key"]);
});

test("a language model that is away is not asked", async (t) => {
  const { talk, asked } = await ask(t, {});
  talk.away.add("llm");
  talk.stt.next("Yes, I shall be there at noon.");
  await talk.asks();
  assert.deepEqual([asked(), talk.model.requests.length], [2, 0]);
});

test("each time the question was heard to its end is reported", async (t) => {
  const { talk, heardAt, by } = await ask(t, { heard: false });
  await talk.hears(500);
  assert.deepEqual(heardAt, []);
  await talk.hearsAll();
  assert.deepEqual(heardAt, [1]);
  talk.stt.next("yes");
  await talk.asks();
  assert.equal(by(), "words");
});

test("who speaks over the prompt silences it and is understood", async (t) => {
  const { talk, answer } = await ask(t, { heard: false });
  await talk.hears(200);
  talk.stt.next("yes I");
  await talk.speaks();
  assert.deepEqual(talk.line.flushed, [800]);
  assert.equal(answer(), undefined);
  talk.stt.next("yes");
  await talk.pauses();
  assert.deepEqual(answer(), ["matched", "yes"]);
});

test("an answer in the words of the question that may be its echo has it asked once more", async (t) => {
  const options = [
    { value: "keep", synonyms: ["keep the appointment"], key: "1" },
    { value: "cancel", synonyms: ["cancel the appointment"], key: "2" },
  ];
  const prompt = "Do you want to keep the appointment, or cancel the appointment?";
  const { talk, times, answer } = await ask(t, { heard: false, attempts: 1, prompt, options });
  for (const expected of [undefined, ["no_match", null]]) {
    await talk.hears(200);
    talk.stt.next("Keep the appointment.");
    await talk.asks();
    await talk.hearsAll();
    await talk.passes(TIMEOUT_MS);
    assert.deepEqual(answer(), expected);
  }
  assert.deepEqual(times, [1, 1]);
});

test("a cough over the prompt holds it up, and has nothing said again", async (t) => {
  const { talk, asked, answer } = await ask(t, { heard: false, attempts: 1, listening: QUICK_BARGE_IN });
  await talk.hears(200);
  await talk.speaks(250);
  await talk.pauses();
  assert.deepEqual([asked(), answer()], [1, undefined]);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Will you come?"]);
  await talk.passes(TIMEOUT_MS);
  assert.deepEqual(answer(), ["no_input", null]);
});

test("a cough after the prompt gives the callee all the time again, and has nothing said", async (t) => {
  const { talk, asked } = await ask(t, { listening: QUICK_BARGE_IN });
  await talk.passes(TIMEOUT_MS - 1);
  await talk.speaks(250);
  await talk.pauses();
  await talk.passes(TIMEOUT_MS - 1);
  assert.equal(asked(), 1);
  await talk.passes(1);
  assert.equal(asked(), 2);
});

test("the question is not repeated while the callee speaks, for as long as one may speak", async (t) => {
  const { talk, asked, answer } = await ask(t, {});
  await talk.speaks();
  await talk.passes(3 * TIMEOUT_MS);
  assert.equal(asked(), 1);
  talk.stt.next("no");
  await talk.pauses();
  assert.deepEqual(answer(), ["matched", "no"]);
});

for (const [what, words] of [
  ["announcements", "You are number three in the queue."],
  ["music", ""],
] as const) {
  test(`nothing in endless ${what} is an answer: the question is asked again, and given up`, async (t) => {
    const { talk, asked, answer } = await ask(t, {});
    talk.stt.script = () => [words];
    for (let rounds = 0; rounds < MANY && !answer(); rounds++) {
      await talk.speaks();
      await talk.passes(1_000);
      await talk.hearsAll();
    }
    assert.deepEqual([asked(), answer()], [2, [words ? "no_match" : "no_input", null]]);
  });
}

test("the question is neither repeated nor given up while an answer is being recognised", async (t) => {
  const { talk, asked, answer } = await ask(t, { attempts: 1 });
  const recognised = gate();
  talk.stt.next(recognised, "yes");
  await talk.asks();
  await talk.passes(1.5 * TIMEOUT_MS);
  assert.deepEqual([asked(), answer()], [1, undefined]);
  recognised.open();
  await talk.settles();
  assert.deepEqual(answer(), ["matched", "yes"]);
});

test("an answer that begins just before time is up counts, short as it is", async (t) => {
  const { talk, answer, asked } = await ask(t, { attempts: 1 });
  await talk.passes(TIMEOUT_MS - 50);
  await talk.speaks(250); // Too short to be told of as a voice before it is over.
  await talk.passes(50);
  assert.equal(answer(), undefined);
  talk.stt.next("no");
  await talk.pauses();
  assert.deepEqual([answer(), asked()], [["matched", "no"], 1]);
});

test("a sound under way when time is up that comes to nothing does not keep the question open", async (t) => {
  const { talk, answer } = await ask(t, { attempts: 1, listening: { minSpeechMs: 600, bargeInMs: 5_000 } });
  await talk.passes(TIMEOUT_MS - 50);
  await talk.speaks(250);
  await talk.passes(50);
  assert.equal(answer(), undefined);
  await talk.pauses();
  await talk.passes(100);
  assert.deepEqual(answer(), ["no_input", null]);
});

test("who goes on speaking after what was not understood is not talked over", async (t) => {
  const { talk, asked, answer } = await ask(t, {});
  const recognised = gate();
  talk.stt.next(recognised, "well");
  await talk.asks();
  await talk.speaks();
  recognised.open();
  await talk.settles();
  assert.equal(asked(), 1);
  talk.stt.next("yes");
  await talk.pauses();
  assert.deepEqual(answer(), ["matched", "yes"]);
});

test("of two answers the one that was said first counts, whichever is understood first", async (t) => {
  const { talk, answer, recognised } = await ask(t, {});
  const slow = gate();
  talk.stt.next(slow, "yes");
  talk.stt.next("no");
  await talk.asks();
  await talk.asks();
  assert.equal(answer(), undefined);
  slow.open();
  await talk.settles();
  assert.deepEqual([answer(), recognised], [["matched", "yes"], ["yes"]]);
});

test("an answer that matches nothing does not end the question while the next is being recognised", async (t) => {
  const { talk, answer, asked } = await ask(t, { attempts: 1 });
  const [first, second] = [gate(), gate()];
  talk.stt.next(first, "well");
  talk.stt.next(second, "no");
  await talk.asks();
  await talk.asks();
  first.open();
  await talk.settles();
  assert.deepEqual([answer(), asked()], [undefined, 1]);
  second.open();
  await talk.settles();
  assert.deepEqual(answer(), ["matched", "no"]);
});

test("a prompt of several sentences is synthesised sentence by sentence, as it is spoken", async (t) => {
  const { talk } = await ask(t, { prompt: "**Dinner** is ready. Will you come?" });
  assert.deepEqual(talk.voice.asked, ["Dinner is ready.", "Will you come?"]);
});

test("a prompt that cannot be said is a tone, and the question goes on", async (t) => {
  const talk = await prepareTalk(t);
  talk.voice.script = () => [new Error("no voice")];
  const asking = askChoice(CHOICE, talk.call, talk.scope, UNTOLD);
  await talk.settles();
  assert.equal(talk.line.queuedMs, 600);
  talk.line.presses("1");
  assert.equal((await asking).status, "matched");
});

for (const [when, prepare] of [
  ["in the prompt", async () => {}],
  ["while waited for", async (talk: Talk) => talk.hearsAll()],
  ["while they speak", async (talk: Talk) => talk.speaks()],
] as const) {
  test(`the end of the call ${when} is thrown, and leaves nothing behind`, async (t) => {
    const { talk, thrown, answer, assertOver } = await ask(t, { heard: false });
    await prepare(talk);
    talk.line.leaves();
    await talk.settles();
    assert.equal(answer(), undefined);
    assert.equal((thrown() as Ending).kind, "hung_up");
    assertOver();
  });
}

test("a call that is over already is asked nothing", async (t) => {
  const talk = await prepareTalk(t);
  talk.line.leaves();
  await assert.rejects(
    askChoice(CHOICE, talk.call, talk.scope, UNTOLD),
    (error) => error instanceof Ending && error.kind === "hung_up",
  );
  assert.deepEqual(talk.voice.asked, []);
});

test("silence alone is never taken for an answer", async (t) => {
  const { talk, answer, asked } = await ask(t, {});
  talk.line.says(silence(60_000));
  await talk.settles();
  assert.deepEqual([answer(), asked(), talk.stt.requests.length], [undefined, 1, 0]);
});

test("a question that was cut off is asked again, and as often as there were still to come", async (t) => {
  const from = { asked: 2, isAnswered: false };
  const { talk, answer, times } = await ask(t, { attempts: 3, from });
  await talk.passes(TIMEOUT_MS);
  await talk.hearsAll();
  assert.equal(answer(), undefined);
  await talk.passes(TIMEOUT_MS);
  assert.deepEqual(
    [answer(), times],
    [
      ["no_input", null],
      [2, 3],
    ],
  );
});

test("a callee who had said something before the question was cut off has answered it", async (t) => {
  const { talk, answer } = await ask(t, { from: { asked: 2, isAnswered: true } });
  await talk.passes(TIMEOUT_MS);
  assert.deepEqual(answer(), ["no_match", null]);
});

type Talk = Awaited<ReturnType<typeof prepareTalk>>;
