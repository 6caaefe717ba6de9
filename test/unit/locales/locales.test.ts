import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { spelledOut, tenthsInWords } from "../../../src/locales/counting.js";
import { EN } from "../../../src/locales/en/locale.js";
import { type Locale, NIGHT_ENDS } from "../../../src/locales/locale.js";
import { LOCALES, localeOf } from "../../../src/locales/locales.js";

/** Every text in a value, with where it is. */
function* textsIn(value: unknown, path = ""): Generator<readonly [path: string, text: string]> {
  if (typeof value === "string") yield [path, value];
  else if (typeof value === "object" && value !== null && !(value instanceof RegExp)) {
    for (const [key, each] of Object.entries(value)) yield* textsIn(each, `${path}/${key}`);
  }
}

const others = LOCALES.filter(({ code }) => code !== "en");

for (const locale of LOCALES) {
  describe(`the language ${locale.code}`, () => {
    it("has at least one phrase for each occasion, with the placeholders that it may have", () => {
      for (const [occasion, phrases] of Object.entries(locale.phrases)) {
        const allowed = new Set(EN.phrases[occasion as keyof typeof EN.phrases].join().match(/\{\w+\}/g));
        assert.ok(phrases.length > 0, occasion);
        for (const phrase of phrases) {
          for (const used of phrase.match(/\{\w+\}/g) ?? []) assert.ok(allowed.has(used), `${occasion}: ${phrase}`);
        }
      }
    });

    it("writes different numbers differently", () => {
      const all = Array.from({ length: 2_100 }, (_, n) => locale.numbers.inWords(n));
      assert.equal(new Set(all).size, all.length);
    });

    it("writes numbers without digits, and negative ones with their sign", () => {
      fc.assert(
        fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (n) => {
          const words = locale.numbers.inWords(n);
          assert.match(words, /^[\p{L} '’-]+$/u);
          assert.equal(words.startsWith(`${locale.numbers.minus} `), n < 0);
        }),
      );
    });

    it("tells times of day apart, in each style", () => {
      for (const style of ["digital", "spoken", "24h"] as const) {
        const all = Array.from({ length: 1_440 }, (_, at) => {
          return locale.times.timeOfDay({ hour: Math.floor(at / 60), minute: at % 60 }, style);
        });
        assert.equal(new Set(all).size, all.length, style);
      }
    });

    it("tells durations apart", () => {
      const all = Array.from({ length: 7_300 }, (_, seconds) => locale.times.duration(seconds + 1));
      assert.equal(new Set(all).size, all.length);
    });

    it("has jokes of each kind, none twice", () => {
      const all = Object.values(locale.jokes).flat();
      for (const [kind, jokes] of Object.entries(locale.jokes)) assert.ok(jokes.length >= 6, kind);
      assert.equal(new Set(all).size, all.length);
    });
  });
}

describe("the other languages", () => {
  it("have no text that is the same as in English", () => {
    for (const locale of others) {
      const english = new Map(textsIn({ phrases: EN.phrases, tools: EN.tools, jokes: EN.jokes }));
      const own = { phrases: locale.phrases, tools: locale.tools, jokes: locale.jokes };
      for (const [path, text] of textsIn(own)) {
        if (path.startsWith("/phrases/words_")) continue; // "Timer" and "status" are heard in several languages.
        assert.notEqual(text, english.get(path), `${locale.code}${path}`);
      }
    }
  });
});

describe("numbers", () => {
  const numbers: readonly (readonly [Locale["code"], number, string])[] = [
    ["de", 1, "eins"],
    ["de", 21, "einundzwanzig"],
    ["de", 101, "einhunderteins"],
    ["de", 1_001, "eintausendeins"],
    ["de", 2_000_000, "zwei Millionen"],
    ["es", 16, "dieciséis"],
    ["es", 31, "treinta y uno"],
    ["es", 100, "cien"],
    ["es", 21_000, "veintiún mil"],
    ["es", 1_000_100, "un millón cien"],
    ["fr", 71, "soixante et onze"],
    ["fr", 80, "quatre-vingts"],
    ["fr", 81, "quatre-vingt-un"],
    ["fr", 99, "quatre-vingt-dix-neuf"],
    ["fr", 200, "deux cents"],
    ["fr", 3_000, "trois mille"],
    ["fr", 80_000, "quatre-vingt mille"],
    ["it", 21, "ventuno"],
    ["it", 23, "ventitré"],
    ["it", 28, "ventotto"],
    ["it", 2_003, "duemilatré"],
    ["it", 1_000, "mille"],
  ];
  for (const [code, number, words] of numbers) {
    it(`are written in ${code}: ${words}`, () => assert.equal(localeOf(code).numbers.inWords(number), words));
  }

  it("have decimals, and are read out digit by digit", () => {
    const said = others.map(({ numbers }) => [tenthsInWords(-2.5, numbers), spelledOut("+1*0", numbers)]);
    assert.deepEqual(said, [
      ["minus zwei Komma fünf", "plus eins Stern null"],
      ["menos dos coma cinco", "más uno asterisco cero"],
      ["moins deux virgule cinq", "plus un étoile zéro"],
      ["meno due virgola cinque", "più uno asterisco zero"],
    ]);
  });
});

describe("times", () => {
  const clocks: readonly (readonly [Locale["code"], string, digital: string, spoken: string])[] = [
    ["de", "09:30", "9 Uhr 30", "halb zehn morgens"],
    ["de", "13:45", "13 Uhr 45", "Viertel vor zwei mittags"],
    ["de", "01:00", "1 Uhr", "ein Uhr nachts"],
    ["es", "01:15", "la 1:15 de la madrugada", "la una y cuarto de la madrugada"],
    ["es", "21:35", "las 9:35 de la noche", "las diez menos veinticinco de la noche"],
    ["fr", "12:00", "midi", "midi"],
    ["fr", "21:45", "21 heures 45", "dix heures moins le quart du soir"],
    ["fr", "01:30", "1 heure 30", "une heure et demie du matin"],
    ["it", "13:00", "le 13", "l'una del pomeriggio"],
    ["it", "09:41", "le 9 e 41", "le nove e quarantuno di mattina"],
  ];
  for (const [code, clock, digital, spoken] of clocks) {
    it(`are spoken in ${code}: ${spoken}`, () => {
      const [hour = 0, minute = 0] = clock.split(":").map(Number);
      const { timeOfDay } = localeOf(code).times;
      assert.deepEqual(
        [timeOfDay({ hour, minute }, "digital"), timeOfDay({ hour, minute }, "spoken")],
        [digital, spoken],
      );
    });
  }

  it("call midnight and the hours after it by the night before, not by the day that begins", () => {
    const day = (day: number, weekday: number) => ({ year: 2026, month: 11, day, weekday });
    const told = (hour: number, minute: number, daysAhead: number) => {
      const moment = { at: { ...day(24, 2), hour, minute }, eve: day(23, 1), daysAhead, isNight: hour < NIGHT_ENDS };
      return others.map(({ times }) => times.moment(moment, "spoken"));
    };
    assert.deepEqual(told(0, 0, 1), [
      "heute Nacht um zwölf Uhr",
      "esta noche a las doce",
      "cette nuit à minuit",
      "stanotte a mezzanotte",
    ]);
    assert.deepEqual(told(1, 30, 2), [
      "in der Nacht auf Dienstag um halb zwei",
      "la noche del lunes al martes a la una y media de la madrugada",
      "dans la nuit de lundi à mardi à une heure et demie du matin",
      "nella notte tra lunedì e martedì all'una e mezza",
    ]);
    assert.deepEqual(told(0, 0, 8), [
      "in der Nacht auf Dienstag, den 24. November, um zwölf Uhr",
      "la noche del lunes 23 de noviembre al martes 24 de noviembre, a las doce",
      "dans la nuit du lundi 23 novembre au mardi 24 novembre à minuit",
      "nella notte tra lunedì 23 novembre e martedì 24 novembre a mezzanotte",
    ]);
    assert.ok(told(1, 0, 0).every((text) => !/Nacht|noche|nuit|notte/.test(text.replace(/nachts|di notte/, ""))));
    assert.deepEqual(told(4, 0, 1)[0], "morgen um vier Uhr morgens");
  });

  it("are told as durations with the number and the gender of their units", () => {
    assert.deepEqual(
      others.map(({ times }) => times.duration(86_400 + 3_600 + 60)),
      [
        "einen Tag, eine Stunde und eine Minute",
        "un día, una hora y un minuto",
        "un jour, une heure et une minute",
        "un giorno, un'ora e un minuto",
      ],
    );
    assert.deepEqual(
      others.map(({ tools }) => tools.tasks.inSeconds(2 * 86_400)),
      ["in zwei Tagen", "dentro de dos días", "dans deux jours", "tra due giorni"],
    );
  });
});
