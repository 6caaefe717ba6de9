import type { JokeKind } from "../locale.js";

/** Jokes in Italian: short, harmless, and written to be heard. */
export const JOKES: Readonly<Record<JokeKind, readonly string[]>> = {
  general: [
    "Una lumaca viene rapinata da due tartarughe. Alla polizia dice: non so, è successo tutto così in fretta.",
    "Cameriere, c'è una mosca nella mia minestra. Non si preoccupi, signore, il ragno del pane la mangerà.",
    "Mia nonna ha cominciato a camminare cinque chilometri al giorno a sessant'anni. Adesso ne ha novanta e non sappiamo dove sia.",
    "Due pesci rossi sono in una vasca. Uno chiede: tu sai guidare questo affare?",
    "Dottore, nessuno mi ascolta. Avanti il prossimo.",
    "Che cosa fa un gallo in mare? Galleggia.",
  ],
  tech: [
    "Perché i programmatori preferiscono il buio? Perché la luce attira gli insetti.",
    "Quanti programmatori servono per cambiare una lampadina? Nessuno, è un problema dell'impianto.",
    "Perché l'elaboratore è andato dal medico? Perché aveva preso un virus.",
    "La parola segreta doveva avere otto caratteri, così ho scelto Biancaneve e i sette nani.",
    "Le racconterei una barzelletta su un pacchetto perso, ma non sono sicuro che arrivi.",
    "La nuvola è sicura, mi hanno detto. Poi si è messo a piovere.",
  ],
  dad: [
    "Qual è il colmo per un elettricista? Non essere al corrente.",
    "Qual è il colmo per un giardiniere? Piantare tutti in asso.",
    "Che cosa dice un muro a un altro muro? Ci vediamo all'angolo.",
    "Perché il libro di matematica è triste? Perché ha troppi problemi.",
    "Qual è il colmo per un idraulico? Non capire un tubo.",
    "Che cosa fa un'ape in palestra? Ronza.",
  ],
};
