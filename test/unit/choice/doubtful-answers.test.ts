import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { prepareChoice } from "../../../src/choice/prepared-choice.js";
import { readAnswer } from "../../../src/choice/read-answer.js";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../../src/config/phrases.js";

const { in: phrasesIn } = DEFAULT_PHRASES_BY_LANGUAGE;

/** Questions by language and name, with the values of their options. */
const QUESTIONS: Readonly<Record<string, readonly [prompt: string, ...values: string[]]>> = {
  "en help": ["Do you need help?", "yes", "no"],
  "de help": ["Brauchen Sie Hilfe?", "ja", "nein"],
  "fr help": ["Avez-vous besoin d'aide ?", "oui", "non"],
  "es help": ["¿Necesita ayuda?", "sí", "no"],
  "it help": ["Ha bisogno di aiuto?", "sì", "no"],
  "en colour": ["Which colour would you like, red, green or blue?", "red", "green", "blue"],
  "en unlist": [phrasesIn("en").do_not_call_question[0] ?? "", "yes", "no"],
  "de unlist": [phrasesIn("de").do_not_call_question[0] ?? "", "yes", "no"],
  "fr unlist": [phrasesIn("fr").do_not_call_question[0] ?? "", "yes", "no"],
  "es unlist": [phrasesIn("es").do_not_call_question[0] ?? "", "yes", "no"],
  "it unlist": [phrasesIn("it").do_not_call_question[0] ?? "", "yes", "no"],
};

/** What is said, and what it comes to: an option, "nothing", or "unclear" with the option for which a model may be asked. */
type Row = readonly [question: string, comesTo: string, ...said: string[]];

function describeRows(what: string, rows: readonly Row[]): void {
  describe(what, () => {
    for (const [question, comesTo, ...answers] of rows) {
      for (const said of answers) {
        it(`is ${comesTo}: "${said}" (${question})`, async () => assert.equal(await read(said, question), comesTo));
      }
    }
  });
}

async function read(said: string, question: string): Promise<string> {
  const [prompt, ...values] = QUESTIONS[question] ?? [""];
  const [language] = question.split(" ");
  const options = values.map((value, at) => ({ value, synonyms: [], key: String(at + 1) }));
  const reading = readAnswer(said, await prepareChoice({ prompt, options }, language));
  if (reading.kind === "option") return reading.option.value;
  return reading.kind === "unclear" && reading.supported ? `unclear ${reading.supported.value}` : reading.kind;
}

describeRows("no in other words, to a question that is negated itself", [
  ["en unlist", "unclear", "Never", "Not at all"],
  ["en unlist", "unclear no", "No, never"],
  ["en unlist", "no", "No", "No, thank you"],
  ["en unlist", "yes", "Yes", "Of course"],
  ["de unlist", "unclear", "Niemals", "Auf keinen Fall"],
  ["de unlist", "no", "Nein"],
  ["fr unlist", "unclear", "Jamais", "Pas du tout"],
  ["fr unlist", "no", "Non, merci"],
  ["es unlist", "unclear", "Nunca", "Jamás"],
  ["es unlist", "no", "No, gracias"],
  ["it unlist", "unclear", "Mai"],
  ["it unlist", "no", "No"],
]);

describeRows("waiting that is not asked for", [
  ["en help", "unclear", "It can't wait", "I can't hold on", "Don't wait"],
  ["en help", "nothing", "Wait", "Yes, hold on", "Not so fast", "No, wait"],
  ["de help", "unclear", "Keine Sekunde", "Nicht einen Moment"],
  ["de help", "nothing", "Noch einen Moment bitte", "Warten Sie"],
  ["fr help", "unclear", "Pas une minute"],
  ["fr help", "nothing", "Pas si vite", "Ne quittez pas"],
  ["es help", "unclear", "No puedo esperar", "Ni un segundo"],
  ["es help", "nothing", "No cuelgue", "No, un momento"],
  ["it help", "unclear", "Non aspetti", "Non ci penso"],
  ["it help", "nothing", "Un attimo", "Ci penso"],
  ["en colour", "unclear red", "Red can wait"],
]);
