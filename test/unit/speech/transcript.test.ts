import assert from "node:assert/strict";
import { test } from "node:test";
import { ANNOTATIONS } from "../../../src/speech/annotations.js";
import { CREDITS } from "../../../src/speech/credits.js";
import { isTooLongFor, wordsIn, wordsSoFarIn } from "../../../src/speech/transcript.js";
import { callerTexts } from "../../support/caller-texts.js";

/** What callers say by themselves, in eight languages: recognisers also write some of it for noise. */
const SHORT = [
  ...[
    "You.",
    "Yes.",
    "No.",
    "Bye.",
    "Bye bye!",
    "Goodbye.",
    "Thank you.",
    "Thank you very much.",
    "I'm sorry.",
    "Okay.",
  ],
  ...["Ja.", "Nein.", "Danke.", "Vielen Dank!", "Tschüss.", "Auf Wiederhören.", "Bis zum nächsten Mal."],
  ...[
    "Oui.",
    "Non.",
    "Merci beaucoup.",
    "Au revoir.",
    "Sí.",
    "No, gracias.",
    "Muchas gracias.",
    "Adiós.",
    "Sì.",
    "Grazie.",
  ],
  ...["Arrivederci.", "Nee.", "Dank je wel.", "Tot ziens.", "Sim.", "Não.", "Obrigado.", "Tchau.", "Tak.", "Dziękuję."],
  ...["Спасибо.", "До свидания.", "ありがとうございます。", "谢谢。", "Teşekkür ederim."],
  ...["Do you have subtitles?", "Can I subscribe to the newsletter?", "I was watching television.", "Who is it by?"],
  ...[
    "Subtitles off, please.",
    "Is there a translation?",
    "See you next week.",
    "字幕はありますか",
    "Das Copyright liegt bei uns.",
  ],
];
const TALK = [...SHORT, ...Object.values(callerTexts("looked-at")), ...Object.values(callerTexts("held-out"))].flatMap(
  (said) => (typeof said === "string" ? said : [...said.whole, ...said.broken.map((parts) => parts.join(" "))]),
);

for (const { form, example } of ANNOTATIONS) {
  const [transcript, words] = example;
  test(`${form} are no words: ${transcript}`, () => {
    assert.equal(wordsIn(transcript), words);
    for (let end = 1; end < transcript.length; end++) {
      const soFar = wordsSoFarIn(transcript.slice(0, end)) ?? "";
      assert.ok(words.startsWith(soFar.replace(/\s*\S*$/, "")), `${transcript.slice(0, end)}: ${soFar}`);
    }
  });
}

for (const [pattern, example] of CREDITS) {
  test(`no caller says: ${example}`, () => {
    assert.equal(wordsIn(example), "", String(pattern));
    assert.equal(wordsIn(`Ja, 12. ${example}`), "Ja, 12.", "what was said before it stays");
  });
}

const LOOPS: readonly (readonly [what: string, transcript: string, words: string])[] = [
  ["a phrase", "I'm sorry, ".repeat(56), ""],
  ["a sentence", "I don't know what you're talking about. ".repeat(12), ""],
  ["a word", "so ".repeat(14), ""],
  ["a phrase without blanks", "谢谢大家的支持".repeat(8), ""],
  ["the end of a sentence", `Can you tell me ${"the price of ".repeat(10)}`, ""],
  [
    "a loop after what was said",
    `${"I would like to book a table for four people at seven on Friday, please. ".repeat(1)}${"Yes. ".repeat(12)}`,
    "I would like to book a table for four people at seven on Friday, please. Yes.",
  ],
];
for (const [what, transcript, words] of LOOPS) {
  test(`a recogniser that repeats ${what} has lost its way`, () => assert.equal(wordsIn(transcript), words));
}

for (const said of [
  "No, no, no, no, no.",
  "0 0 0 0 0 0 0 0 0 0 0 0 0 0",
  "Five five five, five five five, five five five five.",
  "Ha ha ha ha ha.",
  "Yes. Yes. Yes. Yes. I know.",
  "Testing, one two three, one two three, one two three.",
]) {
  test(`people do repeat themselves: ${said}`, () => assert.equal(wordsIn(said), said));
}

for (const invented of [
  ...["SWR 2020", "© BF-WATCH TV 2021", "Abonniert den Kanal!", "Das war's, vielen Dank fürs Zusehen."],
  ...[
    "❤️ par SousTitreur.com",
    "N'oubliez pas de vous abonner !",
    "Transcription Outil",
    "Subtitulado por Cindy Medina",
  ],
  ...[
    "No olvides suscribirte y darle like",
    "Like, comment and subscribe.",
    "This video was sponsored by",
    "자막 제공 배달의민족",
  ],
])
  test(`no caller says, either: ${invented}`, () => assert.equal(wordsIn(invented), ""));

for (const said of [
  ...[
    "Thanks for watching the dog.",
    "I want to subscribe to your newsletter.",
    "Can you turn on subtitles?",
    "Subscribe.",
  ],
  ...["Ich abonniere die Zeitung.", "Quiero suscribirme.", "Subtítulos, por favor.", "Copy that.", "May 2021."],
  ...["Gracias por ver a mi madre.", "We visit www.example.com often.", "Hit the button.", "Danke für die Hilfe."],
])
  test(`people say: ${said}`, () => assert.equal(wordsIn(said), said));

test("what people say stays as it is, in every language", () => {
  assert.ok(TALK.length > 300, `${TALK.length} sentences`);
  for (const said of TALK) assert.equal(wordsIn(said), said.replace(/\s+/g, " ").trim());
});

test("fast speech is not too fast", () => {
  // The fastest talkers say some 25 characters a second.
  for (const said of TALK) assert.equal(isTooLongFor((said.length / 25) * 1000, said), false, said);
  assert.equal(isTooLongFor(700, "Thank you very much."), false);
  assert.equal(isTooLongFor(1_200, "a".repeat(864)), true);
});
