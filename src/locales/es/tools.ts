import { enumerated } from "../counting.js";
import type { JokeKind, PendingTask, TaskDetails, TaskKind, ToolSentences } from "../locale.js";
import { nameOfWeekday } from "../names.js";
import { beforeNoun, counted, type Noun, NUMBERS } from "./numbers.js";
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
      const date = day && `${hasWeekday ? `${nameOfWeekday("es-ES", day)}, ` : time ? "" : "el "}${dateOf(day)}`;
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
      const texts = [
        ...tasks.map(pending),
        ...(more > 0 ? [`${type === "callback" ? beforeNoun(inWords(more), "f") : inWords(more)} más`] : []),
      ];
      return `${counted(tasks.length + more, NOUNS[type])}: ${enumerated(texts, and)}.`;
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

/** "y", but "e" before its sound: "e Irene", "e hijos", "y hielo". */
const and = (next: string) => (/^h?[ií](?![aeo])/i.test(next) ? "e" : "y");

/** "pasta, le quedan tres minutos" · "al uno cero cero dos, mañana a las 9:30 de la mañana, té" */
function pending({ type, number, name, duration: lasts, leftSeconds, when }: PendingTask): string {
  const subject = lasts ? `el de ${lasts}` : name;
  const left = `${leftSeconds === 1 || leftSeconds === 60 || leftSeconds === 3_600 ? "le queda" : "le quedan"} ${duration(leftSeconds)}`;
  const parts = type === "timer" ? [subject, left] : [number && `al ${number}`, when, subject];
  return parts.filter(Boolean).join(", ");
}

/** Jokes in Spanish: short, harmless, and written to be heard. */
export const JOKES: Readonly<Record<JokeKind, readonly string[]>> = {
  general: [
    "Un caracol fue asaltado por dos tortugas. A la policía le dijo: no sé, todo pasó muy deprisa.",
    "Camarero, hay una mosca en mi sopa. No se preocupe, señor, la araña del pan se la comerá.",
    "¿Qué le dice un pez a otro? Nada.",
    "Mi abuela empezó a andar cinco kilómetros al día a los sesenta. Ahora tiene noventa y no sabemos dónde está.",
    "Doctor, doctor, nadie me hace caso. El siguiente, por favor.",
    "¿Qué hace una abeja en el gimnasio? Zumba.",
  ],
  tech: [
    "¿Por qué los programadores prefieren la oscuridad? Porque la luz atrae a los bichos.",
    "¿Cuántos programadores hacen falta para cambiar una bombilla? Ninguno, es un problema de los aparatos.",
    "¿Por qué fue el ordenador al médico? Porque tenía un virus.",
    "La contraseña debía tener ocho caracteres, así que puse Blancanieves y los siete enanitos.",
    "Le contaría un chiste sobre un paquete perdido, pero no sé si le llegaría.",
    "La nube es segura, me dijeron. Entonces empezó a llover.",
  ],
  dad: [
    "¿Cuál es el último animal que subió al arca? El del fin.",
    "¿Qué le dice una pared a otra? Nos vemos en la esquina.",
    "¿Cómo se despiden los químicos? Ácido un placer.",
    "¿Qué hace un perro con un taladro? Taladrando.",
    "¿Cuál es el café más peligroso del mundo? El ex preso.",
    "¿Por qué está triste el libro de matemáticas? Porque tiene muchos problemas.",
  ],
};
