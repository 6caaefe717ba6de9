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
  "en come": ["Will you come to your appointment tomorrow at ten?", "yes", "no"],
  "de come": ["Kommen Sie morgen um zehn zu Ihrem Termin?", "ja", "nein"],
  "fr come": ["Viendrez-vous demain à votre rendez-vous ?", "oui", "non"],
  "es come": ["¿Vendrá usted mañana a su cita?", "sí", "no"],
  "it come": ["Verrà domani al suo appuntamento?", "sì", "no"],
  "en do": ["Please confirm or cancel your appointment.", "confirm", "cancel", "reschedule"],
  "de do": ["Möchten Sie den Termin bestätigen, absagen oder verschieben?", "bestätigen", "absagen", "verschieben"],
  "fr do": ["Voulez-vous confirmer, annuler ou déplacer le rendez-vous ?", "confirmer", "annuler", "déplacer"],
  "es do": ["¿Quiere confirmar, cancelar o cambiar la cita?", "confirmar", "cancelar", "cambiar"],
  "it do": ["Vuole confermare, annullare o spostare l'appuntamento?", "confermare", "annullare", "spostare"],
  "en day": ["Which day suits you?", "Monday", "Tuesday", "Friday"],
  "de day": ["Welcher Tag passt Ihnen?", "Montag", "Dienstag", "Freitag"],
  "fr day": ["Quel jour vous convient ?", "lundi", "mardi", "vendredi"],
  "es day": ["¿Qué día le viene bien?", "lunes", "martes", "viernes"],
  "it day": ["Quale giorno le va bene?", "lunedì", "martedì", "venerdì"],
  "en name": ["Who is this, Blue or Grey?", "Blue", "Grey"],
  "en colour": ["Which colour would you like, red, green or blue?", "red", "green", "blue"],
  "en ack": [phrasesIn("en").acknowledge_question[0] ?? "", "acknowledged"],
  "de ack": [phrasesIn("de").acknowledge_question[0] ?? "", "acknowledged"],
  "fr ack": [phrasesIn("fr").acknowledge_question[0] ?? "", "acknowledged"],
  "es ack": [phrasesIn("es").acknowledge_question[0] ?? "", "acknowledged"],
  "it ack": [phrasesIn("it").acknowledge_question[0] ?? "", "acknowledged"],
  "en offer": ["Shall I cancel your appointment?", "yes", "no"],
  "de offer": ["Soll ich den Termin absagen?", "ja", "nein"],
  "fr offer": ["Voulez-vous annuler votre rendez-vous ?", "oui", "non"],
  "es cancel": ["¿Quiere cancelar su cita?", "sí", "no"],
  "it offer": ["Vuole annullare il suo appuntamento?", "sì", "no"],
  "en move": ["Should we move your appointment to Friday?", "yes", "no"],
  "en unable": ["Are you unable to come?", "yes", "no"],
  "es offer": ["¿Quiere que cancele su cita?", "sí", "no"],
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
  const synonyms = question.endsWith(" ack") ? phrasesIn(language ?? "").words_acknowledge : [];
  const options = values.map((value, at) => ({ value, synonyms, key: String(at + 1) }));
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
  ["fr help", "nothing", "Pas si vite", "Ne quittez pas", "Non attendez"],
  ["es help", "unclear", "No puedo esperar", "Ni un segundo"],
  ["es help", "nothing", "No cuelgue", "No, un momento"],
  ["it help", "unclear", "Nemmeno un minuto", "Non aspetti", "Non ci penso"],
  ["it help", "nothing", "Un attimo", "Ci penso"],
  ["en colour", "unclear red", "Red can wait"],
]);

describeRows("two negations", [
  [
    "en help",
    "unclear",
    "I can't do it without help",
    "Not without help",
    "No, not without help",
    "I need nothing but not no",
  ],
  ["en help", "unclear", "I don't need you, I need help"],
  ["en help", "no", "No", "I don't need help", "No I can't", "No way absolutely not"],
  ["en come", "unclear", "I can't not come", "I wouldn't say no", "No way I won't come"],
  ["de help", "unclear", "Ohne Hilfe geht es nicht", "Nicht ohne Hilfe"],
  ["de come", "unclear", "Ich würde nicht nein sagen"],
  ["de come", "nein", "Nein, nein", "Nein, ich kann nicht"],
  ["fr help", "unclear", "Pas sans aide", "Jamais sans aide"],
  ["fr come", "unclear", "Je ne dirais pas non", "Je ne peux pas ne pas venir"],
  ["fr come", "non", "Non, je ne peux pas", "Je ne peux pas", "Non non"],
  ["es help", "unclear", "Sin ayuda no puedo", "Nada sin ayuda"],
  ["es come", "unclear", "Yo no diría que no", "No diría que no"],
  ["es come", "no", "No no puedo", "No, no", "No, gracias"],
  ["it help", "unclear", "Non senza aiuto"],
  ["it come", "unclear", "Non direi di no"],
  ["it come", "no", "No, non posso", "Direi di no"],
]);

describeRows("an option that is taken back", [
  [
    "en colour",
    "unclear",
    "Red, no blue",
    "Red, no make it blue",
    "Red, wrong, blue",
    "Red, oh no blue",
    "Red, stop, blue",
  ],
  ["en colour", "red", "Red, not blue", "Not blue, red"],
  ["en colour", "blue", "Not red, just blue"],
  ["en do", "unclear", "Confirm, no cancel", "Cancel, no, confirm"],
  ["de do", "unclear", "Bestätigen, nee absagen", "Absagen, nein bestätigen"],
  ["de do", "bestätigen", "Bestätigen, nicht absagen"],
  ["fr do", "unclear", "Confirmer, non annuler"],
  ["fr do", "confirmer", "Confirmer, pas annuler"],
  ["es do", "unclear", "Cancelar, no confirmar"],
  ["it do", "unclear", "Annullare, no confermare"],
  ["it do", "confermare", "Confermare, non annullare"],
]);

describeRows("no and its opposite", [
  ["en come", "unclear", "No, no problem", "No, I don't mind", "No, I can come"],
  ["en come", "yes", "Yes, no problem"],
  ["de come", "unclear", "Nein, kein Problem", "Nein, ich kann"],
  ["de come", "ja", "Ja, kein Problem"],
  ["fr come", "unclear", "Non, pas de problème", "Non, je peux"],
  ["es come", "unclear", "No, iré", "No, no hay problema"],
  ["es come", "no", "No iré", "No, no iré"],
  ["it come", "unclear", "No, vengo", "No, posso", "No, nessun problema"],
  ["it come", "sì", "Sì, vengo"],
]);

describeRows("the German particle ja", [
  ["de come", "unclear", "Ich will ja", "Ich würde ja gern kommen", "Der Termin ist ja morgen", "Das will ich ja"],
  ["de come", "unclear ja", "Ach ja, der Termin", "Oh ja, der Termin"],
  [
    "de come",
    "ja",
    "Ja",
    "Also ja",
    "Morgen ja",
    "Ich glaube ja",
    "Ich sage ja",
    "Aber ja",
    "Gerne, ja",
    "Bestimmt ja",
  ],
  ["de do", "unclear bestätigen", "Das kann ich ja bestätigen"],
]);

describeRows("an option that is reported, wished for or asked about", [
  ["en come", "unclear", "You said yes", "I'd love to say yes", "I want to say yes", "Is yes ok", "Yes you said ten"],
  ["en come", "unclear yes", "Yes, and", "Yes, the appointment"],
  ["en come", "yes", "I'd say yes", "Yes, I do", "You bet", "Yes, tomorrow"],
  ["en colour", "unclear", "You said red", "You want red", "Is red okay", "Would red be all right"],
  ["en colour", "red", "I want red", "I said red", "It's red", "You can put me down for red"],
  ["en name", "unclear Blue", "This is Blue"],
  ["en do", "unclear", "You cancel", "You confirm"],
  ["en do", "cancel", "I want you to cancel"],
  ["de come", "unclear", "Sie sagen ja", "Ich will nein sagen"],
  ["de come", "unclear ja", "Ja, na und"],
  ["fr come", "unclear oui", "Oui, et alors"],
  ["es come", "unclear", "Sí, qué cita", "¿Sí, qué"],
  ["es come", "unclear sí", "Sí, y", "Sí, la cita"],
  ["es come", "no", "Qué va"],
  ["it come", "unclear sì", "Sì, che appuntamento"],
]);

describeRows("a date", [
  ["en day", "unclear", "On the second", "The first"],
  ["en day", "unclear Monday", "By Monday"],
  ["en day", "Monday", "Monday", "On Monday", "The first one", "The first option"],
  ["en colour", "green", "The second", "The second, please"],
  ["de day", "unclear", "Am zweiten", "Der erste"],
  ["de day", "Montag", "Am Montag"],
  ["fr day", "unclear", "Le premier"],
  ["fr day", "unclear lundi", "Dès lundi"],
  ["es day", "unclear", "El segundo"],
  ["it day", "unclear", "Il primo", "Prima di venerdì"],
  ["it day", "lunedì", "Lunedì"],
]);

describeRows("words of someone who only says who they are, or has us speak", [
  [
    "en ack",
    "unclear acknowledged",
    "Yes, it's me",
    "Yes, go ahead",
    "Yes, please go on",
    "Yes, speaking",
    "Yes, I am",
  ],
  ["en ack", "acknowledged", "Yes", "Yes, got it", "Yes, thank you", "Yes, I have"],
  ["de ack", "unclear acknowledged", "Ja, das bin ich", "Ja, sagen Sie", "Ja, weiter", "Ja, ich bin da", "Ja, ich"],
  ["de ack", "acknowledged", "Ja", "Ja, verstanden", "Ja, danke"],
  ["fr ack", "unclear acknowledged", "Oui, c'est moi", "Oui, dites", "Oui, allez-y"],
  ["fr ack", "acknowledged", "Oui", "Oui, compris"],
  ["es ack", "unclear acknowledged", "Sí, soy yo", "Sí, cuénteme"],
  ["es ack", "acknowledged", "Sí", "Sí, entendido"],
  ["it ack", "unclear acknowledged", "Sì, sono io", "Sì, parli"],
  ["it ack", "acknowledged", "Sì", "Sì, capito"],
  ["en come", "unclear yes", "Yes, it's me", "Yes, go ahead"],
  ["en come", "unclear", "It's me", "Go ahead"],
  ["en offer", "yes", "Yes, go ahead", "Yes, please do"],
  ["es offer", "sí", "Sí, adelante"],
  ["de come", "unclear ja", "Ja, das bin ich"],
  ["de come", "ja", "Ja, ich bin da"],
]);

describeRows("coming, where something is to be given up", [
  [
    "en offer",
    "unclear",
    "I'll be there",
    "I can't make it",
    "I'm coming",
    "I don't want the appointment",
    "I don't want it",
  ],
  ["en offer", "unclear", "I won't be there", "I want my appointment", "I won't be able to make it"],
  ["en offer", "yes", "Yes", "Of course", "Yes, please do"],
  ["en offer", "no", "No", "No, thanks", "Absolutely not", "Don't cancel it", "I don't want to cancel"],
  ["en move", "unclear yes", "On Friday"],
  ["en move", "no", "Not on Friday"],
  ["en unable", "unclear", "I can't come", "I'll be there", "I can't make it"],
  ["de offer", "unclear", "Ich werde da sein", "Da kann ich nicht", "Passt nicht", "Ich brauche den Termin nicht"],
  ["de offer", "nein", "Nein", "Nicht absagen", "Auf keinen Fall"],
  ["fr offer", "unclear", "Je viendrai", "Je ne peux pas", "Je ne veux pas du rendez-vous"],
  ["es cancel", "unclear", "Allí estaré", "No puedo", "No iré", "No quiero la cita", "No la quiero"],
  ["es cancel", "no", "No", "No quiero"],
  ["it offer", "unclear", "Ci sarò", "Non posso", "Non voglio l'appuntamento"],
  ["en help", "unclear", "I'll be there", "I can't"],
]);

describeRows("coming, where it is asked for", [
  ["en come", "yes", "I'll be there", "I'm coming", "Count me in"],
  ["en come", "no", "I can't make it", "I won't come", "I won't be there", "I don't want to come", "I don't want to"],
  ["de come", "ja", "Ich werde da sein", "Ich komme auf jeden Fall"],
  ["de come", "nein", "Da kann ich nicht", "Passt nicht", "Ich komme nicht"],
  ["fr come", "oui", "J'y serai"],
  ["fr come", "non", "Je ne peux pas", "Je ne viens pas"],
  ["es come", "sí", "Allí estaré"],
  ["es come", "no", "No puedo", "No voy", "No voy a ir"],
  ["it come", "sì", "Ci sarò"],
  ["it come", "no", "Non posso", "No, non vengo"],
]);

describeRows("a denial of something else than was asked", [
  ["en come", "unclear", "I don't have an appointment", "It's not tomorrow", "Not my appointment", "It's not me"],
  ["en come", "no", "Not tomorrow", "Not at ten"],
  ["en help", "no", "I don't need help"],
  ["de come", "unclear", "Ich habe keinen Termin", "Das ist nicht mein Termin", "Der Termin ist nicht morgen"],
  ["fr come", "unclear", "Je n'ai pas de rendez-vous", "Ce n'est pas demain", "Il n'y a pas de rendez-vous"],
  ["es come", "unclear", "No está", "No soy yo", "No tengo cita", "No es mañana", "No estoy"],
  ["it come", "unclear", "Non è domani", "Non ho appuntamento"],
]);
