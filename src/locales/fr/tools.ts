import { enumerated } from "../counting.js";
import type { JokeKind, PendingTask, TaskDetails, TaskKind, ToolSentences } from "../locale.js";
import { nameOfWeekday } from "../names.js";
import { counted, type Noun, NUMBERS, ofCounted } from "./numbers.js";
import { dateOf, listed, TIMES } from "./times.js";
import { WEATHER } from "./weather.js";

const { inWords } = NUMBERS;
const { duration } = TIMES;
const NOUNS: Readonly<Record<TaskKind, Noun>> = {
  timer: ["minuteur", "minuteurs", "m"],
  callback: ["rappel", "rappels", "m"],
};
const nounOf = (type: TaskKind | "all") => (type === "all" ? "minuteur ni ce rappel" : NOUNS[type][0]);

export const TOOLS: ToolSentences = {
  calc: {
    answer: (result) => `Le résultat est ${result}.`,
    about: (result) => `environ ${result}`,
    power: (digits, exponent) => `${digits} fois 10 puissance ${exponent}`,
    faults: {
      not_understood: "Je ne comprends pas ce calcul.",
      no_answer: "Cela n'a pas de solution dans les nombres réels.",
      too_large: "Ce nombre est trop grand pour moi.",
      by_zero: "Je ne peux pas diviser par zéro.",
      no_factorial: "Seuls les nombres entiers ont une factorielle.",
    },
    unknownName: (name) => `Je ne sais pas ce que ${name} signifie dans un calcul.`,
  },
  datetime: {
    now({ time, day, hasWeekday, place }) {
      const date = day && `${hasWeekday ? `${nameOfWeekday("fr-FR", day)} ` : ""}${dateOf(day)}`;
      const where = place ? `À ${place}, ` : "";
      const start = (words: string) => (where ? where + words : words[0]?.toUpperCase() + words.slice(1));
      if (!time) return start(`nous sommes le ${date}.`);
      return start(`il est ${time}${date ? `, le ${date}` : ""}.`);
    },
    unknownZone: (name) => `Je ne connais pas le fuseau horaire ${name}.`,
  },
  tasks: {
    timerSet: (seconds) => `J'ai réglé un minuteur ${ofCounted(duration(seconds))}.`,
    callSet: (number, when) => (number ? `J'appellerai le ${number} ${when}.` : `Je vous rappellerai ${when}.`),
    inSeconds: (seconds) => `dans ${duration(seconds)}`,
    none: "Vous n'avez ni minuteur ni rappel.",
    youHave: (kinds) => `Vous avez ${kinds.join(" Et ")}`,
    ofKind(type, tasks, more) {
      const texts = [...tasks.map(pending), ...(more > 0 ? [`${inWords(more)} de plus`] : [])];
      return `${counted(tasks.length + more, NOUNS[type])}: ${enumerated(texts, () => "et")}.`;
    },
    notFound: (type) => `Je ne trouve pas ce ${nounOf(type)}.`,
    nothingToCancel: (type) => `Il n'y a aucun ${type === "all" ? "minuteur ni rappel" : NOUNS[type][0]} à annuler.`,
    cancelledMany: (counts) => `J'ai annulé ${listed(counts.map(([type, count]) => counted(count, NOUNS[type])))}.`,
    cancelled({ type, number, name, duration: lasts }: TaskDetails) {
      const detail = lasts ? ` ${ofCounted(lasts)}` : "";
      const to = number ? ` au ${number}` : "";
      return `J'ai annulé votre ${NOUNS[type][0]}${to}${detail}${name ? `: ${name}` : ""}.`;
    },
  },
  hangup: { goodbye: "Au revoir.", noCall: "Il n'y a aucun appel à terminer." },
  joke: { allTold: () => "Vous connaissez maintenant toutes mes blagues, alors je recommence." },
  simonSays: { nothing: "Il n'y a là rien que je puisse dire." },
  weather: WEATHER,
};

/** "pâtes, encore trois minutes" · "au un zéro zéro deux, demain à 9 heures 30, thé" */
function pending({ type, number, name, duration: lasts, leftSeconds, when }: PendingTask): string {
  const subject = lasts ? `celui ${ofCounted(lasts)}` : name;
  const left = `encore ${duration(leftSeconds)}`;
  const parts = type === "timer" ? [subject, left] : [number && `au ${number}`, when, subject];
  return parts.filter(Boolean).join(", ");
}

/** Jokes in French: short, harmless, and written to be heard. */
export const JOKES: Readonly<Record<JokeKind, readonly string[]>> = {
  general: [
    "Un escargot se fait attaquer par deux tortues. À la police, il dit: je ne sais pas, tout est allé si vite.",
    "Garçon, il y a une mouche dans ma soupe. Ne vous inquiétez pas, monsieur, l'araignée du pain va la manger.",
    "Ma grand-mère a commencé à marcher cinq kilomètres par jour à soixante ans. Elle en a quatre-vingt-dix, et nous ne savons plus où elle est.",
    "Que fait une fraise sur un cheval? Tagada, tagada.",
    "Deux poissons rouges sont dans un aquarium. L'un demande: tu sais conduire cet engin?",
    "Qu'est-ce qui est jaune et qui attend? Jonathan.",
  ],
  tech: [
    "Pourquoi les programmeurs préfèrent-ils le noir? Parce que la lumière attire les insectes.",
    "Combien de programmeurs faut-il pour changer une ampoule? Aucun, c'est un problème de matériel.",
    "Pourquoi l'ordinateur est-il allé chez le médecin? Il avait attrapé un virus.",
    "Le mot de passe devait avoir huit caractères, alors j'ai pris Blanche-Neige et les sept nains.",
    "Je vous raconterais bien une blague sur un paquet perdu, mais je ne suis pas sûr qu'elle arrive.",
    "Le nuage est sûr, m'a-t-on dit. Puis il s'est mis à pleuvoir.",
  ],
  dad: [
    "Quel est le comble pour un électricien? De ne pas être au courant.",
    "Que dit une imprimante dans l'eau? J'ai papier.",
    "Pourquoi les plongeurs plongent-ils toujours en arrière? Parce que sinon ils tombent dans le bateau.",
    "Que dit un mur à un autre mur? On se retrouve au coin.",
    "Quel est le comble pour un jardinier? De raconter des salades.",
    "Pourquoi le livre de mathématiques est-il triste? Parce qu'il a trop de problèmes.",
  ],
};
