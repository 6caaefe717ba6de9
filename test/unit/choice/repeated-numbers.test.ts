import { describeAnswers, type Questions } from "../../support/spoken-answers.js";

const QUESTIONS: Questions = {
  "en two": ["Can you come at two o'clock?", "yes", "no"],
  "en move": ["Would you like to move your appointment from two to three?", "yes", "no", "operator"],
  "en visit": ["Is this your second visit?", "yes", "no"],
  "en date": ["Can you come on the second?", "yes", "no"],
  "en children": ["Do you have two children?", "yes", "no"],
  "en keys": ["Do you need help? Press one for yes or two for no.", "yes", "no"],
  "en say": ["Say one for red, two for blue.", "red", "blue"],
  "en first": ["Would you like red or blue?", "red", "blue"],
  "de two": ["Können Sie um zwei kommen?", "ja", "nein"],
  "de taxi": ["Brauchen Sie ein Taxi?", "ja", "nein"],
  "de visit": ["Ist das Ihr zweiter Besuch?", "ja", "nein"],
  "de keys": ["Für Rot drücken Sie die Eins, für Blau die Zwei.", "Rot", "Blau"],
  "fr two": ["Pouvez-vous venir à deux heures ?", "oui", "non"],
  "fr visit": ["Est-ce votre deuxième visite ?", "oui", "non"],
  "fr keys": ["Tapez un pour rouge, deux pour bleu.", "rouge", "bleu"],
  "es visit": ["¿Es su segunda visita?", "sí", "no"],
  "es keys": ["Para rojo marque uno, para azul marque dos.", "rojo", "azul"],
  "it two": ["Può venire alle due?", "sì", "no"],
  "it visit": ["È la sua seconda visita?", "sì", "no"],
  "it keys": ["Per rosso digiti uno, per blu digiti due.", "rosso", "blu"],
};

const describeRows = describeAnswers(QUESTIONS);

describeRows("a number of the question, which offers no keys", [
  ["en two", "unclear yes", "Two", "At two", "Two o'clock", "Two works"],
  ["en two", "yes", "Yes, at two"],
  ["en children", "unclear yes", "Two", "I have two"],
  ["en move", "unclear", "Three", "To three", "At two"],
  ["de two", "unclear ja", "Zwei", "Um zwei", "Um zwei Uhr"],
  ["de two", "ja", "Ja, um zwei"],
  ["de taxi", "unclear", "Wir haben eins"],
  ["fr two", "unclear oui", "Deux heures", "À deux heures"],
  ["it two", "unclear sì", "Due", "Alle due"],
]);

describeRows("an ordinal that states a fact", [
  ["en visit", "unclear yes", "The second", "The second one", "My second", "Second"],
  ["en visit", "unclear", "The first"],
  ["en date", "unclear yes", "The second", "On the second"],
  ["de visit", "unclear ja", "Der zweite", "Mein zweiter"],
  ["fr visit", "unclear oui", "La deuxième"],
  ["es visit", "unclear sí", "La segunda"],
  ["it visit", "unclear sì", "La seconda"],
  ["en visit", "no", "The second option"],
  ["en first", "blue", "The second", "The second one"],
]);

describeRows("a number that is offered as a key", [
  ["en keys", "yes", "One"],
  ["en keys", "no", "Two", "Two, please", "Press two"],
  ["en say", "blue", "Two", "Number two"],
  ["de keys", "Blau", "Zwei", "Die Zwei"],
  ["fr keys", "bleu", "Deux", "Le deux"],
  ["es keys", "azul", "Dos", "El dos"],
  ["it keys", "blu", "Due", "Il due"],
]);
