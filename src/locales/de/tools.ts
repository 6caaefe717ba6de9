import { enumerated } from "../counting.js";
import type { JokeKind, PendingTask, TaskDetails, TaskKind, ToolSentences } from "../locale.js";
import { nameOfWeekday } from "../names.js";
import { counted, type Noun, NUMBERS } from "./numbers.js";
import { dateOf, lasting, listed, TIMES } from "./times.js";
import { WEATHER } from "./weather.js";

const { inWords } = NUMBERS;
const { duration } = TIMES;
const NOUNS: Readonly<Record<TaskKind, Noun>> = {
  timer: { one: "Timer", many: "Timer", gender: "m" },
  callback: { one: "Rückruf", many: "Rückrufe", gender: "m" },
};
const nounOf = (type: TaskKind | "all") => (type === "all" ? "Timer oder Rückruf" : NOUNS[type].one);

export const TOOLS: ToolSentences = {
  calc: {
    answer: (result) => `Das Ergebnis ist ${result}.`,
    about: (result) => `ungefähr ${result}`,
    power: (digits, exponent) => `${digits} mal 10 hoch ${exponent}`,
    faults: {
      not_understood: "Diese Rechnung verstehe ich nicht.",
      no_answer: "Dafür gibt es keine reelle Lösung.",
      too_large: "Diese Zahl ist mir zu groß.",
      by_zero: "Durch null kann ich nicht teilen.",
      no_factorial: "Nur ganze Zahlen haben eine Fakultät.",
    },
    unknownName: (name) => `Ich weiß nicht, was ${name} in einer Rechnung bedeutet.`,
  },
  datetime: {
    now({ time, day, hasWeekday, place }) {
      const weekday = day && hasWeekday ? nameOfWeekday("de-DE", day) : undefined;
      const start = place ? `In ${place} ist es` : "Es ist";
      if (!day) return `${start} ${time}.`;
      if (!time) return `${start} ${weekday ? `${weekday}, ` : ""}der ${dateOf(day)}.`;
      return `${start} ${time} am ${weekday ? `${weekday}, dem ` : ""}${dateOf(day)}.`;
    },
    unknownZone: (name) => `Die Zeitzone ${name} kenne ich nicht.`,
  },
  tasks: {
    timerSet: (seconds) => `Ich habe einen Timer auf ${duration(seconds)} gestellt.`,
    callSet: (number, when) => (number ? `Ich rufe ${when} die Nummer ${number} an.` : `Ich rufe Sie ${when} zurück.`),
    inSeconds: (seconds) => `in ${lasting(seconds, "dative")}`,
    none: "Sie haben keine Timer und keine Rückrufe.",
    youHave: (kinds) => `Sie haben ${kinds.join(" Und ")}`,
    ofKind(type, tasks, more) {
      const texts = [...tasks.map(pending), ...(more > 0 ? [more === 1 ? "noch einen" : `noch ${inWords(more)}`] : [])];
      const count = counted(tasks.length + more, NOUNS[type], "accusative");
      return `${count}: ${enumerated(texts, () => "und")}.`;
    },
    notFound: (type) => `Diesen ${nounOf(type)} finde ich nicht.`,
    nothingToCancel: (type) => `Es gibt keinen ${nounOf(type)}, den ich abbrechen könnte.`,
    cancelledMany: (counts) =>
      `Ich habe ${listed(counts.map(([type, count]) => counted(count, NOUNS[type], "accusative")))} gelöscht.`,
    cancelled({ type, number, name, duration: lasts }: TaskDetails) {
      const detail = lasts ? ` über ${lasts}` : "";
      const to = number ? ` an die Nummer ${number}` : "";
      return `Ich habe Ihren ${NOUNS[type].one}${to}${detail} gelöscht${name ? `: ${name}` : ""}.`;
    },
  },
  hangup: { goodbye: "Auf Wiederhören.", noCall: "Es gibt kein Gespräch, das ich beenden könnte." },
  joke: { allTold: () => "Sie kennen jetzt alle meine Witze, also fange ich von vorne an." },
  simonSays: { nothing: "Darin ist nichts, was ich sagen kann." },
  weather: WEATHER,
};

/** "Nudeln, noch drei Minuten" · "an eins null null zwei, morgen um 9 Uhr 30, Tee" */
function pending({ type, number, name, duration: lasts, leftSeconds, when }: PendingTask): string {
  const subject = lasts ? `den über ${lasts}` : name;
  const left = `noch ${duration(leftSeconds)}`;
  const parts = type === "timer" ? [subject, left] : [number && `an ${number}`, when, subject];
  return parts.filter(Boolean).join(", ");
}

/** Jokes in German: short, harmless, and written to be heard. */
export const JOKES: Readonly<Record<JokeKind, readonly string[]>> = {
  general: [
    "Treffen sich zwei Jäger im Wald. Seitdem gehen sie sich aus dem Weg.",
    "Was macht ein Clown im Büro? Faxen.",
    "Fragt der Lehrer: Wie weit bist du mit deinen Hausaufgaben? Sagt der Schüler: Bis zur Haustür.",
    "Herr Ober, was macht die Fliege in meiner Suppe? Der Ober sieht genau hin und sagt: Rückenschwimmen.",
    "Zwei Kerzen unterhalten sich. Was machst du heute Abend? Ich gehe aus.",
    "Mein Arzt sagt, ich soll mehr Treppen steigen. Jetzt wohne ich im vierten Stock und besuche ihn nie wieder.",
    "Was ist orange und geht über die Berge? Eine Wanderine.",
    "Eine Schnecke wird von zwei Schildkröten überfallen. Sagt sie der Polizei: Ich weiß nicht, es ging alles so schnell.",
  ],
  tech: [
    "Warum mögen Programmierer die Dunkelheit? Weil Licht Ungeziefer anzieht.",
    "Wie viele Programmierer braucht man, um eine Glühbirne zu wechseln? Keinen. Das ist ein Problem der Hardware.",
    "Was sagt ein Router zum anderen? Ich muss jetzt los, ich habe noch Pakete auszutragen.",
    "Warum ging der Computer zum Arzt? Er hatte einen Virus.",
    "Das Passwort sollte acht Zeichen haben, also nahm ich Schneewittchen und die sieben Zwerge.",
    "Ich wollte einen Witz über ein verlorenes Paket erzählen, aber er kommt vielleicht nicht an.",
  ],
  dad: [
    "Was ist ein Keks unter einem Baum? Ein schattiges Plätzchen.",
    "Was ist grün und klopft an die Tür? Ein Klopfsalat.",
    "Wie nennt man einen Bumerang, der nicht zurückkommt? Einen Stock.",
    "Was sitzt auf dem Baum und winkt? Ein Huhu.",
    "Ich habe einen Witz über Papier, aber der ist zerreißend.",
    "Warum können Skelette so schlecht lügen? Man sieht durch sie hindurch.",
  ],
};
