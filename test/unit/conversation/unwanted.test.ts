import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../../src/config/phrases.js";
import { confirmsUnwanted, saysUnwanted } from "../../../src/conversation/unwanted.js";
import { LOCALES } from "../../../src/locales/locales.js";

/** What callees say who want no more calls, and what others say. */
const SAID: Readonly<Record<string, readonly [unwanted: readonly string[], others: readonly string[]]>> = {
  en: [
    [
      "Don't ever call me again",
      "I don't want any more calls from you",
      "never call this number again",
      "put me on your do not call list",
      "Leave me alone!",
      "I told you not to call anymore",
      "Please, do not ever phone us again",
      "would you kindly stop calling me",
      "Could you please stop ringing here?",
      "take my number off your list",
      "unsubscribe me please",
      "I'm not interested and stop calling me",
      "I'm not interested stop calling me",
      "I do not want this remove my number from your list",
      "I never asked for this please stop calling",
      "Take us off your call list",
      "Stop harassing me",
      "Don't call here again",
      "no stop calling me",
      "I don't want no more calls",
      "take my name off your list",
      "remove us from your list",
      "remove my name from your list",
    ],
    [
      "don't stop calling me",
      "I don't want you to stop calling",
      "I never asked you to stop calling",
      "You can't just stop calling me",
      "I don't need you to take me off your list",
      "I don't think you should stop calling me",
      "If you don't help I'll stop calling",
      "do not call me again today, tomorrow is better",
      "why did you stop calling me",
      "please don't take me off your list",
      "I'll be out so no more calls today",
      "you can stop calling it a meeting",
      "don't call me again before nine",
      "Never remove my number, please",
      "There is no need to stop calling",
      "Nobody told you to stop calling",
      "No one wants you to stop calling",
      "Which one is on your list?",
      "Is it my name on your list?",
    ],
  ],
  de: [
    [
      "Rufen Sie mich bitte nicht mehr an",
      "Rufen Sie uns nicht mehr an",
      "Lassen Sie mich in Ruhe",
      "streichen Sie mich",
      "löschen Sie meine Daten",
      "nie wieder hier anrufen",
      "unterlassen Sie diese Anrufe",
      "Sie brauchen mich nicht mehr anzurufen",
      "rufen Sie mich ja nicht noch mal an",
      "Ruft uns bloß nie wieder an!",
      "Können Sie bitte aufhören, mich anzurufen?",
      "Nehmen Sie meine Nummer bitte aus Ihrer Liste",
      "Ich habe kein Interesse und unterlassen Sie diese Anrufe",
      "Ich habe kein Interesse lassen Sie mich in Ruhe",
      "Das will ich nicht lassen Sie mich in Ruhe",
      "Nehmen Sie uns von Ihrer Liste",
      "Streichen Sie unsere Nummer aus Ihrer Liste",
    ],
    [
      "hören Sie nicht auf mich anzurufen",
      "versuchen Sie morgen mich anzurufen",
      "Vergessen Sie nicht, mich anzurufen",
      "nehmen Sie meine Nummer bitte auf",
      "Sie brauchen mich nicht von der Liste zu nehmen",
      "heute nicht mehr anrufen, morgen wieder",
      "bitte nach 18 Uhr nicht mehr anrufen",
      "ich habe den Termin aus Ihrer Liste",
      "Rufen Sie mich nicht mehr an um acht",
      "Löschen Sie bitte nicht meine Nummer",
      "Löschen Sie meine Nummer nicht",
      "Streichen Sie mich bitte noch nicht",
      "Ich will nicht dass Sie meine Nummer löschen",
      "Sie sollen nicht aufhören mich anzurufen",
      "Rufen Sie mich nicht mehr an später",
    ],
  ],
  fr: [
    [
      "Je ne veux plus recevoir d'appels",
      "ne me téléphonez plus",
      "laissez-moi tranquille",
      "fichez-moi la paix",
      "ne rappelez plus jamais",
      "n'appelez plus ce numéro",
      "Ne nous appelez donc plus jamais",
      "Arrêtez tout de suite de m'appeler",
      "Retirez-moi de votre liste",
      "Je ne souhaite plus être contactée",
      "Je ne suis pas intéressé et arrêtez de m'appeler",
      "Je ne suis pas intéressé arrêtez de m'appeler",
      "Je n'en veux pas laissez-moi tranquille",
      "Arrêtez d'appeler en permanence",
      "Nous ne voulons plus être appelés",
      "Retirez-nous de votre liste",
      "Effacez notre numéro",
    ],
    [
      "n'arrêtez pas de m'appeler",
      "n'appelez plus à cette heure-ci, plutôt le matin",
      "ne m'appelez plus docteur",
      "je voudrais plus d'appels",
      "vous ne m'appelez plus jamais, c'est dommage",
      "ne m'appelez plus sur le fixe mais sur le portable",
      "ne me retirez pas de votre liste",
      "Ne m'appelez plus avant midi",
      "N'effacez pas mon numéro",
      "Je ne vous demande pas d'arrêter de m'appeler",
      "Ne m'appelez plus aujourd'hui",
    ],
  ],
  es: [
    [
      "Déjeme en paz",
      "no me llame nunca más",
      "No llame más a este número",
      "quíteme de su lista",
      "no me vuelva usted a llamar",
      "Dejen ya de llamarme, por favor",
      "No nos vuelvan a llamar nunca",
      "no quiero recibir más llamadas",
      "Bórrenme de esa lista",
      "No me interesa y dejen de llamarme",
      "No me interesa deje de llamarme",
      "No quiero nada dejen de llamarme",
      "Quítennos de su lista",
      "Borre nuestro número",
      "Déjennos en paz",
    ],
    [
      "no me llame más tarde de las ocho",
      "no me llame más temprano",
      "no deje de llamarme",
      "no vuelva a llamar hasta mañana",
      "no me quite de su lista",
      "quiero más llamadas",
      "no me llamen más que por la mañana",
      "No borre mi número",
      "No quiero que deje de llamarme",
      "No hace falta que me borre de la lista",
      "No me llame más pronto, por favor",
      "Deje de llamarme más tarde de las ocho",
      "No me llame más mañana",
    ],
  ],
  it: [
    [
      "non voglio più ricevere chiamate",
      "Non mi telefoni più",
      "smettetela di chiamare",
      "mi lasci in pace",
      "non richiami mai più",
      "non chiamate più questo numero",
      "toglietemi dal vostro elenco",
      "La prego, smetta di chiamarmi",
      "Non ci chiamate mai più qui",
      "Cancelli per favore il mio numero",
      "Non sono interessato e smettetela di chiamarmi",
      "Non mi interessa smettetela di chiamarmi",
      "Non lo voglio mi lasci in pace",
      "mi tolga dal vostro elenco",
      "ci tolga dall'elenco",
      "toglietemi dall'elenco",
      "Toglieteci dalla vostra lista",
      "Non vogliamo più essere chiamati",
    ],
    [
      "non mi chiami più tardi delle otto",
      "non mi chiami più presto",
      "non smetta di chiamarmi",
      "non mi tolga dalla lista",
      "non mi chiami più sul fisso ma sul cellulare",
      "perché non mi chiama più",
      "voglio più chiamate",
      "Non cancelli il mio numero",
      "Non voglio che smetta di chiamarmi",
      "Non deve smettere di chiamarmi",
      "Non mi chiami più prima delle nove",
    ],
  ],
};

describe("a callee who wants no more calls", () => {
  for (const [language, [unwanted, others]] of Object.entries(SAID)) {
    const says = saysUnwanted(DEFAULT_PHRASES_BY_LANGUAGE.in(language).words_do_not_call, language);
    for (const said of unwanted) it(`says so: "${said}" (${language})`, () => assert.ok(says(said)));
    for (const said of others) it(`does not say so: "${said}" (${language})`, () => assert.ok(!says(said)));
  }

  it("is understood by the phrases that are set, and by no others", () => {
    const says = saysUnwanted(["strike my name"], "en");
    assert.deepEqual([says("Please strike just my name"), says("Stop calling me")], [true, false]);
  });

  it("is limited by words that are spelt as words are once folded", () => {
    const accented = LOCALES.filter(({ requests: { unwanted } }) =>
      /\P{ASCII}/u.test(unwanted.unless.source + unwanted.denies.source + unwanted.reports.source),
    );
    assert.deepEqual(
      accented.map(({ code }) => code),
      [],
    );
  });
});

/** What may be said when it is asked whether no more calls are wanted, by language. */
const SAID_AGAIN: Readonly<Record<string, readonly [confirms: readonly string[], others: readonly string[]]>> = {
  en: [
    [
      "No, do not call me again",
      "Stop calling me",
      "I'm not interested, stop calling me",
      "Yes, please remove my number",
      "I said stop calling me",
      "I never asked for this, stop calling me",
      "I told you, stop calling me!",
      "I'm not interested, I said stop calling me",
      "I'm not interested I said stop calling me",
      "How often do I have to tell you to stop calling me",
    ],
    [
      "No, I didn't say stop calling me",
      "I didn't mean stop calling me",
      "I never said don't call me again",
      "I didn't say that. Stop calling me, that was not it",
      "Nobody told you to stop calling",
      "Did I say stop calling me",
      "Do I want you to stop calling",
      "I don't think I said stop calling me",
      "That's not what I said, stop calling me",
      "You mean stop calling me",
    ],
  ],
  de: [
    [
      "Nein, rufen Sie mich nicht mehr an",
      "Löschen Sie meine Nummer",
      "Ja, löschen Sie meine Nummer, nicht wahr",
      "Ich habe doch gesagt, rufen Sie mich nicht mehr an",
      "Das will ich nicht ich sagte doch lassen Sie mich in Ruhe",
      "Hab ich doch gesagt, keine Anrufe mehr",
    ],
    [
      "Nein, ich habe nicht gesagt, Sie sollen aufhören anzurufen",
      "Löschen Sie meine Nummer nicht",
      "Das war nicht so gemeint, keine Anrufe mehr",
      "Habe ich etwa keine Anrufe mehr verlangt",
      "Will ich keine Anrufe mehr",
      "Ich sage nicht, Sie sollen aufhören anzurufen",
    ],
  ],
  fr: [
    [
      "Non, ne m'appelez plus",
      "Retirez mon numéro",
      "Je vous demande d'arrêter de m'appeler",
      "Je n'en veux pas, je vous ai dit, ne m'appelez plus",
    ],
    [
      "Je n'ai pas dit de ne plus m'appeler, ne m'appelez plus",
      "Je n'ai pas demandé, arrêtez de m'appeler",
      "Est-ce que j'ai dit, ne m'appelez plus",
    ],
  ],
  es: [
    [
      "No, no me llame más",
      "Deje de llamarme",
      "Ya le dije que no me llame más",
      "No, le he dicho que deje de llamarme",
    ],
    ["No he dicho que no me llame más", "Yo no dije no me llame más", "No le pedí que deje de llamarme"],
  ],
  it: [
    [
      "No, non mi chiami più",
      "Smetta di chiamarmi",
      "Le ho detto di smettere di chiamarmi",
      "No, ho detto non mi chiami più",
    ],
    ["Non ho detto non mi chiami più", "Non intendevo non mi chiami più"],
  ],
};

describe("a callee who is asked whether they want no more calls", () => {
  for (const [language, [confirming, others]] of Object.entries(SAID_AGAIN)) {
    const confirms = confirmsUnwanted(DEFAULT_PHRASES_BY_LANGUAGE.in(language).words_do_not_call, language);
    for (const said of confirming) it(`confirms it: "${said}" (${language})`, () => assert.ok(confirms(said)));
    for (const said of others) it(`does not confirm it: "${said}" (${language})`, () => assert.ok(!confirms(said)));
  }
});
