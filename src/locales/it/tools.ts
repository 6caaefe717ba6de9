import { enumerated } from "../counting.js";
import type { Day, JokeKind, PendingTask, TaskDetails, TaskKind, ToolSentences } from "../locale.js";
import { nameOfWeekday } from "../names.js";
import { counted, type Noun, NUMBERS } from "./numbers.js";
import { dateOf, listed, TIMES } from "./times.js";
import { WEATHER } from "./weather.js";

const { inWords } = NUMBERS;
const { duration } = TIMES;
const NOUNS: Readonly<Record<TaskKind, Noun>> = {
  timer: ["timer", "timer", "m"],
  callback: ["chiamata programmata", "chiamate programmate", "f"],
};

export const TOOLS: ToolSentences = {
  calc: {
    answer: (result) => `Il risultato è ${result}.`,
    about: (result) => `circa ${result}`,
    power: (digits, exponent) => `${digits} per 10 elevato a ${exponent}`,
    faults: {
      not_understood: "Non capisco questo calcolo.",
      no_answer: "Non ha soluzione nei numeri reali.",
      too_large: "Questo numero è troppo grande per me.",
      by_zero: "Non posso dividere per zero.",
      no_factorial: "Solo i numeri interi hanno un fattoriale.",
    },
    unknownName: (name) => `Non so che cosa significhi ${name} in un calcolo.`,
  },
  datetime: {
    now({ time, day, hasWeekday, place }) {
      const verb = time && /^le /.test(time) ? "sono" : "è";
      const what = [time, day && dateIn(day, hasWeekday, time !== undefined)].filter(Boolean).join(" ");
      if (place) return `${/^a/i.test(place) ? "Ad" : "A"} ${place} ${verb} ${what}.`;
      return `${verb === "è" ? "È" : "Sono"} ${what}.`;
    },
    unknownZone: (name) => `Non conosco il fuso orario ${name}.`,
  },
  tasks: {
    timerSet: (seconds) => `Ho impostato un timer di ${duration(seconds)}.`,
    callSet: (number, when) => (number ? `Chiamerò il numero ${number} ${when}.` : `La richiamerò ${when}.`),
    inSeconds: (seconds) => `tra ${duration(seconds)}`,
    none: "Non ha timer né chiamate programmate.",
    youHave: (kinds) => `Ha ${kinds.join(" E ")}`,
    ofKind(type, tasks, more) {
      const texts = [...tasks.map(pending), ...(more > 0 ? [others(more, type)] : [])];
      return `${counted(tasks.length + more, NOUNS[type])}: ${enumerated(texts, and)}.`;
    },
    notFound: (type) =>
      `Non trovo ${type === "callback" ? "quella chiamata" : type === "timer" ? "quel timer" : "quel timer né quella chiamata"}.`,
    nothingToCancel: (type) =>
      `Non c'è ${type === "callback" ? "nessuna chiamata" : type === "timer" ? "nessun timer" : "nessun timer né chiamata"} da annullare.`,
    cancelledMany: (counts) => `Ho annullato ${listed(counts.map(([type, count]) => counted(count, NOUNS[type])))}.`,
    cancelled({ type, number, name, duration: lasts }: TaskDetails) {
      const detail = lasts ? ` di ${lasts}` : "";
      const to = number ? ` al numero ${number}` : "";
      const what = type === "timer" ? "il suo timer" : "la sua chiamata programmata";
      return `Ho annullato ${what}${to}${detail}${name ? `: ${name}` : ""}.`;
    },
  },
  hangup: { goodbye: "Arrivederci.", noCall: "Non c'è nessuna chiamata da terminare." },
  joke: { allTold: () => "Ormai conosce tutte le mie barzellette, quindi ricomincio." },
  simonSays: { nothing: "Non c'è niente che io possa dire." },
  weather: WEATHER,
};

/** "il primo gennaio 2027", "venerdì primo gennaio 2027"; after a time "del primo gennaio 2027", "di venerdì primo gennaio 2027". */
function dateIn(day: Day, hasWeekday: boolean | undefined, isAfterTime: boolean): string {
  const date = dateOf(day);
  if (hasWeekday) return `${isAfterTime ? "di " : ""}${nameOfWeekday("it-IT", day)} ${date}`;
  if (day.day === 8 || day.day === 11) return `${isAfterTime ? "dell'" : "l'"}${date}`;
  return `${isAfterTime ? "del" : "il"} ${date}`;
}

/** "un altro", "un'altra", "altri due", "altre due" */
function others(count: number, type: TaskKind): string {
  const isFeminine = NOUNS[type][2] === "f";
  if (count === 1) return isFeminine ? "un'altra" : "un altro";
  return `${isFeminine ? "altre" : "altri"} ${inWords(count)}`;
}

/** "e", but "ed" before its sound: "ed Elena". */
const and = (next: string) => (/^[eèé]/i.test(next) ? "ed" : "e");

/** "pasta, ancora tre minuti" · "al numero uno zero zero due, domani alle 9 e 30, tè" */
function pending({ type, number, name, duration: lasts, leftSeconds, when }: PendingTask): string {
  const subject = lasts ? `quello di ${lasts}` : name;
  const left = `ancora ${duration(leftSeconds)}`;
  const parts = type === "timer" ? [subject, left] : [number && `al numero ${number}`, when, subject];
  return parts.filter(Boolean).join(", ");
}

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
