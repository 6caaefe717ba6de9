import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../../src/config/phrases.js";
import { createDtmfMenu } from "../../../src/conversation/dtmf-menu.js";
import type { Tool } from "../../../src/toolbox/tool.js";

const PHRASES = DEFAULT_PHRASES_BY_LANGUAGE.in("en");

const ALL = ["DATETIME", "WEATHER", "STATUS", "CANCEL", "HANGUP"];

function menuOf({ tools = ALL, disabled = [] as string[], operator = true, phrases = PHRASES } = {}) {
  const find = (name: string): Tool | undefined =>
    tools.includes(name)
      ? {
          name,
          description: "A tool.",
          execute: () => ({ status: "SUCCESS", message: "" }),
          disabledReason: disabled.includes(name) ? "It lacks a setting." : undefined,
        }
      : undefined;
  return createDtmfMenu({ find }, operator, phrases);
}

/** What is said while there is no model, and the key it amounts to. */
const WORDS: readonly [string, string | undefined][] = [
  ["What time is it?", "1"],
  ["what is the date today", "1"],
  ["tell me the weather please", "2"],
  ["is it raining", "2"],
  ["status", "3"],
  ["what timers do I have", "3"],
  ["cancel", "4"],
  ["cancel all my timers", "4"],
  ["thank you, goodbye", "9"],
  ["bye bye", "9"],
  ["no, thank you, goodbye", "9"],
  ["please do not hang up", undefined],
  ["don't cancel anything", undefined],
  ["I never said goodbye", undefined],
  ["They said goodbye to me", undefined],
  ["I'll let you go, thank you, goodbye", "9"],
  ["operator", "0"],
  ["can I talk to somebody", "0"],
  ["set a timer for ten minutes", undefined],
  ["how many times have I told you", undefined],
  ["tell me a joke about a person", undefined],
  ["the weather and the time", undefined],
  ["", undefined],
];

/** The same in other languages. */
const OTHER_WORDS: readonly [language: string, rows: readonly [string, string | undefined][]][] = [
  [
    "en",
    [
      ["Please cancel my order.", undefined],
      ["I need to cancel the appointment with Dr Meyer", undefined],
      ["Cancel nothing", undefined],
      ["I'd like to cancel my subscription", undefined],
      ["Cancel, please, thank you", "cancel"],
      ["cancel my timer please", "cancel"],
      ["before you hang up", undefined],
      ["Will I see you there", undefined],
      ["okay bye now", "goodbye"],
      ["That was all, goodbye Mrs Smith", "goodbye"],
      ["Then they said goodbye", undefined],
      ["and then my boss said okay bye bye", undefined],
      ['He said, "Goodbye."', undefined],
      ["Goodbye was the last thing she said", undefined],
      ["The other one told me to hang up", undefined],
      ["I told him to hang up", undefined],
      ["I asked them to hang up", undefined],
      ["That is what you told me, goodbye", "goodbye"],
      ["Thanks for what you said goodbye", "goodbye"],
      ["Goodbye they are great", "goodbye"],
      ["As I said goodbye", "goodbye"],
      ["My husband said goodbye", undefined],
      ["That is what I was told, thank you, goodbye", "goodbye"],
      ["I just wanted to say goodbye", "goodbye"],
    ],
  ],
  [
    "de",
    [
      ["löschen Sie meine Daten", undefined],
      ["Ich muss den Termin streichen", undefined],
      ["Brechen Sie nichts ab, nichts abbrechen", undefined],
      ["abbrechen bitte", "cancel"],
      ["bitte alle Timer löschen", "cancel"],
      ["Bevor Sie auflegen, eine Frage", undefined],
      ["ohne auflegen bitte", undefined],
      ["Kann ich bis dann bestellen?", undefined],
      ["alles klar bis dann", "goodbye"],
      ["Tschüss, Frau Meier", "goodbye"],
      ["und dann sagte sie tschüss", undefined],
      ["Mein Kollege sagte tschüss", undefined],
      ["Tschüss haben sie gesagt", undefined],
      ["Er meinte, ich soll auflegen", undefined],
      ["Das war alles was ich wissen wollte tschüss", "goodbye"],
      ["Das ist alles was wir wollten tschüss", "goodbye"],
      ["Wie gesagt tschüss", "goodbye"],
      ["Meine Frau hat gesagt auf Wiederhören", undefined],
    ],
  ],
  [
    "fr",
    [
      ["annuler ma commande", undefined],
      ["N'annulez rien !", undefined],
      ["N'annulez aucun minuteur", "status"],
      ["Annulez mon rendez-vous de mardi", undefined],
      ["Annuler, s'il vous plaît", "cancel"],
      ["annulez mes minuteurs", "cancel"],
      ["avant de raccrocher, dites-moi", undefined],
      ["merci beaucoup au revoir", "goodbye"],
      ["Ensuite ils ont dit au revoir", undefined],
      ["Merci c'est dit au revoir", "goodbye"],
      ["Comme je vous l'ai dit au revoir", "goodbye"],
      ["Le monsieur m'a dit de raccrocher", undefined],
    ],
  ],
  [
    "es",
    [
      ["cancele mi pedido", undefined],
      ["no cancele nada", undefined],
      ["quiero anular la cita con el doctor", undefined],
      ["cancelar por favor", "cancel"],
      ["cancela el temporizador", "cancel"],
      ["Hola, buen día", undefined],
      ["Buen día, quería información", undefined],
      ["antes de colgar, dígame algo", undefined],
      ["Quiero reservar hasta mañana", undefined],
      ["Que tenga buen día", "goodbye"],
      ["y luego dijeron adiós", undefined],
      ["y mi jefe ha dicho adiós", undefined],
      ["Eso es todo lo que quería adiós", "goodbye"],
      ["Lo dicho adiós", "goodbye"],
      ["el señor me dijo hasta luego", undefined],
    ],
  ],
  [
    "it",
    [
      ["annulli il mio ordine", undefined],
      ["non cancelli niente", undefined],
      ["devo cancellare l'appuntamento, cancelli tutto", undefined],
      ["annulla, grazie", "cancel"],
      ["cancella il timer", "cancel"],
      ["Prima di riattaccare, mi dica", undefined],
      ["senza riattaccare", undefined],
      ["grazie mille arrivederci", "goodbye"],
      ["e poi hanno detto arrivederci", undefined],
      ["Come ho detto arrivederci", "goodbye"],
      ["mi ha detto di riattaccare", undefined],
    ],
  ],
];

describe("the key menu", () => {
  for (const [language, rows] of OTHER_WORDS) {
    for (const [text, name] of rows) {
      it(`takes ${JSON.stringify(text)} for ${name ?? "nothing"} (${language})`, () => {
        const menu = menuOf({ phrases: DEFAULT_PHRASES_BY_LANGUAGE.in(language) });
        assert.equal(menu.byWords(text)?.name, name);
      });
    }
  }

  for (const [text, key] of WORDS) {
    it(`takes ${JSON.stringify(text)} for ${key ?? "nothing"}`, () => {
      assert.equal(menuOf().byWords(text)?.key, key);
    });
  }

  it("has each key once", () => {
    const keys = menuOf().items.map(({ key }) => key);
    assert.deepEqual(keys, [...new Set(keys)]);
    for (const key of keys) assert.equal(menuOf().byKey(key)?.key, key);
    assert.equal(menuOf().byKey("5"), undefined);
  });

  it("tells what can be asked for, and by which keys", () => {
    assert.deepEqual(menuOf().notice("llm"), [
      "llm_away",
      "ask_time",
      "ask_weather",
      "ask_status",
      "ask_cancel",
      "ask_goodbye",
      "key_operator",
    ]);
    assert.deepEqual(menuOf().notice("stt"), [
      "stt_away",
      "key_time",
      "key_weather",
      "key_status",
      "key_cancel",
      "key_goodbye",
      "key_operator",
    ]);
  });

  it("names in each offer the key that it is for", () => {
    const digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    for (const { name, key } of menuOf().items) {
      assert.match(PHRASES[`key_${name}`].join(), new RegExp(`press ${digits[Number(key)]}\\b`, "i"));
    }
  });

  it("hears the words that are set, and no others", () => {
    const phrases = {
      ...PHRASES,
      words_time: ["Uhrzeit"],
      words_goodbye: ["Tschüss"],
      words_refusal: ["nicht"],
    };
    const menu = menuOf({ phrases });
    assert.equal(menu.byWords("die Uhrzeit bitte")?.name, "time");
    assert.equal(menu.byWords("what time is it"), undefined);
    assert.equal(menu.byWords("tschüss dann")?.name, "goodbye");
    assert.equal(menu.byWords("noch nicht tschüss"), undefined);
  });

  it("offers nothing that is not there", () => {
    const menu = menuOf({ tools: ["DATETIME", "WEATHER", "HANGUP"], disabled: ["WEATHER"], operator: false });
    assert.deepEqual(
      menu.items.map(({ key }) => key),
      ["1", "9"],
    );
    assert.equal(menu.byWords("weather"), undefined);
    assert.deepEqual(menu.notice("llm"), ["llm_away", "ask_time", "ask_goodbye"]);
    assert.deepEqual(menuOf({ tools: ["HANGUP"], operator: false }).notice("stt"), []);
  });
});
