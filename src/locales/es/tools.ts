import { enumerated } from "../counting.js";
import type { PendingTask, TaskDetails, TaskKind, ToolSentences } from "../locale.js";
import { nameOfWeekday } from "../names.js";
import { counted, type Noun, NUMBERS } from "./numbers.js";
import { dateOf, listed, TIMES } from "./times.js";
import { WEATHER } from "./weather.js";

const { inWords } = NUMBERS;
const { duration } = TIMES;
const NOUNS: Readonly<Record<TaskKind, Noun>> = {
  timer: ["temporizador", "temporizadores", "m"],
  callback: ["llamada programada", "llamadas programadas", "f"],
};
const which = (type: TaskKind | "all") =>
  type === "callback" ? "esa llamada" : type === "timer" ? "ese temporizador" : "ese temporizador ni esa llamada";

export const TOOLS: ToolSentences = {
  calc: {
    answer: (result) => `El resultado es ${result}.`,
    about: (result) => `aproximadamente ${result}`,
    power: (digits, exponent) => `${digits} por 10 elevado a ${exponent}`,
    faults: {
      not_understood: "No entiendo esa operación.",
      no_answer: "Eso no tiene solución en los números reales.",
      too_large: "Ese número es demasiado grande para mí.",
      by_zero: "No puedo dividir entre cero.",
      no_factorial: "Solo los números enteros tienen factorial.",
    },
    unknownName: (name) => `No sé qué significa ${name} en una operación.`,
  },
  datetime: {
    now({ time, day, hasWeekday, place }) {
      const date = day && `${hasWeekday ? `${nameOfWeekday("es-ES", day)}, ` : ""}${dateOf(day)}`;
      const where = place ? `En ${place} ` : "";
      const verb = time === undefined ? "es" : /^la /.test(time) ? "es" : "son";
      const what = time && date ? `${time} del ${date}` : (time ?? date ?? "");
      return `${where}${where ? verb : verb === "es" ? "Es" : "Son"} ${what}.`;
    },
    unknownZone: (name) => `No conozco la zona horaria ${name}.`,
  },
  tasks: {
    timerSet: (seconds) => `He puesto un temporizador de ${duration(seconds)}.`,
    callSet: (number, when) => (number ? `Llamaré al ${number} ${when}.` : `Le llamaré ${when}.`),
    inSeconds: (seconds) => `dentro de ${duration(seconds)}`,
    none: "No tiene temporizadores ni llamadas programadas.",
    youHave: (kinds) => `Tiene ${kinds.join(" Y ")}`,
    ofKind(type, tasks, more) {
      const texts = [...tasks.map(pending), ...(more > 0 ? [`${inWords(more)} más`] : [])];
      return `${counted(tasks.length + more, NOUNS[type])}: ${enumerated(texts, "y")}.`;
    },
    notFound: (type) => `No encuentro ${which(type)}.`,
    nothingToCancel: (type) =>
      `No hay ${type === "all" ? "ningún temporizador ni ninguna llamada" : type === "timer" ? "ningún temporizador" : "ninguna llamada programada"} que cancelar.`,
    cancelledMany: (counts) => `He cancelado ${listed(counts.map(([type, count]) => counted(count, NOUNS[type])))}.`,
    cancelled({ type, number, name, duration: lasts }: TaskDetails) {
      const detail = lasts ? ` de ${lasts}` : "";
      const to = number ? ` al ${number}` : "";
      return `He cancelado su ${NOUNS[type][0]}${to}${detail}${name ? `: ${name}` : ""}.`;
    },
  },
  hangup: { goodbye: "Adiós.", noCall: "No hay ninguna llamada que terminar." },
  joke: { allTold: () => "Ya conoce todos mis chistes, así que vuelvo a empezar." },
  simonSays: { nothing: "Ahí no hay nada que yo pueda decir." },
  weather: WEATHER,
};

/** "pasta, quedan tres minutos" · "al uno cero cero dos, mañana a las 9:30 de la mañana, té" */
function pending({ type, number, name, duration: lasts, leftSeconds, when }: PendingTask): string {
  const subject = lasts ? `el de ${lasts}` : name;
  const left = `con ${duration(leftSeconds)} por delante`;
  const parts = type === "timer" ? [subject, left] : [number && `al ${number}`, when, subject];
  return parts.filter(Boolean).join(", ");
}
