import assert from "node:assert/strict";
import { test } from "node:test";
import { speakable } from "../../../src/speech/speakable.js";
import { SPEECH_RULES } from "../../../src/speech/speech-rules.js";
import { sectionOf } from "../../support/markdown.js";
import { PLAIN } from "./plain-sentences.js";
import { REPLIES } from "./reply-corpus.js";

for (const { what, written, spoken } of SPEECH_RULES) {
  test(`${what}: ${JSON.stringify(written)}`, () => {
    assert.equal(speakable(written), spoken);
    assert.equal(speakable(spoken), spoken, "what is spoken stays as it is");
  });
}

test("the table in the documentation is that of the rules", () => {
  const cell = (text: string) =>
    text
      .replaceAll("\n", "⏎")
      .replaceAll("|", String.raw`\|`)
      .replaceAll("\u200b", "")
      .replaceAll("\ufeff", "");
  const rows = SPEECH_RULES.map(({ what, written, spoken }) => `| ${what} | \`${cell(written)}\` | ${cell(spoken)} |`);
  const [, , ...inPage] = sectionOf("docs/language-model.md", "How signs are spoken")
    .split("\n")
    .filter((line) => line.startsWith("|"));
  assert.deepEqual(inPage, rows, rows.join("\n"));
});

for (const [language, sentences] of [...Object.entries(PLAIN), ...Object.entries(REPLIES)]) {
  test(`plain sentences are spoken unchanged (${language})`, () => {
    for (const sentence of sentences) assert.equal(speakable(sentence, language), sentence);
  });
}

const CASES: readonly (readonly [what: string, written: string, spoken: string, language?: string])[] = [
  ["marks of direction", "\u202e\u2066It is noon.\u2069\u202c", "It is noon."],
  ["half of a character", "It is \ud83d noon.", "It is noon."],
  ["colours of a terminal", "\u001b[1;31mIt is noon.\u001b[0m", "It is noon."],
  ["other orders of a terminal", "\u001b(B\u009b31mIt is\u001b[2J noon.\u001b[m", "It is noon."],
  ["a link of a terminal", "\u001b]8;;https://a.example\u0007It is noon.\u001b]8;;\u0007", "It is noon."],
  ["a source between private characters", "It is noon \ue200cite\ue202turn0search1\ue201.", "It is noon."],
  ["a phrase without its value", "An alarm: . Une alarme : .", "An alarm. Une alarme."],
  [
    "a phrase that quotes an exclamation",
    "An alarm: The backup failed!. Is it up? . Well?...",
    "An alarm: The backup failed! Is it up? Well?...",
  ],
  ["letters in bold", "𝗜𝘁 𝓲𝓼 ｎｏｏｎ.", "It is noon."],
  ["encoded bytes", "Noon. SGVsbG8gd29ybGQsIHRoaXMgaXMgYSBsb25nIGJhc2U2NCB0ZXh0IQ==", "Noon."],
  ["an identifier", "Reference 550e8400-e29b-41d4-a716-446655440000 is ready.", "Reference is ready."],
  ["an account", "The IBAN is DE89370400440532013000.", "The IBAN is DE89370400440532013000."],
  ["an error's report", "KeyError: 'x'", ""],
  ["an error in words", "Error: I could not find it.", "Error: I could not find it."],
  ["nothing, as programs write it", "null", ""],
  ["a zero in German", "Null.", "Null.", "de"],
  ["keys alone", "Press * then #.", "Press star then pound."],
  ["a key in bold", "Press **#** to go on.", "Press pound to go on."],
  ["digits in bold", "Press *1* for sales or **2** for help.", "Press 1 for sales or 2 for help."],
  ["escaped keys", "Press \\* or \\#.", "Press star or pound."],
  ["a key in code", "Press `*` now.", "Press star now."],
  ["keys between commas", "Press *, then *, and #.", "Press star, then star, and pound."],
  ["a code of the network", "Dial *100# now.", "Dial star 100 pound now."],
  ["a sign behind its name", "Use the star (*) and the pound (#) key.", "Use the star and the pound key."],
  ["a number sign", "Order #123 is ready.", "Order number 123 is ready."],
  ["a key in German", "Drücken Sie * oder #.", "Drücken Sie Stern oder Raute.", "de-AT"],
  ["a key in French", "Appuyez sur # puis *1.", "Appuyez sur dièse puis étoile 1.", "fr"],
  ["a key in Spanish", "Pulse * o #.", "Pulse asterisco o almohadilla.", "es"],
  ["keys in brackets", "Press [1] for sales, [2] for help.", "Press 1 for sales, 2 for help."],
  ["a source in brackets", "It opens at noon [1][2].", "It opens at noon."],
  ["a list", "* Milk\n* Eggs", "Milk Eggs"],
  ["a formula in a formula", "\\(x = \\frac{-b}{\\sqrt{4}}\\)", "x = -b over the square root of 4"],
  ["a result in a box", "The answer is \\boxed{42}.", "The answer is 42."],
  [
    "comparisons",
    "x <= 5, y \\geq 3, a < b, 4 \\neq 5",
    "x less than or equal to 5, y greater than or equal to 3, a less than b, 4 not equal to 5",
  ],
  ["a limit in money", "Pay <$5.", "Pay less than $5."],
  ["a name for people of any sex", "Die Kolleg_innen und Nutzer*innen.", "Die Kolleginnen und Nutzerinnen.", "de"],
  [
    "limits in brackets and behind a word",
    "At >= 5 °C, kids (< 6) are in.",
    "At least 5 °C, kids (less than 6) are in.",
  ],
  ["a name of a key in brackets", "Press [Start], then [2].", "Press Start, then 2."],
  ["signs of Markdown alone", "**###", ""],
  ["limits", "It costs ≥ 5 euros and takes < 3 days.", "It costs at least 5 euros and takes less than 3 days."],
  ["about what is about already", "It takes about ~20 minutes, π ≈ 3.14.", "It takes about 20 minutes, π about 3.14."],
  [
    "comparisons in German",
    "5 < 6, 7 ≥ 2, <5 Minuten",
    "5 kleiner als 6, 7 größer oder gleich 2, weniger als 5 Minuten",
    "de",
  ],
  ["comparisons in French", "5 < 6, 7 ≥ 2", "5 inférieur à 6, 7 supérieur ou égal à 2", "fr"],
  ["comparisons in Spanish", "5 < 6, 7 ≥ 2", "5 menor que 6, 7 mayor o igual que 2", "es"],
  ["comparisons in Italian", "5 < 6, x ≠ y", "5 minore di 6, x diverso da y", "it"],
  ["a heart between words", "I <3 you. It takes <3 minutes.", "I you. It takes less than 3 minutes."],
  [
    "a number that is no heart",
    "If you order <3 you pay. It is <3.5 mm.",
    "If you order less than 3 you pay. It is less than 3.5 mm.",
  ],
  ["a path, a quotation and a heart", "> Settings > Network. I like it <3", "Settings Network. I like it"],
  [
    "a fraction and roots without braces",
    "\\frac12, \\sqrt2, √16",
    "1 over 2, the square root of 2, the square root of 16",
  ],
  [
    "a list of links",
    "See [our page][1].\n\n[1]: https://example.com/x\n[Page]: <https://example.com>",
    "See our page.",
  ],
  ["a footnote with its text", "It is late.[^1]\n\n[^1]: By local time.", "It is late."],
  ["sources with numbers", "It is noon [Source 1] or one [Quelle: Kalender, S. 3].", "It is noon or one."],
  ["a pause", "One moment [pause 2s] please.", "One moment please."],
  ["a picture without words", "Here: ![](pic.png) it is.", "Here: it is."],
  [
    "names of pictures",
    "Great :+1: :100: Done :white_check_mark:. At 9:30:15, a :b c: d.",
    "Great Done. At 9:30:15, a :b c: d.",
  ],
  ["sums of money", "Between $5 and $10, or 50%.", "Between $5 and $10, or 50%."],
  ["a mail address in German", "An info@beispiel.de.", "An info at beispiel Punkt de.", "de"],
  ["an address with a path", "See https://www.example.com/menu.", "See example dot com slash menu."],
  ["an address in angle brackets", "See <https://example.com>.", "See example dot com."],
  ["an address as its own text", "[https://example.com](https://example.com)", "example dot com"],
  ["an address of a machine", "It runs at http://localhost:8080/x.", "It runs at a link."],
  ["names with dots", "Node.js, e.g. at 9 a.m. in the U.S., v1.2.3.", "Node.js, e.g. at 9 a.m. in the U.S., v1.2.3."],
  ["a doing of one's own", "*adjusts headset* Hello there.", "Hello there."],
  ["a stage direction in German", "(lacht leise) Gern. *seufzt*", "Gern.", "de"],
  ["emphasis at the beginning", "*Really* good, and *very* warm.", "Really good, and very warm."],
  ["parentheses", "It rains (and you can press 2).", "It rains (and you can press 2)."],
  ["a placeholder", "Thanks [Name], bye.", "Thanks, bye."],
  ["entities written twice", "Fish &amp;amp; chips", "Fish & chips"],
  ["an end token as entities", "Noon.&lt;|im_end|&gt;", "Noon."],
  ["half a token", "It is noon.<|im_end", "It is noon."],
  ["JSON that breaks off", 'Noon. {"a": {"b": 1', "Noon."],
  ["pieces of JSON", '"name": "CALC", "arguments": ', ""],
  ["a page", "<!DOCTYPE html><html><script>alert(1)</script><body>Hi</body></html>", "Hi"],
  ["a query", "SELECT * FROM users WHERE id = 1;", ""],
  ["line breaks in letters", "Hello.\\nGood day.", "Hello. Good day."],
];
for (const [what, written, spoken, language] of CASES) {
  test(`${what}: ${JSON.stringify(written)} is spoken ${JSON.stringify(spoken)}`, () =>
    assert.equal(speakable(written, language), spoken));
}

test("a long text takes little time", () => {
  const text = "It is **noon** at [a](b) example.com, and *smiles* 5 * 4, see {x}. ".repeat(120).slice(0, 8_000);
  speakable(text);
  const times = Array.from({ length: 5 }, () => {
    const begun = process.cpuUsage();
    speakable(text);
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  });
  assert.ok(Math.min(...times) <= 5, `${Math.min(...times)} ms`);
});
