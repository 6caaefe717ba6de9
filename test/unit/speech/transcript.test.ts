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
  test(`no caller says this: ${example}`, () => {
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
  ...[
    ...["Untertitel: Anna Müller", "Subtitles by Jane Doe", "Transcription by CastingWords", "Translated by Jane Doe"],
    ...["amara.org", "Transcribed by https://otter.ai", "Untertitel von Stephanie Geiges", "Untertitelung BR 2018"],
    ...["Untertitelung des ZDF, 2020", "Sous-titrage ST' 501", "Sous-titres par Juanfrance", "ترجمة نانسي قنقر"],
    ...["Subtítulos por la comunidad de Amara.org", "Sottotitoli creati dalla comunità Amara.org"],
    ...["Ondertiteling door de Amara.org gemeenschap", "Napisy stworzone przez społeczność Amara.org"],
    ...["Undertexter från Amara.org-gemenskapen", "Редактор субтитров А.Семкин Корректор А.Егорова"],
    ...["Lasst ein Like da!", "Gebt dem Video einen Daumen nach oben.", "Abonnez-vous !", "Inscreva-se no canal."],
    ...["Thanks for watching, and I'll see you in the next video.", "Thank you so much for watching this video, guys."],
    ...["Thank you for watching and don't forget to subscribe.", "Iscrivetevi al canale!", "Obrigada por ver o vídeo."],
    ...["If you liked it, please subscribe to our channel.", "Merci d'avoir regardé."],
    ...[
      "チャンネル登録よろしくお願いします。",
      "谢谢观看",
      "字幕by索兰娅",
      "字幕由Amara.org社区提供",
      "别忘了点赞订阅",
    ],
  ],
  "Продолжение следует...",
])
  test(`no caller says this, either: ${invented}`, () => assert.equal(wordsIn(invented), ""));

for (const said of [
  ...[
    "Thanks for watching the dog.",
    "I want to subscribe to your newsletter.",
    "Can you turn on subtitles?",
    "Subscribe.",
  ],
  ...["Ich abonniere die Zeitung.", "Quiero suscribirme.", "Subtítulos, por favor.", "Copy that.", "May 2021."],
  ...["Lasst mein Abo bitte weiterlaufen.", "Gebt mir ein anderes Abo.", "Er abonniert den Kanal."],
  ...["Title: The Hobbit.", "Titles by Agatha Christie.", "Music by Mozart, please.", "Edited by my husband."],
  ...["Audio by the window.", "Samsung TV 2021.", "TV Samsung 2021.", "ترجمة شهادة ميلاد"],
  ...[
    "Translation by Friday, please.",
    "Translated by a sworn translator.",
    "Transcripts by email.",
    "We use otter.ai.",
  ],
  ...["Visit www.example.com.", "The video was sponsored by us.", "I want to subscribe to the channel."],
  ...[
    "Thanks for watching and feeding the cat.",
    "Thank you for viewing the house today.",
    "Thanks for watching my show dogs.",
  ],
  ...["Untertitel von meinem Fernseher gehen nicht.", "Untertitel der Sendung bitte.", "Untertitel vom ZDF fehlen."],
  ...[
    "Danke fürs Zusehen bei den Kindern.",
    "Je cherche un sous-titreur.",
    "Sous-titres par défaut.",
    "Sous-titres parfaits.",
  ],
  ...["Merci d'avoir suivi mon dossier.", "Merci d'avoir regardé ma facture.", "Subtítulos por defecto."],
  ...["Sottotitoli di Netflix non funzionano.", "Grazie per aver guardato la mia pratica.", "Iscriviti al corso."],
  ...["Vertaling van mijn diploma.", "Ondertiteling van de tv werkt niet.", "Bedankt voor het luisteren."],
  ...[
    "Bedankt voor het kijken naar mijn dossier.",
    "Vertaling door een tolk.",
    "Legendas, por favor.",
    "Legendas de filmes.",
  ],
  ...["Obrigado por verificar.", "Obrigada por ver o meu caso.", "Napisy przez cały film.", "Undertexter av, tack."],
  ...["Dziękuję za obejrzenie mieszkania.", "Спасибо за просмотр квартиры.", "Редактор субтитров не работает."],
  ...["Abone olmayı düşünüyorum.", "チャンネル登録の方法を教えてください。", "我想订阅这个频道", "字幕 在哪里"],
  ...["谢谢您观看我的资料", "Titulky od zítřka nefungují.", "자막 제공 되나요?", "자막 제공하나요?"],
  ...["Gracias por ver a mi madre.", "We visit www.example.com often.", "Hit the button.", "Danke für die Hilfe."],
])
  test(`people say this: ${said}`, () => assert.equal(wordsIn(said), said));

test("what people say stays as it is, in every language", () => {
  assert.ok(TALK.length > 300, `${TALK.length} sentences`);
  for (const said of TALK) assert.equal(wordsIn(said), said.replace(/\s+/g, " ").trim());
});

for (const said of [
  "My f***ing order number 4711 has not f***ing arrived.",
  "F*** this, I want number 12 and f*** that.",
  "Press * 5 then * 7.",
  "Dial *21* and 2*3*4.",
  "**** you, it is 12.",
]) {
  test(`an asterisk that is no edge of a noted sound takes no words away: ${said}`, () => {
    assert.equal(wordsIn(said), said);
    for (let end = 1; end < said.length; end++) {
      const soFar = wordsSoFarIn(said.slice(0, end)) ?? "";
      const expected = said.slice(0, end).replace(/[\s*]+$/, "");
      assert.ok(!/\p{L}/u.test(expected) || soFar.startsWith(expected), `${said.slice(0, end)}: ${soFar}`);
    }
  });
}

test("what cannot be written is no word", () => {
  assert.equal(wordsIn("It\ud800 is\u0000 \u202enoon\udc00. 😀"), "It is noon. 😀");
  assert.equal(wordsSoFarIn("It is \ud83d"), "It is");
});

test("fast speech is not too fast", () => {
  // The fastest talkers say some 25 characters a second.
  for (const said of TALK) assert.equal(isTooLongFor((said.length / 25) * 1000, said), false, said);
  assert.equal(isTooLongFor(700, "Thank you very much."), false);
  assert.equal(isTooLongFor(1_200, "a".repeat(864)), true);
});
