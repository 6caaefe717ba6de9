import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answeredBy,
  heard,
  knownToBe,
  NOTHING_HEARD,
  type PickUp,
  type PickUpEvent,
} from "../../../../src/turn-taking/pick-up/machine.js";
import type { Greeter } from "../../../../src/turn-taking/pick-up/read-greeting.js";

const after = (...events: readonly PickUpEvent[]): PickUp =>
  events.reduce((state, event) => heard(state, event, { language: "en" }), NOTHING_HEARD);
const ended = (ms: number): PickUpEvent => ({ kind: "ended", ms });
const speaking = (ms: number): PickUpEvent => ({ kind: "speaking", ms });
const quiet = (ms: number): PickUpEvent => ({ kind: "quiet", ms });
const over = (ms: number, sinceMs = 3_000): PickUpEvent => ({ kind: "over", ms, sinceMs });
const replied = (ms: number): PickUpEvent => ({ kind: "replied", ms });
const UNANSWERED: PickUpEvent = { kind: "unanswered" };
const tone = (ms = 400): PickUpEvent => ({ kind: "tone", ms });
const words = (text: string, isComplete = true): PickUpEvent => ({ kind: "words", text, isComplete });

const IMPERSONAL = "the pumps of the second basement run on the spare line tonight";
const RECEPTION = "Good morning, thank you for calling Miller and Sons garden centre in York.";
const DENTIST = "Hartley Dental, appointments and emergency line.";
const OPENING = "the box office is beside the river";
const WAITS = [ended(700), quiet(100), words("the door is open")] as const;
const model = (who?: Greeter): PickUpEvent => ({ kind: "model", who });
const OPENED = [ended(2_500), words(OPENING), model()] as const;

const ROWS: readonly (readonly [what: string, who: string, evidence: string | undefined, ...events: PickUpEvent[]])[] =
  [
    ["nothing was heard", "unknown", undefined, quiet(5_000)],
    ["a short word, then silence", "human", "length", ended(600), quiet(100)],
    ["someone who said more waits", "human", "length", ended(4_000), quiet(2_300)],
    ["someone who said more may go on", "unknown", undefined, ended(4_000), quiet(900)],
    ["only machines speak for so long", "machine", "length", speaking(7_600)],
    ["words of a person who still speaks", "unknown", undefined, speaking(800), words("Hello", false)],
    ["words of a person", "human", "words", ended(800), words("Hello?")],
    ["words of a machine that still speaks", "machine", "words", words("please leave a message", false)],
    ["words of a machine after those of a person", "machine", "words", words("Hello?"), words("leave a message")],
    ["words of a person do not undo a machine", "machine", "words", words("leave a message"), words("Hello?")],
    ["a person who talks for long after a greeting", "human", "words", words("Hello?"), speaking(9_000)],
    ["an impersonal sentence that the model is asked about", "unknown", undefined, words(RECEPTION)],
    ["a short sentence that the model is asked about", "human", "length", ended(2_900), quiet(100), words(RECEPTION)],
    ["an impersonal sentence of a person that the model knows", "human", "model", words(RECEPTION), model("human")],
    [
      "an impersonal sentence that the model does not know",
      "machine",
      "length",
      ended(4_000),
      quiet(100),
      words(IMPERSONAL),
      model(),
    ],
    [
      "an impersonal sentence when the model has not known the words before",
      "machine",
      "length",
      words("the door is open again"),
      model(),
      words(IMPERSONAL),
    ],
    [
      "a personal sentence before the model does not know an impersonal one",
      "unknown",
      undefined,
      words(IMPERSONAL),
      words("my pumps are in the basement"),
      model(),
    ],
    [
      "single words do not undo a person",
      "human",
      "words",
      words("Hello?"),
      words("leave the key behind the tone box"),
    ],
    ["someone who talks on over us", "machine", "overlap", ended(700), quiet(100), over(4_300)],
    ["someone who talks on over our first words", "human", "length", ended(700), quiet(100), over(4_300, 900)],
    ["a person who talks on over us after a greeting", "human", "words", words("Hello?"), over(4_300)],
    ["someone who leaves the question without a reply", "machine", "no_reply", ...OPENED, UNANSWERED, UNANSWERED],
    ["one who has replied before", "unknown", undefined, ...OPENED, replied(900), UNANSWERED, UNANSWERED],
    ["one who talks on as a reply", "machine", "no_reply", ...OPENED, replied(4_000), UNANSWERED, UNANSWERED],
    ["a person who puts the telephone down", "human", "length", ...WAITS, UNANSWERED, UNANSWERED],
    [
      "one who is not understood and never replies",
      "machine",
      "no_reply",
      ended(4_500),
      quiet(2_300),
      UNANSWERED,
      UNANSWERED,
    ],
    ["one who does not speak at all", "unknown", undefined, UNANSWERED, UNANSWERED],
    ["a fax", "machine", "beep", { kind: "tone", ms: 2_600, isFax: true }],
    [
      "sentences of one who waits in between",
      "human",
      "length",
      ...WAITS,
      words("the keys are gone"),
      words("the cat as well"),
      words("so is it then"),
      model(),
    ],
    ["a beep after words", "machine", "beep", ended(900), quiet(100), tone()],
    ["a beep before a voice, and none", "machine", "beep", tone(), quiet(1_600)],
    ["a tone before a voice that follows", "human", "length", tone(), speaking(400), ended(600), quiet(800)],
    ["the tone of a telephone that rings", "unknown", undefined, tone(1_000), quiet(3_000)],
    [
      "the model names a machine",
      "machine",
      "model",
      speaking(3_200),
      words("so then", false),
      { kind: "model", who: "machine" },
    ],
    ["words outrank the model", "human", "words", { kind: "model", who: "machine" }, words("how can I help you")],
    ["an announcement that the model is asked about", "unknown", undefined, ended(2_900), words(DENTIST), quiet(100)],
    ["an announcement that the model does not know", "machine", "words", words(DENTIST), model()],
    ["an announcement by a person, as the model knows", "human", "model", words(DENTIST), model("human")],
    ["what the model could not deny", "machine", "words", words(`${DENTIST} ${DENTIST}`)],
    ["a menu that says more than the model", "menu", "words", words(`${DENTIST} ${DENTIST}`), model("menu")],
    ["an answer to the question outranks a beep", "human", "choice", ended(500), tone(), { kind: "chose" }],
    [
      "whoever is put through by a screener",
      "human",
      "words",
      words("state your name and reason"),
      { kind: "screened" },
      words("Hello?"),
    ],
    ["a screener counts as a machine", "machine", "words", words("state your name and reason")],
  ];

for (const [what, who, evidence, ...events] of ROWS) {
  test(`${what}: ${who}`, () => {
    const state = after(...events);
    assert.deepEqual([answeredBy(state), state.finding?.evidence], [who, evidence]);
  });
}

test("the model is asked once, when there are words and they do not tell", () => {
  assert.equal(after(speaking(3_200)).isModelWanted, false, "no words");
  assert.equal(after(speaking(3_200), words("so then", false)).isModelWanted, true);
  assert.equal(
    after(speaking(3_200), words("so", false), { kind: "model", who: undefined }, words("so then", false))
      .isModelWanted,
    false,
  );
  assert.equal(after(words("Hello?"), speaking(3_200)).isModelWanted, false, "it is known");
  assert.equal(after(ended(2_000), quiet(100), words("the door is open")).isModelWanted, false, "too short a sentence");
  assert.equal(
    after(ended(2_000), quiet(100), words("the door is open again")).isModelWanted,
    true,
    "a short sentence",
  );
  assert.equal(after(words("the door is open again", false)).isModelWanted, false, "it may go on");
  assert.equal(after(ended(2_900), words(DENTIST)).isModelWanted, true, "it weighs as a machine");
  assert.equal(after(ended(2_900), words(`${DENTIST} ${DENTIST}`)).isModelWanted, true, "it weighs enough as one");
  assert.equal(after(tone(), quiet(1_600), words("the door is open again")).isModelWanted, false, "a beep tells");
});

for (const [evidence, ...found] of [
  ["model", "human", "machine"],
  ["length", "human", "machine"],
  ["words", "machine", "machine"],
  ["beep", "machine", "machine"],
] as const) {
  test(`a machine known by ${evidence} in a resumed call is then a ${found[0]} that greets, or a ${found[1]} that goes on`, () => {
    const known = knownToBe({ who: "machine", evidence });
    const then = (event: PickUpEvent) => answeredBy(heard(known, event, { language: "en" }));
    assert.deepEqual([then(words("Hello? Who is this?")), then(speaking(900))], found);
  });
}

test("words of two utterances are no phrase", () => {
  const hear = (...events: readonly PickUpEvent[]) =>
    events.reduce((state, event) => heard(state, event, { language: "es" }), NOTHING_HEARD);
  assert.equal(hear(words("¿Diga?"), words("Sí.")).finding?.who, "human");
  assert.equal(hear(words("Para español diga sí.")).finding?.who, "menu");
});

test("a beep of a resumed call is as firm as it was", () => {
  const known = knownToBe({ who: "machine", evidence: "beep" });
  const then = heard(known, words("can I take a message"), { language: "en" });
  assert.deepEqual(then.finding, { who: "machine", evidence: "beep" });
});

/** A secretary says in two utterances that someone is away, and offers help; what is known after the first. */
const SECRETARIES = [
  ["en", "human", "Sorry, she can't come to the phone.", "Can I take a message?"],
  ["en", "human", "He's out, would you like to leave a message?", "I can tell him."],
  ["en", undefined, "Doctor Brown can't come to the phone.", "May I give her a message?"],
  ["de", "human", "Er ist leider nicht erreichbar.", "Soll ich ihm etwas ausrichten?"],
  ["de", undefined, "Frau Wolf ist leider nicht erreichbar.", "Soll ich ihr etwas ausrichten?"],
  ["es", undefined, "La doctora no puede atender.", "¿Quiere dejarle un recado?"],
  ["fr", "human", "Elle n'est pas disponible.", "Puis-je lui transmettre quelque chose ?"],
  ["fr", undefined, "Monsieur Roux ne peut pas répondre.", "Puis-je prendre un message ?"],
  ["it", undefined, "Il dottore non può rispondere.", "Posso riferire qualcosa?"],
] as const;

for (const [language, first, away, offer] of SECRETARIES) {
  test(`"${away}" "${offer}" is a person`, () => {
    const pieces = away.split(" ");
    const begun = pieces.map((_, at) => words(pieces.slice(0, at + 1).join(" "), false));
    const hear = (...events: readonly PickUpEvent[]) =>
      events.reduce((state, event) => heard(state, event, { language }), NOTHING_HEARD);
    assert.equal(hear(...begun).finding, undefined, "while they still speak");
    assert.equal(hear(...begun, words(away)).finding?.who, first);
    assert.deepEqual(hear(...begun, words(away), words(offer)).finding, { who: "human", evidence: "words" });
  });
}

test("an offer to take a message does not undo a beep", () => {
  const beep = after(ended(900), quiet(100), tone(), words("can I take a message"));
  assert.deepEqual(beep.finding, { who: "machine", evidence: "beep" });
});

test("a person who asks who is calling is told once", () => {
  const asked = after(words("Hello, who is this please?"));
  assert.equal(asked.isAskedWho, true);
  assert.equal(heard(asked, { kind: "introduced" }, { language: "en" }).isAskedWho, false);
});

test("a language without rules is judged by lengths and beeps", () => {
  const hear = (events: readonly PickUpEvent[]) =>
    events.reduce((state, event) => heard(state, event, { language: "xx" }), NOTHING_HEARD);
  assert.equal(hear([words("leave a message"), ended(900), quiet(800)]).finding?.who, "human");
  assert.equal(hear([ended(900), tone()]).finding?.who, "machine");
});

test("our own words, come back as an echo, are no evidence, and neither is their length", () => {
  const ours = "Good morning. Please press one to confirm, or leave a message after the tone.";
  const hear = (...events: readonly PickUpEvent[]) =>
    events.reduce((state, event) => heard(state, event, { language: "en", ours }), NOTHING_HEARD);
  assert.equal(hear(words("press one two confirm")).finding, undefined);
  assert.equal(hear(words("leave a message after the tone", false)).finding, undefined);
  assert.equal(
    hear(speaking(7_000), words("good morning please press one", false), speaking(7_400)).finding,
    undefined,
  );
  assert.equal(hear(words("for sales press two")).finding?.who, "menu");
  assert.equal(hear(words("hello")).finding?.who, "human");
});
