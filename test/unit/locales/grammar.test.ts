import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LanguageCode, PendingTask, ToolSentences } from "../../../src/locales/locale.js";
import { LOCALES } from "../../../src/locales/locales.js";
import type { WeatherReport } from "../../../src/locales/weather.js";

const FIRST = { year: 2027, month: 1, day: 1, weekday: 5 };
const EIGHTH = { ...FIRST, day: 8 };
const CALM: WeatherReport["wind"] = { force: "none", from: undefined, speed: 0, gusts: undefined };

const callback: PendingTask = { type: "callback", when: "x", leftSeconds: 60 };
const lasting = (duration: string): PendingTask => ({ type: "timer", duration, when: "", leftSeconds: 60 });
const timer = (leftSeconds: number): PendingTask => ({ type: "timer", name: "y", when: "", leftSeconds });
const weather = (report: Partial<WeatherReport>) => ({ units: "metric", ...report }) as WeatherReport;

/** What is said, by language. */
const SAID: Readonly<Partial<Record<LanguageCode, readonly [(tools: ToolSentences) => string, said: string][]>>> = {
  de: [
    [
      ({ tasks }) => tasks.ofKind("timer", [lasting("eine Stunde")], 1),
      "zwei Timer: den über eine Stunde, noch eine Minute, und noch einen.",
    ],
    [({ weather: { report } }) => report(weather({ degrees: 101 })), "Es sind einhundertein Grad."],
    [
      ({ weather: { report } }) => report(weather({ wind: { ...CALM, force: "light", speed: 1, gusts: 1 } })),
      "Es gibt schwachen Wind, einen Kilometer pro Stunde, mit Böen bis zu einem Kilometer pro Stunde.",
    ],
    [
      ({ weather: { report } }) => report(weather({ wind: { ...CALM, gusts: 61 } })),
      "Es gibt kaum Wind, mit Böen bis zu einundsechzig Kilometern pro Stunde.",
    ],
    [
      ({ weather: { report } }) =>
        report(weather({ units: "imperial", rain: { falling: false, amount: 1, when: "day" } })),
      "Heute hat es einen Zoll geregnet.",
    ],
  ],
  it: [
    [({ datetime }) => datetime.now({ time: "mezzanotte", place: "Athens" }), "Ad Athens è mezzanotte."],
    [({ datetime }) => datetime.now({ time: "mezzanotte", place: "Oslo" }), "A Oslo è mezzanotte."],
    [
      ({ weather: { report } }) => report(weather({ humidity: { percent: 88, is: "humid" } })),
      "L'aria è molto umida, all'ottantotto per cento.",
    ],
    [
      ({ weather: { report } }) => report(weather({ humidity: { percent: 11, is: "dry" } })),
      "L'aria è molto secca, all'undici per cento.",
    ],
    [
      ({ tasks }) => tasks.ofKind("timer", [timer(60), { ...timer(60), name: "Elena" }], 0),
      "due timer: y, ancora un minuto, ed Elena, ancora un minuto.",
    ],
    [({ datetime }) => datetime.now({ day: FIRST }), "È il primo gennaio 2027."],
    [({ datetime }) => datetime.now({ day: EIGHTH }), "È l'8 gennaio 2027."],
    [({ datetime }) => datetime.now({ day: FIRST, hasWeekday: true }), "È venerdì primo gennaio 2027."],
    [({ datetime }) => datetime.now({ day: FIRST, time: "le 9" }), "Sono le 9 del primo gennaio 2027."],
    [({ datetime }) => datetime.now({ day: EIGHTH, time: "le 9" }), "Sono le 9 dell'8 gennaio 2027."],
    [({ datetime }) => datetime.now({ day: FIRST, place: "Roma" }), "A Roma è il primo gennaio 2027."],
    [({ tasks }) => tasks.ofKind("callback", [callback], 1), "due chiamate programmate: x, e un'altra."],
    [({ tasks }) => tasks.ofKind("callback", [callback], 2), "tre chiamate programmate: x, e altre due."],
    [({ tasks }) => tasks.ofKind("timer", [timer(60)], 2), "tre timer: y, ancora un minuto, e altri due."],
    [({ tasks }) => tasks.notFound("all"), "Non trovo quel timer né quella chiamata."],
    [
      ({ weather: { report } }) => report(weather({ degrees: 3, feelsLike: 1 })),
      "Ci sono tre gradi e se ne percepisce uno.",
    ],
    [
      ({ weather: { report } }) => report(weather({ degrees: 3, feelsLike: 2 })),
      "Ci sono tre gradi e se ne percepiscono due.",
    ],
  ],
  es: [
    [
      ({ tasks }) => tasks.ofKind("timer", [timer(60), { ...timer(60), name: "Irene" }], 0),
      "dos temporizadores: y, le queda un minuto, e Irene, le queda un minuto.",
    ],
    [
      ({ tasks }) => tasks.ofKind("timer", [timer(60), { ...timer(60), name: "hielo" }], 0),
      "dos temporizadores: y, le queda un minuto, y hielo, le queda un minuto.",
    ],
    [
      ({ weather: { report } }) =>
        report(weather({ units: "imperial", rain: { falling: false, amount: 21, when: "day" } })),
      "Hoy ha llovido veintiuna pulgadas.",
    ],
    [({ datetime }) => datetime.now({ day: FIRST }), "Es el 1 de enero de 2027."],
    [({ datetime }) => datetime.now({ day: FIRST, hasWeekday: true }), "Es viernes, 1 de enero de 2027."],
    [({ datetime }) => datetime.now({ day: FIRST, time: "las 9" }), "Son las 9 del 1 de enero de 2027."],
    [({ tasks }) => tasks.ofKind("callback", [callback], 1), "dos llamadas programadas: x, y una más."],
    [
      ({ tasks }) => tasks.ofKind("timer", [timer(180)], 1),
      "dos temporizadores: y, le quedan tres minutos, y uno más.",
    ],
    [({ tasks }) => tasks.ofKind("timer", [timer(60)], 0), "un temporizador: y, le queda un minuto."],
    [({ weather: { report } }) => report(weather({ wind: CALM })), "Apenas hay viento."],
    [
      ({ weather: { report } }) => report(weather({ degrees: 9, feelsLike: 7 })),
      "Hay nueve grados, con una sensación de siete grados.",
    ],
  ],
  fr: [
    [({ weather: { report } }) => report(weather({ wind: CALM })), "Il n'y a presque pas de vent."],
    [
      ({ weather: { report } }) => report(weather({ wind: CALM, old: 60 })),
      "La dernière mesure date d'il y a une minute. Il n'y avait presque pas de vent.",
    ],
    [({ tasks }) => tasks.timerSet(60), "J'ai réglé un minuteur d'une minute."],
    [({ tasks }) => tasks.timerSet(86_400), "J'ai réglé un minuteur d'un jour."],
    [({ tasks }) => tasks.timerSet(120), "J'ai réglé un minuteur de deux minutes."],
    [
      ({ tasks }) => tasks.cancelled({ type: "timer", duration: "une heure et demie" }),
      "J'ai annulé votre minuteur d'une heure et demie.",
    ],
    [
      ({ tasks }) => tasks.ofKind("timer", [lasting("une minute")], 0),
      "un minuteur: celui d'une minute, encore une minute.",
    ],
    [
      ({ weather: { report } }) => report(weather({ degrees: 9, feelsLike: 7 })),
      "Il fait neuf degrés et la température ressentie est de sept degrés.",
    ],
    [({ weather: { report } }) => report(weather({ feelsLike: 1 })), "La température ressentie est d'un degré."],
  ],
};

describe("the sentences of tools", () => {
  for (const { code, tools } of LOCALES) {
    for (const [say, said] of SAID[code] ?? [])
      it(`are correct (${code}): ${said}`, () => assert.equal(say(tools), said));
  }

  it("have no word before a place in French that would have to be elided", () => {
    const { phrases } = LOCALES.find(({ code }) => code === "fr") ?? assert.fail();
    assert.deepEqual(
      Object.values(phrases)
        .flat()
        .filter((phrase) => /\b(?:de|que|le|la|ne|se|jusque) \{(?!assistant)/.test(phrase)),
      [],
    );
  });

  it("have no blank before : and ? in French, as voices and the cache have them", () => {
    const { phrases } = LOCALES.find(({ code }) => code === "fr") ?? assert.fail();
    assert.deepEqual(
      Object.values(phrases)
        .flat()
        .filter((phrase) => / [:?!]/.test(phrase)),
      [],
    );
  });
});
