import assert from "node:assert/strict";
import { test } from "node:test";
import type { HeardAt, Lull } from "../../../../src/turn-taking/hear-caller.js";
import { speak } from "../../../support/listening/voices.js";
import { transition } from "../../../../src/turn-taking/overlap/machine.js";
import type { Evidence, OverlapEvent, Sound } from "../../../../src/turn-taking/overlap/sound.js";

const VOICE: HeardAt = { kind: "voice", at: 0, silentMs: 0 };
const LULL: Lull = {
  kind: "lull",
  samples: new Int16Array(320),
  startedAt: 0,
  voiceFrom: 0,
  endedAt: 600,
  at: 0,
  silentMs: 100,
};
const DISCARDED: HeardAt = { kind: "discarded", at: 0, silentMs: 0 };
const heard = (...all: HeardAt[]): OverlapEvent[] => all.map((each) => ({ kind: "heard", heard: each }));
const judged = (text: string | undefined): OverlapEvent => ({ kind: "judged", text });

const SEEN: Evidence = {
  now: 1_000,
  voicelessMs: 1_000,
  startedAt: 0,
  hasTurn: true,
  isReplyHeard: true,
  hasPartials: false,
  isQuick: true,
  transcriptMs: 300,
  words: {
    kindOf: (text) => (text === "" ? "nobody" : text === "mhm" ? "listening" : "words"),
    isBackchannel: (text) => text === "mhm",
    mayBecomeBackchannel: () => false,
  },
};

/** What is done about these events, and whether anything more may come of the sound. */
function after(events: readonly OverlapEvent[], seen: Partial<Evidence> = {}) {
  let sound: Sound | undefined;
  const done: string[] = [];
  for (const event of events) {
    const next = transition(sound, event, { ...SEEN, ...seen });
    done.push(...next.actions.map(({ kind }) => kind));
    sound = next.sound;
  }
  return { done, sound };
}

for (const [what, events, done, isOver] of [
  ["a voice pauses the reply", heard(VOICE), ["pause"], false],
  ["a lull after it is judged", heard(VOICE, LULL), ["pause", "judge"], false],
  ["words take the floor", [...heard(VOICE, LULL), judged("stop")], ["pause", "judge", "note", "yield"], true],
  [
    "a backchannel does not",
    [...heard(VOICE, LULL), judged("mhm")],
    ["pause", "judge", "note", "dismiss", "forget"],
    true,
  ],
  ["nor does nobody", [...heard(VOICE, LULL), judged("")], ["pause", "judge", "note", "dismiss", "forget"], true],
  ["what is dropped unjudged is forgotten", heard(VOICE, DISCARDED), ["pause", "forget"], true],
  ["a transcript without a sound is nothing", [judged("stop")], [], true],
] as const) {
  test(what, () => {
    const found = after(events);
    assert.deepEqual(found.done, done);
    assert.equal(found.sound === undefined, isOver);
  });
}

test("the longest pause is over whatever sounds on", () => {
  const { sound } = after(heard(VOICE));
  const [deadline] = sound?.pause?.deadlines ?? [];
  assert.equal(deadline?.at, 3_500);
  const before = transition(sound, { kind: "deadline" }, { ...SEEN, now: 3_499 });
  assert.deepEqual(before.actions, []);
  const then = transition(before.sound, { kind: "deadline" }, { ...SEEN, now: 3_500 });
  assert.deepEqual(then.actions, [{ kind: "resume" }]);
  assert.equal(then.sound?.heldMs, 2_500);
});

for (const [what, transcriptMs, seen, resumesAt] of [
  ["is waited for where it is due soon, even if it is late", 1_000, {}, 2_500],
  ["is not waited for where it is due too late", 1_400, {}, 1_680],
  ["is not waited for where nothing of the reply was heard", 1_000, { isReplyHeard: false }, 1_560],
] as const) {
  test(`the transcript of a short sound unlike words ${what}`, () => {
    const slow: Evidence = { ...SEEN, ...seen, isQuick: false, transcriptMs };
    const paused = transition(undefined, { kind: "heard", heard: VOICE }, slow);
    let { sound } = transition(paused.sound, { kind: "heard", heard: LULL }, { ...slow, now: 1_100 });
    for (let now = 1_120; now < resumesAt; now += 20) {
      const { actions, sound: next } = transition(sound, { kind: "deadline" }, { ...slow, now });
      assert.deepEqual(actions, [], `${now}`);
      sound = next;
    }
    assert.ok(sound?.pause?.deadlines.some(({ at }) => at === resumesAt));
    const { actions } = transition(sound, { kind: "deadline" }, { ...slow, now: resumesAt });
    assert.deepEqual(actions, [{ kind: "resume" }]);
  });
}

for (const [what, sound, isWaitedFor] of [
  ["is waited for where it resembles words", speak("representative"), true],
  ["is not waited for where it is unlike words", new Int16Array(8_000), false],
] as const) {
  test(`the rest of half a word, in which a slow recogniser found nothing, ${what}`, () => {
    const slow: Evidence = { ...SEEN, isQuick: false, transcriptMs: 1_000 };
    const whole: Lull = { ...LULL, samples: sound, endedAt: 800 };
    const half: Lull = { ...LULL, endedAt: 300 };
    const resumed: HeardAt = { kind: "resumed", at: 0, silentMs: 100 };
    const { sound: heardBoth, done } = after(heard(VOICE, half, resumed, whole), slow);
    assert.deepEqual(done, ["pause", "judge"]);
    const found = transition(heardBoth, judged(""), { ...slow, now: 2_300 });
    assert.deepEqual(
      found.actions.map(({ kind }) => kind),
      ["note", "judge"],
    );
    const later = transition(found.sound, { kind: "deadline" }, { ...slow, now: 2_600 });
    assert.deepEqual(later.actions, isWaitedFor ? [] : [{ kind: "resume" }]);
  });
}

test("the state that a transition begins with is not changed", () => {
  const { sound } = after(heard(VOICE));
  const before = structuredClone(sound);
  transition(sound, { kind: "heard", heard: LULL }, SEEN);
  assert.deepEqual(sound, before);
});
