import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { foldedPhrase } from "../../../src/choice/folded-words.js";
import { prepareChoice } from "../../../src/choice/prepared-choice.js";
import { readAnswer } from "../../../src/choice/read-answer.js";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../../src/config/phrases.js";
import type { ChoiceOption } from "../../../src/records/call-script.js";
import { answersAsRecognised, answersIn } from "../../support/answers.js";

const { in: phrasesIn } = DEFAULT_PHRASES_BY_LANGUAGE;

const option = (value: string, ...synonyms: string[]): ChoiceOption => ({ value, synonyms, key: "" });
const YES = option("yes", "yeah", "sure", "of course", "yes please");
const NO = option("no", "nope", "no thank you", "not now");
const RED = option("red");
const BLUE = option("blue");

async function read(answer: string, options: readonly ChoiceOption[], prompt = "Which is it?", language?: string) {
  const reading = readAnswer(answer, await prepareChoice({ prompt, options }, language));
  return reading.kind === "option" ? reading.option.value : reading.kind;
}

/** What is said, what there is to choose from, what it comes to by words alone. */
const ANSWERS: readonly [answer: string, options: readonly ChoiceOption[], comesTo: string][] = [
  ["YES, PLEASE!", [YES, NO], "yes"],
  ["well, of course I do", [YES, NO], "yes"],
  ["I don’t know", [YES, NO], "unclear"],
  ["yesterday", [YES, NO], "unclear"],
  ["yes and no", [YES, NO], "unclear"],
  ["no problem", [option("refuse", "no"), option("accept", "no problem")], "accept"],
  ["no problem at all", [option("refuse", "no"), option("accept", "no problem")], "accept"],
  ["no, no problem", [option("refuse", "no"), option("accept", "no problem")], "unclear"],
  ["New York", [option("York"), option("New York")], "New York"],
  ["CAFÉ", [option("cafe"), option("Tea")], "cafe"],
  ["two", [option("1"), option("2")], "2"],
  ["number 2 please", [option("one"), option("two")], "two"],
  ["twenty two", [option("twenty"), option("two")], "unclear"],
  ["twenty two", [option("22"), option("two")], "22"],
  ["zweiundzwanzig", [option("22"), option("zwei")], "22"],
  ["press-on", [option("on"), option("off")], "on"],
  ["wont", [option("won't"), option("will")], "won't"],
  ["はい", [option("はい"), option("いいえ")], "はい"],
  ["either", [option("a", "either"), option("b", "either")], "unclear"],
  ["the colour one", [option("color"), option("black and white")], "color"],
  ["I'll cancel it", [option("cancel"), option("keep")], "cancel"],
  ["don't open it", [option("open"), option("closed", "do not open")], "closed"],
  ["", [YES, NO], "nothing"],
  ["...", [YES, NO], "nothing"],
  ["Um, let me think.", [YES, NO], "nothing"],
  ["Hold on a second, please.", [YES, NO], "nothing"],
  ["Hello?", [YES, NO], "nothing"],
  ["Sorry?", [YES, NO], "unclear"],
  ["Einen Moment bitte.", [YES, NO], "nothing"],
  ["Attendez un instant.", [YES, NO], "nothing"],
  ["A ver, un momento.", [YES, NO], "nothing"],
  ["Ehm, un attimo.", [YES, NO], "nothing"],
  ["klare", [option("klares Bild"), option("klar rotes Foto")], "unclear"],
  ["klare", [option("klar rotes Foto"), option("klares Bild")], "unclear"],
  ["den roten", [option("klar rotes Foto"), option("klares Bild")], "klar rotes Foto"],
  ["I would like to be one", [option("one"), option("two")], "unclear"],
];

/** What is said to a question for "yes" or "no", and what it comes to by words alone. */
const IMPLIED: readonly [language: string, prompt: string, rows: readonly [answer: string, comesTo: string][]][] = [
  [
    "en",
    "Can you come to the meeting on Monday?",
    [
      ["I'm sorry", "nothing"],
      ["I'm really sorry", "nothing"],
      ["We are sorry", "nothing"],
      ["I have to go", "unclear"],
      ["We have to go", "unclear"],
      ["I have to get going", "unclear"],
      ["I definitely have to go", "unclear"],
      ["I am going", "unclear"],
      ["I am", "unclear"],
      ["I will be", "unclear"],
      ["We have", "unclear"],
      ["I'm in a meeting on Monday", "unclear"],
      ["I would love to be able to", "unclear"],
      ["I'm in, thanks", "yes"],
      ["well, of course we can", "yes"],
      ["I would certainly", "yes"],
      ["I won't come", "no"],
    ],
  ],
  [
    "de",
    "Können Sie am Montag zum Termin kommen?",
    [
      ["leider habe ich da", "unclear"],
      ["das hab ich", "unclear"],
      ["ich komme von", "unclear"],
      ["ich bin da schon", "unclear"],
      ["ich würde sehr gerne kommen", "unclear"],
      ["das mache ich natürlich", "ja"],
      ["ich komme auf jeden Fall", "ja"],
    ],
  ],
  [
    "fr",
    "Pouvez-vous venir au rendez-vous lundi ?",
    [
      ["je viens de prendre", "unclear"],
      ["c'est vrai que j'ai à faire", "unclear"],
      ["effectivement j'ai un rendez-vous", "unclear"],
      ["j'y serai, merci", "oui"],
    ],
  ],
  [
    "es",
    "¿Puede venir a la cita el lunes?",
    [
      ["eso es el lunes", "unclear"],
      ["así es que tengo que hacer", "unclear"],
      ["así es", "sí"],
      ["voy encantado", "sí"],
    ],
  ],
  [
    "it",
    "Può venire all'appuntamento lunedì?",
    [
      ["è vero che ho", "unclear"],
      ["certo ho un appuntamento", "unclear"],
      ["vengo volentieri", "sì"],
      ["ci sarò", "sì"],
    ],
  ],
];
const YES_AND_NO: Readonly<Record<string, readonly string[]>> = {
  en: ["yes", "no"],
  de: ["ja", "nein"],
  fr: ["oui", "non"],
  es: ["sí", "no"],
  it: ["sì", "no"],
};

describe("an answer to a question", () => {
  for (const [answer, options, comesTo] of ANSWERS) {
    it(`"${answer}" among ${options.map(({ value }) => value).join("/")} is ${comesTo}`, async () => {
      assert.equal(await read(answer, options), comesTo);
    });
  }

  for (const [language, prompt, rows] of IMPLIED) {
    const options = (YES_AND_NO[language] ?? []).map((value) => option(value));
    for (const [answer, comesTo] of rows) {
      it(`"${answer}" to "${prompt}" is ${comesTo}`, async () => {
        assert.equal(await read(answer, options, prompt, language), comesTo);
      });
    }
  }

  for (const [language, words] of Object.entries(YES_AND_NO)) {
    it(`is yes or no in the language of the call, whatever language the options are named in (${language})`, async () => {
      for (const prompt of [...phrasesIn(language).briefing_question, ...phrasesIn(language).do_not_call_question]) {
        for (const [at, comesTo] of ["yes", "no"].entries())
          assert.equal(await read(`${words[at]}.`, [option("yes"), option("no")], prompt, language), comesTo);
      }
    });
  }

  it("is the option that has the word, although another one is named like it in another language", async () => {
    assert.equal(await read("ja", [option("yes"), option("no", "ja")], "Which is it?", "de"), "no");
  });

  it("is a key's number only where the question says it", async () => {
    const options = [
      { ...RED, key: "1" },
      { ...BLUE, key: "2" },
    ];
    assert.equal(await read("Two, please.", options, "Press one for red or two for blue."), "blue");
    assert.equal(await read("Two, please.", options, "How many would you like, and in which colour?"), "unclear");
    assert.equal(await read("Press two.", options), "blue");
  });

  it("is no number where place and key differ", async () => {
    const options = [
      { ...RED, key: "2" },
      { ...BLUE, key: "1" },
    ];
    assert.equal(await read("number two", options), "unclear");
    assert.equal(await read("the second one", options), "blue");
    assert.equal(await read("press two", options), "red");
  });

  it("is never found inside another word", async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[a-z]{1,8}$/), async (before, after) => {
        assert.notEqual(await read(`${before}xyz${after}`, [option("xyz")]), "xyz");
      }),
    );
  });

  it("is no option behind a negation, with or without courtesy, in any language", async () => {
    const negations = [
      "not",
      "I don't want",
      "nicht",
      "auf keinen Fall",
      "pas",
      "je ne veux pas",
      "no quiero",
      "non voglio",
    ];
    const around = fc.constantFrom("", "please", "um", "thank you", "bitte", "s'il vous plaît", "por favor");
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...negations), around, around, async (negation, before, after) => {
        assert.equal(await read(`${before} ${negation} red ${after}`, [RED, BLUE]), "unclear");
      }),
    );
  });

  it("is the same option whatever its case, its punctuation and the courtesy around it", async () => {
    const around = fc.constantFrom(
      "",
      "Um,",
      "Please,",
      "Well",
      "Oh",
      "I would like",
      "Ich möchte",
      "Je voudrais",
      "Quiero",
    );
    const end = fc.constantFrom("", ".", "!", ", please.", ", thank you", " bitte", ", s'il vous plaît", " por favor");
    await fc.assert(
      fc.asyncProperty(around, fc.constantFrom("red", "Red", "RED"), end, async (before, word, after) => {
        assert.equal(await read(`${before} ${word}${after}`, [RED, BLUE]), "red");
      }),
    );
  });

  it("is never both of two options", async () => {
    const word = fc.stringMatching(/^[b-df-hj-np-tv-z]{4,7}$/);
    await fc.assert(
      fc.asyncProperty(word, word, fc.constantFrom(" ", ", ", " and ", " or ", ". "), async (one, other, between) => {
        fc.pre(one !== other);
        assert.equal(await read(`${one}${between}${other}`, [option(one), option(other)]), "unclear");
      }),
    );
  });

  it("may be any text whatever", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary" }),
        fc.array(fc.string({ unit: "binary" })),
        async (answer, values) => {
          const comesTo = await read(
            answer,
            values.map((value) => option(value)),
          );
          assert.ok([...values, "nothing", "unclear"].includes(comesTo));
        },
      ),
    );
  });
});

describe("answers as people give them, without a model", () => {
  it("are never another option, and at most one in four is asked again", async () => {
    const answered = [...answersIn("answers"), ...answersIn("further-answers")];
    const wrong: string[] = [];
    let again = 0;
    for (const { prompt, options, said, means } of answered) {
      const reading = readAnswer(said, await prepareChoice({ prompt, options }));
      const chosen = reading.kind === "option" ? reading.option.value : null;
      if (chosen !== null && chosen !== means) wrong.push(`${said}: ${chosen}`);
      if (chosen === null && means !== null) again++;
    }
    assert.deepEqual(wrong, []);
    const meant = answered.filter(({ means }) => means !== null).length;
    assert.ok(again <= meant / 4, `${again} of ${meant}`);
  });
});

describe("answers as a recogniser without punctuation writes them, without a model", () => {
  for (const language of ["en", "de", "es", "fr", "it"]) {
    it(`are never another option, and at most one in five is asked again (${language})`, async () => {
      const answered = answersAsRecognised().filter((each) => each.language === language);
      const wrong: string[] = [];
      const again: string[] = [];
      for (const { prompt, options, said, means, mayBeAsked } of answered) {
        const reading = readAnswer(said, await prepareChoice({ prompt, options }, language));
        const chosen = reading.kind === "option" ? reading.option.value : null;
        if (chosen !== null && chosen !== means) wrong.push(`${said}: ${chosen}`);
        if (chosen === null && means !== null && !mayBeAsked) again.push(said);
      }
      assert.deepEqual(wrong, []);
      const meant = answered.filter(({ means }) => means !== null).length;
      assert.ok(again.length <= meant / 5, `${again.length} of ${meant}: ${again.join("; ")}`);
    });
  }
});

describe("number words that mean something else in another language", () => {
  const FROM_TWO = [option("2"), option("6"), option("11"), option("15"), option("17")];

  for (const [said, language, comesTo] of [
    ["due", "it", "2"],
    ["Sei.", "it", "6"],
    ["le sei, per favore", "it", "6"],
    ["ventidue", "it", "unclear"],
    ["diciassette", "it", "17"],
    ["tutti e due", "it", "unclear"],
    ["once", "es", "11"],
    ["a las quince", "es", "15"],
    ["the rent is due", "en", "unclear"],
    ["once more, please", "en", "unclear"],
    ["due", undefined, "unclear"],
  ] as const) {
    it(`are numbers in a call in their own: "${said}" (${language ?? "not known"})`, async () => {
      assert.equal(await read(said, FROM_TWO, "Which?", language), comesTo);
    });
  }

  it("choose by key and by place, and agree with the digits that a recogniser writes", async () => {
    const keyed = ["rosso", "blu"].map((value, at) => ({ value, synonyms: [], key: String(at + 1) }));
    assert.equal(await read("il numero due", keyed, "Prema uno o due.", "it"), "blu");
    assert.equal(await read("due", keyed, "Rosso, uno, o blu, due?", "it"), "blu");
    assert.equal(await read("2", [option("due"), option("sei")], "Quanti siete?", "it"), "due");
  });

  it("make no answer of people another option", async () => {
    for (const language of ["it", "es"]) {
      const wrong: string[] = [];
      for (const { prompt, options, said, means } of [...answersIn("answers"), ...answersIn("further-answers")]) {
        const chosen = await read(said, options, prompt, language);
        if (chosen !== means && chosen !== "unclear" && chosen !== "nothing") wrong.push(`${said}: ${chosen}`);
      }
      assert.deepEqual(wrong, [], language);
    }
  });
});

/** What is said to a question for a note, to one for "yes" or "no", and what both come to by words alone. */
const NO_ANSWERS: readonly [language: string, rows: readonly [answer: string, comesTo: "unclear" | "nothing"][]][] = [
  [
    "en",
    [
      ["Badly understood", "unclear"],
      ["I barely understood", "unclear"],
      ["Yes, but only half understood", "unclear"],
      ["Understood what", "unclear"],
      ["I'm not saying no", "unclear"],
      ["Okay who is it", "unclear"],
      ["Yes, hold on", "nothing"],
      ["Yes one second", "nothing"],
      ["Okay, wait", "nothing"],
      ["Got it, bear with me, please", "nothing"],
      ["Yes, hello", "nothing"],
      ["Hello yes", "nothing"],
    ],
  ],
  [
    "de",
    [
      ["Schlecht verstanden", "unclear"],
      ["Ja, aber nur halb verstanden", "unclear"],
      ["Das habe ich kaum verstanden", "unclear"],
      ["Verstanden was", "unclear"],
      ["Ich sage nicht nein", "unclear"],
      ["Okay, wer ist denn dran", "unclear"],
      ["Ja, mal sehen", "nothing"],
      ["Ja mal schauen", "nothing"],
      ["Ja ich überlege noch", "nothing"],
      ["Okay, warten Sie", "nothing"],
      ["Verstanden, Moment mal bitte", "nothing"],
      ["ja hallo", "nothing"],
      ["Ja, guten Tag", "nothing"],
      ["Moin, ja", "nothing"],
      ["Ja, sagen Sie mal", "nothing"],
      ["Habe ich das richtig verstanden", "unclear"],
    ],
  ],
  [
    "fr",
    [
      ["J'ai mal entendu", "unclear"],
      ["J'ai mal compris", "unclear"],
      ["Mal compris", "unclear"],
      ["Oui, mais mal compris", "unclear"],
      ["J'ai à peine entendu", "unclear"],
      ["Compris à moitié", "unclear"],
      ["Compris de travers", "unclear"],
      ["Compris quoi", "unclear"],
      ["Oui, bof", "unclear"],
      ["d'accord c'est qui", "unclear"],
      ["Oui, de la part de qui", "unclear"],
      ["Oui, qui est à l'appareil", "unclear"],
      ["D'accord, et vous êtes qui", "unclear"],
      ["Je ne dis pas non", "unclear"],
      ["D'accord, attendez", "nothing"],
      ["Oui, ne quittez pas s'il vous plaît", "nothing"],
      ["Oui deux secondes", "nothing"],
      ["oui allô", "nothing"],
      ["Oui, bonjour", "nothing"],
      ["Allô oui j'écoute", "nothing"],
    ],
  ],
  [
    "es",
    [
      ["Mal entendido", "unclear"],
      ["Entendido a medias", "unclear"],
      ["Entendido a duras penas", "unclear"],
      ["Sí, pero mal entendido", "unclear"],
      ["Entendido qué", "unclear"],
      ["No digo que no", "unclear"],
      ["Vale, ¿de parte de quién?", "unclear"],
      ["vale, un momento", "nothing"],
      ["Sí, espérese", "nothing"],
      ["Entendido, a ver", "nothing"],
      ["Sí, diga", "nothing"],
      ["sí dígame", "nothing"],
      ["Buenas, sí", "nothing"],
      ["Ya.", "unclear"],
    ],
  ],
  [
    "it",
    [
      ["Mal capito", "unclear"],
      ["Ho capito male", "unclear"],
      ["Ho capito a metà", "unclear"],
      ["Ho capito poco", "unclear"],
      ["Sì, ma capito a malapena", "unclear"],
      ["Capito cosa", "unclear"],
      ["Non dico di no", "unclear"],
      ["Sì, come no", "unclear"],
      ["Va bene, ma chi parla", "unclear"],
      ["Sì, un attimo", "nothing"],
      ["Sì, aspetti", "nothing"],
      ["va bene aspetti", "nothing"],
      ["Ricevuto, vediamo", "nothing"],
      ["sì pronto", "nothing"],
      ["Pronto sì mi dica", "nothing"],
    ],
  ],
];

describe("words that are no answer although they contain one", () => {
  for (const [language, rows] of NO_ANSWERS) {
    const { words_acknowledge: synonyms, acknowledge_question: noted, briefing_question: taken } = phrasesIn(language);
    for (const [said, comesTo] of rows) {
      it(`"${said}" (${language})`, async () => {
        const [note = "", question = ""] = [noted[0], taken[0]];
        assert.equal(await read(said, [option("acknowledged", ...synonyms)], note, language), comesTo);
        assert.ok(["unclear", "nothing"].includes(await read(said, [option("yes"), option("no")], question, language)));
      });
    }
  }

  it('"Ja, bitte" takes note of nothing, but accepts what is offered', async () => {
    const { words_acknowledge: synonyms, acknowledge_question: noted, message_offer: offered } = phrasesIn("de");
    assert.equal(await read("Ja, bitte.", [option("acknowledged", ...synonyms)], noted[0], "de"), "nothing");
    assert.equal(await read("Ja, bitte.", [option("yes"), option("no")], offered[0], "de"), "yes");
  });

  for (const [language, said, comesTo] of [
    ["en", "Hold on, yes", "yes"],
    ["de", "Mal sehen, ja", "yes"],
    ["de", "Ja, bitte mal", "yes"],
    ["fr", "Oui, pas mal", "yes"],
    ["es", "Sí, no está mal", "yes"],
    ["it", "Sì, non c'è male", "yes"],
    ["de", "Ja, nicht schlecht", "yes"],
    ["en", "Yes, not bad", "yes"],
    ["de", "Guten Tag, ja, gerne", "yes"],
    ["fr", "Bonjour, oui, merci", "yes"],
  ] as const) {
    it(`does not make one of those: "${said}" (${language})`, async () => {
      assert.equal(await read(said, [option("yes"), option("no")], "Will you come?", language), comesTo);
    });
  }
});

describe("courtesy with the name of an option in it", () => {
  for (const [language, options, said, comesTo] of [
    ["en", ["morning", "afternoon", "evening"], "Good morning.", "nothing"],
    ["en", ["morning", "afternoon", "evening"], "Good morning, the evening please", "evening"],
    ["en", ["morning", "afternoon", "evening"], "Good, morning.", "morning"],
    ["en", ["morning", "good morning"], "Good morning.", "good morning"],
    ["en", ["today", "tomorrow"], "Okay, see you tomorrow", "unclear"],
    ["de", ["eins", "zwei", "drei"], "zum zweiten Mal", "nothing"],
    ["de", ["morgen", "übermorgen"], "Bis morgen!", "nothing"],
    ["de", ["morgen", "übermorgen"], "morgen bitte", "morgen"],
    ["fr", ["matin", "après-midi", "soir"], "bon après-midi", "nothing"],
    ["fr", ["matin", "après-midi", "soir"], "À ce soir.", "nothing"],
    ["fr", ["matin", "après-midi", "soir"], "l'après-midi, bonjour", "après-midi"],
    ["es", ["días", "tardes", "noches"], "Buenas tardes.", "nothing"],
    ["es", ["hoy", "mañana"], "hasta mañana", "nothing"],
    ["it", ["oggi", "domani"], "a domani", "nothing"],
    ["it", ["giornata", "serata"], "Buona serata", "nothing"],
  ] as const) {
    it(`names none: "${said}" (${language})`, async () => {
      const offered = options.map((value) => option(value));
      assert.equal(await read(said, offered, "When?", language), comesTo);
    });
  }
});

describe("a goodbye that may be the answer", () => {
  for (const [language, options, question, said, supported] of [
    ["de", ["morgen", "übermorgen"], "Bis wann brauchen Sie es?", "Bis morgen.", "morgen"],
    ["de", ["morgen", "übermorgen"], "Wann sollen wir kommen?", "Bis morgen.", undefined],
    ["fr", ["lundi", "mardi"], "À quand remettre le rendez-vous ?", "À lundi, merci.", "lundi"],
    ["fr", ["lundi", "mardi"], "Quel jour vous convient ?", "À lundi, merci.", undefined],
    ["es", ["hoy", "mañana"], "¿Hasta cuándo lo necesita?", "Hasta mañana", "mañana"],
    ["it", ["oggi", "domani"], "A quando lo spostiamo?", "A domani", "domani"],
    ["en", ["morning", "evening"], "A good time, morning or evening?", "Good morning", undefined],
  ] as const) {
    it(`is left to the model: "${question}" "${said}"`, async () => {
      const choice = await prepareChoice(
        { prompt: question, options: options.map((value) => option(value)) },
        language,
      );
      const reading = readAnswer(said, choice);
      const expected = supported ? ["unclear", supported] : ["nothing", undefined];
      assert.deepEqual([reading.kind, "supported" in reading ? reading.supported?.value : undefined], expected);
    });
  }
});

describe("numbers of several words", () => {
  for (const [said, folded] of [
    ["las dos y treinta", "las 2 y 30"],
    ["alle tre e trenta", "alle 3 e 30"],
    ["treinta y dos", "32"],
    ["zwei und dreißig", "32"],
  ] as const) {
    it(`are joined in the order of their language: "${said}"`, () => assert.equal(foldedPhrase(said), folded));
  }

  const OFFERED = ["1", "2", "20", "21", "30", "31", "40", "60", "70", "80", "81", "99"].map((value) => option(value));
  const ROUND = ["1", "4", "10", "20", "30", "40", "60", "80"].map((value) => option(value));

  for (const [language, said, comesTo] of [
    ["en", "twenty-one", "21"],
    ["en", "twenty one please", "21"],
    ["en", "ninety nine", "99"],
    ["en", "the twenty-first", "unclear"],
    ["de", "einundzwanzig", "21"],
    ["de", "ein und zwanzig", "21"],
    ["de", "zwanzig eins", "21"],
    ["de", "neunundneunzig bitte", "99"],
    ["fr", "vingt et un", "21"],
    ["fr", "vingt-et-une", "21"],
    ["fr", "trente et un", "31"],
    ["fr", "soixante-dix", "70"],
    ["fr", "quatre-vingts", "80"],
    ["fr", "quatre-vingt-un", "81"],
    ["fr", "quatre vingt dix neuf", "99"],
    ["es", "veintiuno", "21"],
    ["es", "treinta y uno", "31"],
    ["es", "treinta y una", "31"],
    ["es", "veinte uno", "21"],
    ["es", "noventa y nueve", "99"],
    ["it", "ventuno", "21"],
    ["it", "venti uno", "21"],
    ["it", "trentun", "31"],
    ["it", "novantanove, grazie", "99"],
  ] as const) {
    it(`are one number: "${said}"`, async () => {
      assert.equal(await read(said, OFFERED, "Which?", language), comesTo);
      assert.equal(await read(said, ROUND, "Which?", language), comesTo === "80" ? "80" : "unclear");
    });
  }
});

describe("the largest question there may be", () => {
  const long = (at: number) => `synonym ${at} ${"and so on ".repeat(9)}`.slice(0, 100);
  const options = Array.from({ length: 20 }, (_, at) =>
    option(`value ${at}`, ...Array.from({ length: 50 }, (__, n) => long(at * 50 + n))),
  );

  it("is prepared in pieces, between which other things go on", async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await prepareChoice({ prompt: "Which?", options });
    isOver = true;
    assert.ok(turns >= 40, `${turns} turns of the loop`);
  });

  it("is read a thousand times in the time that one answer once took", async () => {
    const choice = await prepareChoice({ prompt: "Which?", options });
    const begun = process.cpuUsage();
    for (let i = 0; i < 1_000; i++) readAnswer("Well, I would like value 7, please, and so on and so on.", choice);
    const { user, system } = process.cpuUsage(begun);
    assert.ok((user + system) / 1_000 < 1_000, `${(user + system) / 1_000} ms of processor for 1,000 answers`);
  });
});
