import { enumerated } from "../counting.js";
import type { JokeKind, PendingTask, TaskDetails, TaskKind, ToolSentences } from "../locale.js";
import { nameOfWeekday } from "../names.js";
import { NUMBERS } from "./numbers.js";
import { counted, dateOf, listed, TIMES } from "./times.js";
import { WEATHER } from "./weather.js";

const { inWords } = NUMBERS;
const { duration } = TIMES;
const nounOf = (type: TaskKind | "all") => (type === "all" ? "timer or callback" : type);

export const TOOLS: ToolSentences = {
  calc: {
    answer: (result) => `The answer is ${result}.`,
    about: (result) => `about ${result}`,
    power: (digits, exponent) => `${digits} times 10 to the power of ${exponent}`,
    faults: {
      not_understood: "I do not understand that sum.",
      no_answer: "That has no answer in real numbers.",
      too_large: "That number is too large for me.",
      by_zero: "I cannot divide by zero.",
      no_factorial: "Only whole numbers have a factorial.",
    },
    unknownName: (name) => `I do not know what ${name} means in a sum.`,
  },
  datetime: {
    now({ time, day, hasWeekday, place }) {
      const date = day && `${hasWeekday ? `${nameOfWeekday("en-US", day)}, ` : ""}${dateOf(day)}`;
      const what = time && date ? `${time} on ${date}` : (time ?? date ?? "");
      return place ? `In ${place} it is ${what}.` : `It is ${what}.`;
    },
    unknownZone: (name) => `I do not know the time zone ${name}.`,
  },
  tasks: {
    timerSet: (seconds) => `I have set a timer for ${duration(seconds)}.`,
    callSet: (number, when) => `I will call ${number ?? "you back"} ${when}.`,
    inSeconds: (seconds) => `in ${duration(seconds)}`,
    none: "You have no timers or callbacks.",
    youHave: (kinds) => `You have ${kinds.join(" And ")}`,
    ofKind(type, tasks, more) {
      const texts = [...tasks.map(pending), ...(more > 0 ? [`${inWords(more)} more`] : [])];
      return `${counted(tasks.length + more, type)}: ${enumerated(texts, () => "and")}.`;
    },
    notFound: (type) => `I cannot find that ${nounOf(type)}.`,
    nothingToCancel: (type) => `There is no ${nounOf(type)} to cancel.`,
    cancelledMany: (counts) => `I have cancelled ${listed(counts.map(([type, count]) => counted(count, type)))}.`,
    cancelled: ({ type, number, name, duration: lasts }: TaskDetails) => {
      const detail = lasts ? ` for ${lasts}` : name ? `: ${name}` : "";
      return `I have cancelled your ${type}${number ? ` to ${number}` : ""}${detail}.`;
    },
  },
  hangup: { goodbye: "Goodbye.", noCall: "There is no call to end." },
  joke: {
    allTold: (kind) => `You have heard all my ${kind === "any" ? "" : `${kind} `}jokes, so I will start again.`,
  },
  simonSays: { nothing: "There is nothing in it that I can say." },
  weather: WEATHER,
};

/** "pasta, three minutes left" · "to one zero zero two, tomorrow at 9:30 AM, tea" */
function pending({ type, number, name, duration: lasts, leftSeconds, when }: PendingTask): string {
  const subject = lasts ? `the one for ${lasts}` : name;
  const left = `${duration(leftSeconds)} left`;
  const parts = type === "timer" ? [subject, left] : [number && `to ${number}`, when, subject];
  return parts.filter(Boolean).join(", ");
}

/** Jokes in English: short, harmless, and written to be heard. */
export const JOKES: Readonly<Record<JokeKind, readonly string[]>> = {
  general: [
    "A snail was robbed by two turtles. When the police asked what had happened, it said: I don't know, it all went so fast.",
    "My doctor asked how I had broken my arm in two places. I told him which ones, and he said I should stop going there.",
    "Two goldfish sit in a tank. One says to the other: do you know how to drive this thing?",
    "I asked the librarian for a book about being late. She said it was due last week.",
    "A man walks into a bakery and asks for a loaf that is not too fresh. Come back on Thursday, says the baker, it is not too fresh then either.",
    "My grandmother started walking five miles a day when she was sixty. She is ninety now, and we have no idea where she is.",
    "I told my plants a joke. They did not laugh, but the cactus got the point.",
    "A bear walks into a café and says: I would like a coffee, and, a piece of cake. Why the big pause, asks the waiter. I was born with them, says the bear.",
    "The early bird gets the worm, but it is the second mouse that gets the cheese.",
    "I bought a book on how to be patient. It has not arrived yet, and I have written to them nine times.",
    "A photon checks into a hotel. Any luggage, asks the porter. No, says the photon, I am traveling light.",
    "Two anglers meet on a bridge. Caught anything, asks one. Only a cold, says the other.",
    "My neighbor knocked on my door at three in the morning. Luckily I was still up, practicing the trumpet.",
    "What gets wetter the more it dries? A towel, and it never complains about it.",
    "The teacher asks: what is half of eight? Up and down, says the boy, or across? Across it is zero, up and down it is three.",
    "A clock that stands still is right twice a day. Mine goes, and has not managed it once.",
    "A sandwich walks into a diner. Sorry, says the owner, we don't serve food here.",
    "An optimist says the glass is half full. A pessimist says it is half empty. The waiter says: are you done with that?",
  ],
  tech: [
    "There are two hard things in programming: naming things, clearing caches, and being off by one.",
    "Why do programmers prefer the dark? Because light attracts bugs.",
    "How many programmers does it take to change a light bulb? None. It is a hardware problem.",
    "A programmer goes shopping. His wife says: bring a loaf of bread, and if they have eggs, bring a dozen. He comes home with twelve loaves of bread.",
    "Why did the computer go to the doctor? It had caught a virus and lost its memory of it.",
    "I would tell you a joke about a lost packet, but I am not sure that you would get it.",
    "Why was the telephone wearing glasses? It had lost its contacts.",
    "The website wanted a password with eight characters, so I took Snow White and the seven dwarfs.",
    "I asked the help desk how to make my computer faster. They told me to throw it harder.",
    "Why did the developer go broke? He had used up all his cache.",
    "A computer scientist is found in the shower, exhausted. The bottle said: lather, rinse, repeat.",
    "What does a router say at the end of a party? Sorry, I have to drop.",
    "Why do Java developers wear glasses? Because they don't see sharp.",
    "What is a robot's favorite snack? Computer chips.",
    "The cloud is safe, they told me. Then it rained.",
    "A database administrator walks into a bar, sees two tables and asks: may I join you?",
    "Debugging is like being the detective in a crime story in which you are also the culprit.",
    "I changed my voicemail greeting to a busy signal. Now everybody thinks that I am popular.",
  ],
  dad: [
    "I am reading a book about gravity that nobody can see. I just can't put it down.",
    "What do you call a fish that practices medicine? A sturgeon.",
    "Why did the scarecrow win a prize? He was outstanding in his field.",
    "I used to be a banker, but I lost interest.",
    "What do you call cheese that is not yours? Nacho cheese.",
    "Why can't a bicycle stand on its own? It is two tired.",
    "I would tell you a joke about paper, but it is tearable.",
    "What did the ocean say to the beach? Nothing, it just waved.",
    "Why did the coffee call the police? It got mugged.",
    "What do you call a bear with no teeth? A gummy bear.",
    "I only know twenty five letters of the alphabet. I don't know why.",
    "How does the moon cut its hair? Eclipse it.",
    "What kind of tree fits into your hand? A palm tree.",
    "Why do seagulls fly over the sea? Because if they flew over the bay, they would be bagels.",
    "I was afraid of hurdles once, but I got over it.",
    "What did one wall say to the other? I will meet you at the corner.",
    "Why did the golfer bring two pairs of socks? In case he got a hole in one.",
    "I ordered a chicken and an egg. I will let you know.",
  ],
};
