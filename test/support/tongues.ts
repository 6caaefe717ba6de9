import type { LanguageCode } from "../../src/locales/locale.js";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../src/config/phrases.js";

type Ask = readonly [said: string, tool: string, parameters?: Readonly<Record<string, unknown>>];

/** What people say in a language. */
export interface Tongue {
  readonly language: LanguageCode;
  /** The assistant that speaks it. */
  readonly number: string;
  /** One question for each tool, in an order in which there is something to tell and to cancel. */
  readonly asks: readonly Ask[];
  /** Ten in words, and what is said to be said again. */
  readonly ten: string;
  readonly verse: string;
  /** Asks for a timer of {@link TIMER_SECONDS}, and for {@link COLLEAGUE}. */
  readonly timer: string;
  readonly colleague: string;
  /** Why the caller calls, as the model puts it. */
  readonly reason: string;
  /** A message, a question about it, the words for yes among others, and an answer. */
  readonly placed: {
    readonly message: string;
    readonly prompt: string;
    readonly yes: string;
    readonly no: string;
    readonly answer: string;
  };
}

export const TIMER_SECONDS = 6;
export const COLLEAGUE = "Anna Meyer";

/** Words that are frequent in English, and no words of the others. */
const ENGLISH =
  /\b(?:the|and|you|your|please|with|sorry|is|are|this|that|what|have|of|to|can|call|hello|goodbye|how)\b/iu;

/** What in a text is English: words of its own, or a whole sentence of the product's. */
export function englishIn(text: string, language: LanguageCode): readonly string[] {
  const { in: phrasesIn } = DEFAULT_PHRASES_BY_LANGUAGE;
  const own = new Set(Object.values(phrasesIn(language)).flat());
  // Words that are listened for are no sentences.
  const english = Object.entries(phrasesIn("en")).flatMap(([occasion, texts]) =>
    occasion.startsWith("words_") ? [] : texts.filter((each) => !own.has(each)),
  );
  return [...(text.match(ENGLISH) ?? []), ...english.filter((sentence) => text.includes(sentence))];
}

const tools = (said: Readonly<Record<string, string>>, text: string): readonly Ask[] => {
  const ask = (name: string, parameters?: Readonly<Record<string, unknown>>, tool = name): Ask => [
    said[name] ?? "",
    tool,
    parameters ?? {},
  ];
  return [
    ask("DATETIME"),
    ask("CALC", { expression: "10 / 4" }),
    ask("WEATHER"),
    ask("JOKE"),
    ask("SIMON_SAYS", { text }),
    ask("SET_TIMER", { duration: 600 }),
    ask("CALLBACK", { delay: 3_600 }),
    ask("STATUS"),
    ask("CANCEL"),
    ask("HANGUP"),
  ];
};

export const TONGUES: readonly Tongue[] = [
  {
    language: "en",
    number: "7001",
    ten: "ten",
    verse: "She sells sea shells.",
    asks: tools(
      {
        DATETIME: "What day is it and what is the time?",
        CALC: "How much is ten divided by four?",
        WEATHER: "How is the weather?",
        JOKE: "Tell me a joke, please.",
        SIMON_SAYS: "Say after me: she sells sea shells.",
        SET_TIMER: "Set a timer for ten minutes.",
        CALLBACK: "Please call me back in an hour.",
        STATUS: "Which timers do I have?",
        CANCEL: "Cancel all of them.",
        HANGUP: "Thank you, goodbye.",
      },
      "She sells sea shells.",
    ),
    timer: "Set a timer for six seconds.",
    colleague: "I would like to speak to Anna Meyer.",
    reason: "an open invoice",
    placed: {
      message: "Your order is ready.",
      prompt: "Would you like to pick it up today?",
      yes: "yes",
      no: "no",
      answer: "Yes, please.",
    },
  },
  {
    language: "de",
    number: "7002",
    ten: "zehn",
    verse: "Fischers Fritz fischt frische Fische.",
    asks: tools(
      {
        DATETIME: "Welcher Tag ist heute, und wie spät ist es?",
        CALC: "Wie viel ist zehn geteilt durch vier?",
        WEATHER: "Wie ist das Wetter?",
        JOKE: "Erzählen Sie mir bitte einen Witz.",
        SIMON_SAYS: "Sprechen Sie mir nach: Fischers Fritz fischt frische Fische.",
        SET_TIMER: "Stellen Sie einen Timer auf zehn Minuten.",
        CALLBACK: "Rufen Sie mich bitte in einer Stunde zurück.",
        STATUS: "Welche Timer habe ich?",
        CANCEL: "Löschen Sie alle.",
        HANGUP: "Vielen Dank, auf Wiederhören.",
      },
      "Fischers Fritz fischt frische Fische.",
    ),
    timer: "Stellen Sie einen Timer auf sechs Sekunden.",
    colleague: "Ich möchte mit Anna Meyer sprechen.",
    reason: "eine offene Rechnung",
    placed: {
      message: "Ihre Bestellung ist fertig.",
      prompt: "Möchten Sie sie heute abholen?",
      yes: "ja",
      no: "nein",
      answer: "Ja, bitte.",
    },
  },
  {
    language: "es",
    number: "7003",
    ten: "diez",
    verse: "Tres tristes tigres.",
    asks: tools(
      {
        DATETIME: "¿Qué día es hoy y qué hora es?",
        CALC: "¿Cuánto es diez entre cuatro?",
        WEATHER: "¿Qué tiempo hace?",
        JOKE: "Cuénteme un chiste, por favor.",
        SIMON_SAYS: "Repita conmigo: tres tristes tigres.",
        SET_TIMER: "Ponga un temporizador de diez minutos.",
        CALLBACK: "Llámeme dentro de una hora, por favor.",
        STATUS: "¿Qué temporizadores tengo?",
        CANCEL: "Cancele todos.",
        HANGUP: "Muchas gracias, adiós.",
      },
      "Tres tristes tigres.",
    ),
    timer: "Ponga un temporizador de seis segundos.",
    colleague: "Quisiera hablar con Anna Meyer.",
    reason: "una factura pendiente",
    placed: {
      message: "Su pedido está listo.",
      prompt: "¿Quiere recogerlo hoy?",
      yes: "sí",
      no: "no",
      answer: "Sí, por favor.",
    },
  },
  {
    language: "fr",
    number: "7004",
    ten: "dix",
    verse: "Un chasseur sachant chasser.",
    asks: tools(
      {
        DATETIME: "Quel jour sommes-nous et quelle heure est-il ?",
        CALC: "Combien font dix divisé par quatre ?",
        WEATHER: "Quel temps fait-il ?",
        JOKE: "Racontez-moi une blague, s’il vous plaît.",
        SIMON_SAYS: "Répétez après moi : un chasseur sachant chasser.",
        SET_TIMER: "Mettez un minuteur de dix minutes.",
        CALLBACK: "Rappelez-moi dans une heure, s’il vous plaît.",
        STATUS: "Quels minuteurs est-ce que j’ai ?",
        CANCEL: "Annulez-les tous.",
        HANGUP: "Merci beaucoup, au revoir.",
      },
      "Un chasseur sachant chasser.",
    ),
    timer: "Mettez un minuteur de six secondes.",
    colleague: "Je voudrais parler à Anna Meyer.",
    reason: "une facture impayée",
    placed: {
      message: "Votre commande est prête.",
      prompt: "Voulez-vous la retirer aujourd’hui ?",
      yes: "oui",
      no: "non",
      answer: "Oui, s’il vous plaît.",
    },
  },
  {
    language: "it",
    number: "7005",
    ten: "dieci",
    verse: "Trentatré trentini.",
    asks: tools(
      {
        DATETIME: "Che giorno è oggi e che ore sono?",
        CALC: "Quanto fa dieci diviso quattro?",
        WEATHER: "Che tempo fa?",
        JOKE: "Mi racconti una barzelletta, per favore.",
        SIMON_SAYS: "Ripeta dopo di me: trentatré trentini.",
        SET_TIMER: "Imposti un timer di dieci minuti.",
        CALLBACK: "Mi richiami tra un’ora, per favore.",
        STATUS: "Quali timer ho?",
        CANCEL: "Li cancelli tutti.",
        HANGUP: "Grazie mille, arrivederci.",
      },
      "Trentatré trentini.",
    ),
    timer: "Imposti un timer di sei secondi.",
    colleague: "Vorrei parlare con Anna Meyer.",
    reason: "una fattura da pagare",
    placed: {
      message: "Il suo ordine è pronto.",
      prompt: "Vuole ritirarlo oggi?",
      yes: "sì",
      no: "no",
      answer: "Sì, per favore.",
    },
  },
];
