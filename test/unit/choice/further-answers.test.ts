import { describeAnswers, type Questions } from "../../support/spoken-answers.js";

const QUESTIONS: Questions = {
  "en tickets": ["How many tickets would you like, one, two or three?", "one", "two", "three"],
  "en side": ["On which side is the pain, left or right?", "left", "right"],
  "en taxi": ["Do you need a taxi tonight?", "yes", "no"],
  "en home": ["Are you at home on Tuesday?", "yes", "no"],
  "en day": ["Which day would you like, Monday, Wednesday or Friday?", "Monday", "Wednesday", "Friday"],
  "en do": ["Would you like to confirm, cancel or reschedule your appointment?", "confirm", "cancel", "reschedule"],
  "en feel": ["How are you feeling today, fine, tired or ill?", "fine", "tired", "ill"],
  "de tickets": ["Wie viele Karten möchten Sie, eine, zwei oder drei?", "eine", "zwei", "drei"],
  "de side": ["Auf welcher Seite tut es weh, links oder rechts?", "links", "rechts"],
  "de size": ["Welche Größe möchten Sie, klein oder groß?", "klein", "groß"],
  "de took": ["Haben Sie heute Ihre Tabletten genommen?", "ja", "nein"],
  "de when": ["Sollen wir Sie jetzt oder später verbinden?", "jetzt", "später"],
  "de whom": ["Zu wem möchten Sie, zu Frau Klein oder Herrn Lang?", "Klein", "Lang"],
  "fr tickets": ["Combien de billets voulez-vous, un, deux ou trois ?", "un", "deux", "trois"],
  "fr taxi": ["Avez-vous besoin d'un taxi ce soir ?", "oui", "non"],
  "fr do": ["Voulez-vous annuler ou déplacer le rendez-vous ?", "annuler", "déplacer"],
  "fr when": ["Voulez-vous être rappelé maintenant ou plus tard ?", "maintenant", "plus tard"],
  "en whom": ["Which department do you need, sales or billing?", "sales", "billing"],
  "fr whom": ["Quel service souhaitez-vous, ventes ou comptabilité ?", "ventes", "comptabilité"],
  "es whom": ["¿Qué departamento desea, ventas o facturación?", "ventas", "facturación"],
  "it whom": ["Quale reparto desidera, vendite o contabilità?", "vendite", "contabilità"],
  "fr pay": ["Comment souhaitez-vous payer, par carte ou en espèces ?", "carte", "espèces"],
  "fr nights": ["Combien de nuits restez-vous, une, deux ou sept ?", "une", "deux", "sept"],
  "fr smoke": ["Fumez-vous ?", "oui", "non"],
  "de where": ["Wohin fliegen Sie, nach Rom, Paris oder London?", "Rom", "Paris", "London"],
  "de smoke": ["Rauchen Sie?", "ja", "nein"],
  "de nights": ["Wie viele Nächte bleiben Sie, eine, zwei oder sieben?", "eine", "zwei", "sieben"],
  "es smoke": ["¿Fuma usted?", "sí", "no"],
  "es tickets": ["¿Cuántas entradas quiere, una, dos o tres?", "una", "dos", "tres"],
  "es time": ["¿A qué hora prefiere, a las nueve o a las dos?", "nueve", "dos"],
  "es two": ["¿Puede venir a las dos?", "sí", "no"],
  "es taxi": ["¿Necesita un taxi esta noche?", "sí", "no"],
  "es side": ["¿En qué lado le duele, izquierda o derecha?", "izquierda", "derecha"],
  "en call": ["Shall I call you a taxi?", "yes", "no"],
  "en fine": ["Is Monday fine for you?", "yes", "no"],
  "en set": ["Are you all set?", "yes", "no"],
  "en good": ["Are you feeling good?", "yes", "no"],
  "en suits": ["Does Monday suit you?", "yes", "no"],
  "en size": ["Which size, small or large?", "small", "large"],
  "en later": ["When shall we call, now or later?", "now", "later"],
  "en paid": ["Have you paid?", "yes", "no"],
  "fr size": ["Quelle taille, petit ou grand ?", "petit", "grand"],
  "es size": ["¿Qué talla, pequeño o grande?", "pequeño", "grande"],
  "it later": ["Quando vuole, adesso o dopo?", "adesso", "dopo"],
  "it size": ["Quale taglia, piccolo o grande?", "piccolo", "grande"],
  "en milk": ["Would you like more milk or less milk?", "milk", "sugar"],
  "en ten": ["Would you like to come before ten or past ten?", "ten", "two"],
  "de breakfast": ["Mit Frühstück oder ohne Frühstück?", "Frühstück", "Halbpension"],
  "de train": ["Nehmen Sie den Zug oder kein Zug?", "Zug", "Auto"],
  "de easter": ["Vor Ostern oder nach Ostern?", "Ostern", "Weihnachten"],
  "fr breakfast": ["Avec petit-déjeuner ou sans petit-déjeuner ?", "petit-déjeuner", "rien"],
  "fr but": ["Tous les jours, ou sauf lundi ?", "lundi", "mardi"],
  "es breakfast": ["¿Con desayuno o sin desayuno?", "desayuno", "nada"],
  "es neither": ["¿Ni carne ni pescado?", "carne", "pescado"],
  "it tickets": ["Quanti biglietti vuole, uno, due o tre?", "uno", "due", "tre"],
  "it taxi": ["Ha bisogno di un taxi stasera?", "sì", "no"],
};

const describeRows = describeAnswers(QUESTIONS);

describeRows("a number with what is counted", [
  ["en tickets", "one", "One ticket", "Just one", "Only one"],
  ["en tickets", "two", "Two tickets please", "We need two tickets"],
  ["en tickets", "unclear", "I'd like one", "No one", "That's a good one", "Two children", "I have two tickets"],
  ["de tickets", "eine", "Eine Karte", "Nur eine", "Ich möchte eine"],
  ["de tickets", "zwei", "Zwei Karten", "Zwo", "Wir brauchen zwei"],
  ["de tickets", "unclear", "Das ist eine gute Frage", "Eine Frage"],
  ["fr tickets", "un", "Un billet", "J'en voudrais un"],
  ["es tickets", "una", "Solo una", "Una entrada"],
  ["es tickets", "tres", "Somos tres"],
  ["it tickets", "uno", "Ne basta uno", "Un biglietto"],
  ["it tickets", "tre", "Siamo in tre", "Ne voglio tre"],
]);

describeRows("an option with the noun of the question", [
  ["en side", "left", "The left side", "My left side"],
  ["de whom", "Klein", "Zu Frau Klein", "Frau Klein bitte"],
  ["de when", "später", "Etwas später"],
  ["fr when", "plus tard", "Un peu plus tard"],
]);

describeRows("an option in another form", [
  ["de side", "unclear links", "Auf der linken Seite", "Die linke"],
  ["de side", "unclear", "Das ist mir recht"],
  ["de size", "unclear klein", "Die kleine bitte", "Eine kleine"],
  ["fr do", "unclear annuler", "J'annule", "Annulez s'il vous plaît"],
  ["es side", "unclear izquierda", "En el lado izquierdo"],
  ["en day", "Monday", "Monday's fine"],
]);

describeRows("a no by halves", [
  ["en taxi", "unclear no", "No thanks, I'm fine", "No, we've got a car", "No, I'm at home"],
  ["en taxi", "unclear", "Not really", "Not yet"],
  ["en home", "unclear no", "No, I'm at work"],
  ["en feel", "fine", "I'm fine, thank you"],
  ["de took", "unclear nein", "Nein, eher nicht"],
  ["fr taxi", "unclear non", "Pas besoin, merci", "Je n'en ai pas besoin"],
  ["es taxi", "unclear no", "No hace falta", "No, esta noche no"],
  ["it taxi", "unclear no", "Non serve, grazie", "No, stasera no", "Non ne ho bisogno"],
]);

describeRows("an option said by degree", [
  ["en size", "unclear large", "A bit large", "A little large"],
  ["en size", "large", "Large", "A large one"],
  ["en feel", "tired", "A bit tired"],
  ["en later", "later", "A bit later"],
  ["de size", "unclear groß", "Etwas groß", "Ein bisschen groß"],
  ["fr size", "unclear grand", "Un peu grand"],
  ["es size", "unclear grande", "Un poco grande"],
  ["it size", "unclear grande", "Un po' grande"],
  ["it later", "dopo", "Un po' dopo"],
]);

describeRows("what is yet to be done", [
  ["en paid", "unclear", "I have yet to pay", "I have yet to"],
  ["en paid", "no", "I haven't yet"],
]);

describeRows("someone who is content", [
  ["en taxi", "unclear no", "I'm fine", "I'm good, thanks", "I'm all set"],
  ["en call", "unclear no", "I'm fine"],
  ["en call", "unclear", "I'm good with that"],
  ["en fine", "unclear yes", "I'm fine with Monday", "I'm fine"],
  ["en set", "unclear yes", "I'm all set"],
  ["en good", "unclear yes", "I am good"],
  ["en suits", "unclear", "I'm good with Monday", "I'm fine"],
]);

describeRows("an option in the form of a question", [
  ["en do", "unclear reschedule", "Can we reschedule?"],
  ["en do", "unclear cancel", "Could you cancel it, please"],
  ["en do", "unclear", "Can I cancel later?", "Can we cancel later?", "Did you cancel it?"],
  ["en day", "unclear Friday", "How about Friday"],
]);

describeRows("a correction", [
  ["en day", "unclear Friday", "Monday, no, sorry, I mean Friday", "Monday... actually Friday"],
  ["en day", "unclear", "Monday, no Friday"],
  ["en day", "unclear", "Monday rather than Friday", "Monday sorry not Friday"],
  ["de where", "unclear London", "Rom, lieber London"],
  ["de where", "unclear", "Rom lieber als London"],
  ["fr do", "unclear déplacer", "Annuler, plutôt déplacer"],
  ["fr do", "unclear", "Annuler plutôt que déplacer"],
  ["es side", "unclear derecha", "Izquierda, mejor derecha"],
  ["es side", "unclear", "Izquierda mejor que derecha", "Izquierda más bien que derecha"],
  ["it whom", "unclear contabilità", "Vendite, anzi contabilità", "Vendite, meglio contabilità"],
  ["it whom", "unclear", "Vendite meglio che contabilità"],
]);

describeRows("words that mean something else in another language", [
  ["es time", "dos", "A las dos", "Mejor a las dos"],
  ["es two", "sí", "Sí, a las dos"],
  ["es two", "unclear sí", "A las dos"],
]);

describeRows("a preposition that the question has before its options", [
  ["de where", "Rom", "Nach Rom", "Nach Rom bitte"],
  ["fr pay", "carte", "Par carte"],
]);

describeRows("a denial or a time that the question has before its options", [
  ["en milk", "unclear", "Less milk"],
  ["en ten", "unclear", "Past ten", "Before ten"],
  ["en ten", "ten", "At ten"],
  ["de breakfast", "unclear", "Ohne Frühstück"],
  ["de breakfast", "Frühstück", "Mit Frühstück"],
  ["de train", "unclear", "Kein Zug"],
  ["de easter", "unclear", "Nach Ostern"],
  ["fr breakfast", "unclear", "Sans petit-déjeuner"],
  ["fr but", "unclear", "Sauf lundi"],
  ["es breakfast", "unclear", "Sin desayuno"],
  ["es neither", "unclear", "Ni carne"],
]);

describeRows("a verb of the question in another form", [
  ["de smoke", "unclear ja", "Ich rauche"],
  ["de smoke", "unclear nein", "Ich rauche nicht"],
  ["fr smoke", "unclear oui", "Je fume"],
  ["fr smoke", "unclear non", "Je ne fume pas"],
  ["es smoke", "unclear sí", "Fumo"],
  ["es smoke", "unclear no", "No fumo"],
  ["de nights", "unclear zwei", "Wir bleiben zwei Nächte"],
  ["fr nights", "unclear deux", "On reste deux nuits"],
]);

describeRows("whom one asks to speak to", [
  ["en whom", "sales", "Can I speak to sales?", "Could I talk to sales please"],
  ["en whom", "unclear", "Can I speak to someone in sales?", "Is this sales?"],
  ["fr whom", "comptabilité", "Je voudrais parler à la comptabilité"],
  ["es whom", "ventas", "Quiero hablar con ventas", "¿Puedo hablar con ventas?"],
  ["it whom", "vendite", "Vorrei parlare con le vendite"],
]);
