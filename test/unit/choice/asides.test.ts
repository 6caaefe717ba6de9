import { describeAnswers, type Questions } from "../../support/spoken-answers.js";

const QUESTIONS: Questions = {
  "en feel": ["How are you feeling today, fine, tired or ill?", "fine", "tired", "ill"],
  "en day": ["Which day would you like, Monday, Wednesday or Friday?", "Monday", "Wednesday", "Friday"],
  "en month": ["Which month would you prefer, March, May or June?", "March", "May", "June"],
  "en side": ["On which side is the pain, left or right?", "left", "right"],
  "en whom": ["Who would you like to speak to, Peter, Mary or Will?", "Peter", "Mary", "Will"],
  "en team": ["Which department do you need, sales, support or billing?", "sales", "support", "billing"],
  "en when": ["Shall we call you back now or later?", "now", "later"],
  "en fell": ["On which day was the accident, Monday or Friday?", "Monday", "Friday"],
  "de feel": ["Wie geht es Ihnen heute, gut, müde oder schlecht?", "gut", "müde", "schlecht"],
  "de day": ["Welcher Tag passt Ihnen, Montag, Mittwoch oder Freitag?", "Montag", "Mittwoch", "Freitag"],
  "de size": ["Welche Größe möchten Sie, klein, mittel oder groß?", "klein", "mittel", "groß"],
  "de whom": ["Zu wem möchten Sie, zu Frau Klein, Herrn Lang oder Herrn Gut?", "Klein", "Lang", "Gut"],
  "de team": ["Mit wem möchten Sie sprechen, Verkauf oder Technik?", "Verkauf", "Technik"],
  "de come": ["Können Sie am Donnerstag kommen?", "ja", "nein"],
  "fr feel": ["Comment allez-vous aujourd'hui, bien, fatigué ou malade ?", "bien", "fatigué", "malade"],
  "fr day": ["Quel jour vous convient, lundi, mercredi ou vendredi ?", "lundi", "mercredi", "vendredi"],
  "fr team": ["Quel service souhaitez-vous, ventes ou technique ?", "ventes", "technique"],
  "fr taxi": ["Avez-vous besoin d'un taxi ce soir ?", "oui", "non"],
  "es feel": ["¿Cómo se encuentra hoy, bien, cansado o mal?", "bien", "cansado", "mal"],
  "es day": ["¿Qué día le viene bien, lunes, miércoles o viernes?", "lunes", "miércoles", "viernes"],
  "es team": ["¿Con qué departamento quiere hablar, ventas o soporte?", "ventas", "soporte"],
  "en pay": ["How would you like to pay, by card or in cash?", "card", "cash"],
  "en home": ["Are you at home on Tuesday?", "yes", "no"],
  "fr home": ["Serez-vous chez vous mardi ?", "oui", "non"],
  "en where": ["Where are you flying to, Rome, Paris or London?", "Rome", "Paris", "London"],
  "fr where": ["Où allez-vous, à Rome, à Paris ou à Londres ?", "Rome", "Paris", "Londres"],
  "en nights": ["How many nights will you stay, one, two or seven?", "one", "two", "seven"],
  "de nights": ["Wie viele Nächte bleiben Sie, eine, zwei oder sieben?", "eine", "zwei", "sieben"],
  "es nights": ["¿Cuántas noches se queda, una, dos o siete?", "una", "dos", "siete"],
  "en about": ["Is it about a repair or a refund?", "repair", "refund"],
  "en ride": ["How will you get here, by car or by train?", "car", "train"],
  "de weather": ["Wie ist das Wetter bei Ihnen, warm oder kalt?", "warm", "kalt"],
  "de by": ["Sollen wir Sie per Telefon oder per Brief erreichen?", "Telefon", "Brief"],
  "en solved": ["Did the technician solve your problem?", "yes", "no"],
  "es six": ["¿Le viene bien a las seis?", "sí", "no"],
  "es home": ["¿Está en casa el martes?", "sí", "no"],
  "it home": ["È a casa martedì?", "sì", "no"],
  "de colour": ["Welche Farbe soll es sein, schwarz oder weiß?", "schwarz", "weiß"],
  "es taxi": ["¿Necesita un taxi esta noche?", "sí", "no"],
  "en colour": ["Which colour, red or blue?", "red", "blue"],
  "fr colour": ["Quelle couleur, rouge ou bleu ?", "rouge", "bleu"],
  "es colour": ["¿Qué color, rojo o azul?", "rojo", "azul"],
  "it colour": ["Quale colore, rosso o blu?", "rosso", "blu"],
  "en speak": ["Do you speak English or French?", "English", "French"],
  "de speak": ["Sprechen Sie Englisch oder Deutsch?", "Englisch", "Deutsch"],
  "fr speak": ["Parlez-vous anglais ou allemand ?", "anglais", "allemand"],
  "es speak": ["¿Habla inglés o francés?", "inglés", "francés"],
  "it speak": ["Parla inglese o francese?", "inglese", "francese"],
  "es fruit": ["¿Qué fruta quiere, la pera o la uva?", "pera", "uva"],
  "es size": ["¿Qué talla, la pequeña o la grande?", "pequeña", "grande"],
  "en event": ["Is it a birthday or a wedding?", "birthday", "wedding"],
  "en trip": ["Is it for business or holiday?", "business", "holiday"],
  "de about": ["Geht es um die Leitung oder die Rechnung?", "Leitung", "Rechnung"],
  "es event": ["¿Es un cumpleaños o una boda?", "cumpleaños", "boda"],
  "fr event": ["Est-ce un anniversaire ou un mariage ?", "anniversaire", "mariage"],
  "it event": ["È un compleanno o un matrimonio?", "compleanno", "matrimonio"],
  "it feel": ["Come si sente oggi, bene, stanco o male?", "bene", "stanco", "male"],
  "it day": ["Quale giorno le va bene, lunedì, mercoledì o venerdì?", "lunedì", "mercoledì", "venerdì"],
  "it taxi": ["Ha bisogno di un taxi stasera?", "sì", "no"],
};

const describeRows = describeAnswers(QUESTIONS);

describeRows("someone else's state", [
  ["en feel", "unclear", "My son is ill", "The man is ill", "My love is ill", "I'm sure my son is ill"],
  ["en feel", "ill", "I'm ill"],
  ["en whom", "unclear", "Peter is my husband", "Mary told me to call"],
  ["de feel", "unclear", "Mein Mann ist müde", "Der Mann ist müde", "Meinem Mann geht es schlecht"],
  ["de feel", "unclear", "Ihm geht es gut"],
  ["de feel", "gut", "Mir geht es gut"],
  ["fr feel", "unclear", "Mon ami est malade", "La dame est malade", "Monsieur est fatigué"],
  ["es feel", "unclear", "El señor está mal", "Mi hijo está mal"],
  ["it feel", "unclear", "Il signore è stanco", "Mio figlio sta male"],
]);

describeRows("oneself, where that is not asked", [
  ["en whom", "unclear", "I'm Peter", "Hello, it's Mary", "Mary speaking"],
  ["en team", "unclear", "I am in sales", "I work in sales", "Thanks for your support"],
  ["en team", "sales", "Could I have sales please", "Sales", "I'd like sales"],
  ["en day", "unclear", "I'm away on Friday", "On Friday I have the dentist", "Today is Monday"],
  ["en side", "unclear", "I have one left", "There's only one left"],
  ["en side", "left", "It's the left", "My left"],
  ["de team", "unclear", "Ich bin im Verkauf", "Ich arbeite im Verkauf"],
  ["de day", "unclear", "Am Freitag bin ich im Urlaub", "Am Freitag muss ich arbeiten"],
  ["de day", "unclear Freitag", "Freitag, da habe ich frei", "Freitag habe ich Zeit"],
  ["de whom", "unclear", "Ich bin Herr Gut", "Hier ist Klein", "Klein am Apparat"],
  ["fr team", "unclear", "Je suis aux ventes"],
  ["es team", "unclear", "Soy de ventas", "Estoy en ventas"],
  ["it day", "unclear", "Lunedì ho", "Venerdì sono in vacanza"],
]);

describeRows("a word that asides have, where it is an option's name", [
  ["en event", "birthday", "Birthday", "A birthday", "It's a birthday"],
  ["en event", "unclear birthday", "It is my birthday today"],
  ["en trip", "holiday", "Holiday", "On holiday"],
  ["en trip", "unclear", "I'm on holiday"],
  ["en side", "left", "It is left", "Just left"],
  ["en side", "unclear", "I just left", "We left"],
  ["de about", "Leitung", "Leitung", "Die Leitung"],
  ["de about", "unclear", "Die Leitung ist schlecht"],
  ["de feel", "gut", "Geht gut"],
  ["es event", "cumpleaños", "Un cumpleaños"],
  ["fr event", "anniversaire", "C'est un anniversaire"],
  ["it event", "compleanno", "Un compleanno"],
]);

describeRows("an answer that is announced, or a choice that is told", [
  ["en colour", "red", "My answer is red", "The answer is red", "I'm choosing red", "I am sure it's red"],
  ["en colour", "unclear red", "I've decided on red", "My final answer is red"],
  ["en colour", "unclear", "My car is red", "The car is red", "I'm wearing red", "I've lost the red"],
  ["de colour", "schwarz", "Meine Antwort ist schwarz", "Die Antwort ist schwarz"],
  ["de colour", "unclear schwarz", "Ich habe mich für schwarz entschieden"],
  ["de colour", "unclear", "Mein Auto ist schwarz"],
  ["fr colour", "rouge", "Ma réponse est rouge", "La réponse est rouge"],
  ["fr colour", "unclear rouge", "J'ai choisi le rouge"],
  ["fr colour", "unclear", "Ma voiture est rouge"],
  ["es colour", "rojo", "Mi respuesta es rojo", "La respuesta es rojo"],
  ["es colour", "unclear rojo", "He elegido rojo"],
  ["es colour", "unclear", "Mi coche es rojo", "He pagado rojo"],
  ["it colour", "rosso", "La risposta è rosso"],
  ["it colour", "unclear rosso", "Ho scelto il rosso"],
  ["it colour", "unclear", "La macchina è rosso"],
]);

describeRows("what one does, where that is asked", [
  ["en speak", "unclear English", "I speak English"],
  ["de speak", "unclear Englisch", "Ich spreche Englisch"],
  ["fr speak", "unclear anglais", "Je parle anglais"],
  ["es speak", "unclear inglés", "Hablo inglés"],
  ["it speak", "unclear inglese", "Parlo inglese"],
]);

describeRows("an article that tells the time only before a number", [
  ["es size", "grande", "Es la grande"],
  ["es fruit", "unclear", "Eso es la pera"],
  ["es nights", "unclear", "Son las siete"],
]);

describeRows("the past", [
  ["de day", "unclear", "Das war am Montag", "Ich hatte Montag"],
  ["de day", "Montag", "Ich hätte gern Montag", "Montag wär gut"],
  ["en team", "unclear", "I have been to sales"],
  ["en fell", "Monday", "Monday", "It was Monday"],
  ["es day", "unclear", "La última vez fue el lunes"],
  ["it day", "unclear", "L'ultima volta era lunedì"],
]);

describeRows("what is to be said later", [
  ["en when", "unclear", "We'll talk later", "Talk to you later", "Bye for now", "I have to go now"],
  ["en when", "later", "Later", "Later please"],
  ["de day", "unclear", "Das sage ich Ihnen am Montag"],
  ["fr day", "unclear", "Je vous le dis lundi"],
  ["es day", "unclear", "El lunes le digo"],
  ["it day", "unclear", "Le dico lunedì"],
]);

describeRows("words of someone who listens", [
  ["en side", "unclear", "Right, hello"],
  ["de feel", "unclear", "Gut, ich höre", "Ich höre Sie gut", "Ich höre Sie schlecht"],
  ["fr feel", "unclear", "Bien, j'écoute", "Je vous écoute bien"],
  ["es feel", "unclear", "Bien, dígame", "Le escucho mal"],
  ["it feel", "unclear", "Bene, mi dica"],
  ["es taxi", "unclear", "No le escucho", "No me diga", "No le oigo", "No está"],
  ["es taxi", "unclear no", "No, me lleva mi hijo"],
]);

describeRows("an option that is too much, a limit or an auxiliary", [
  ["de size", "unclear", "Zu groß", "Das ist mir zu klein"],
  ["de size", "groß", "Groß"],
  ["de whom", "unclear", "Das ist mir zu lang", "Na gut"],
  ["en month", "unclear", "It may be", "We may"],
  ["en month", "unclear May", "By May"],
  ["en month", "May", "In May", "May please"],
  ["en whom", "unclear", "I will", "Will do"],
]);

describeRows("a sentence that breaks off behind a yes", [
  ["de come", "unclear", "Ja, ich bin der", "Ja, das war"],
  ["fr taxi", "unclear", "Oui, c'est pour", "Oui, c'est la"],
  ["fr taxi", "oui", "Oui, c'est ça"],
  ["it taxi", "unclear", "Sì, è che"],
]);

describeRows("a thing of one's own, or an idiom", [
  ["en pay", "unclear", "My card is broken", "I lost my card", "The card machine was down", "Anywhere but cash"],
  ["en pay", "card", "By card", "With my card"],
  ["en pay", "unclear", "Can I pay by card?"],
  ["de colour", "unclear", "Ich weiß", "Wer weiß", "Ich sehe schwarz"],
  ["de colour", "weiß", "Weiß", "In Weiß"],
]);

describeRows("an aside with words of a question for yes or no", [
  ["en home", "unclear", "My son says yes", "I'll tell you on Tuesday", "My wife is at home"],
  ["en home", "unclear yes", "On Tuesday", "Yes, all afternoon"],
  ["fr home", "unclear", "Je vous le dis mardi"],
  ["es home", "unclear", "El martes le digo", "Mi mujer está en casa", "Mi hijo dice que sí"],
  ["it home", "unclear", "Le dico martedì"],
]);

describeRows("where someone is, where something else is asked", [
  ["en where", "unclear", "I live in London", "I'm calling from London", "I come from Paris"],
  ["en where", "Rome", "To Rome"],
  ["fr where", "unclear", "Je suis à Londres", "Je viens de Paris", "J'habite à Londres"],
  ["en about", "repair", "I have a repair", "A repair"],
]);

describeRows("a time where a number of things is asked for", [
  ["en nights", "unclear", "Seven o'clock"],
  ["de nights", "unclear", "Sieben Uhr"],
  ["es nights", "unclear", "Las siete"],
  ["en nights", "seven", "Seven", "Seven nights"],
]);

describeRows("what one does, which may be an answer", [
  ["en ride", "unclear", "I missed the train", "I sold my car", "I work on the train"],
  ["en ride", "car", "I'm coming by car"],
  ["de by", "unclear", "Ich warte auf den Brief"],
  ["de weather", "unclear", "Mir ist kalt"],
  ["de weather", "kalt", "Es ist kalt"],
  ["en solved", "unclear yes", "Yes, he did"],
  ["es six", "no", "No me viene bien"],
]);
