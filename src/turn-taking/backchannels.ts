import { primaryLanguage } from "../locales/locales.js";
import { spokenWords } from "./spoken-words.js";

/**
 * Backchannels: words that only show that the speaker is listening. Said over someone who speaks, they invite them to
 * continue. Recognisers write them in many ways, and find some of them in coughs and breaths.
 */
const LISTENING: Readonly<Record<string, string>> = {
  en: `mhm|mm|mm hm|mm hmm|mmhm|mmhmm|hm|hmm|uh huh|uhhuh|aha|ah|ahh|ahah|oh|ohh|ooh|aw|aww|uh|uhh|um|umm|er|erm|ok|
    okay|okey|okey dokey|okie dokie|o k|kay|right|righto|yeah|yea|yah|ya|yes|yep|yup|sure|fine|good|very good|
    all good|great|nice|cool|perfect|lovely|wonderful|excellent|brilliant|awesome|amazing|fantastic|super|wow|really|
    interesting|exactly|absolutely|definitely|totally|certainly|indeed|true|correct|alright|all right|of course|
    for sure|got it|gotcha|got you|i see|i understand|i know|i get it|i got it|i hear you|understood|makes sense|
    that makes sense|that s right|that s true|that s nice|sounds good|sounds great|sounds right|fair enough|
    no problem|no worries|go on|go ahead|please go on|carry on|continue|please continue|keep going|keep talking|
    thanks|thank you|thank you very much|thanks a lot|cheers`,
  de: `mhm|mm|hm|hmm|m hm|aha|ah|ahh|oh|ohh|ach|ach so|achso|äh|ähm|öh|ja|jaja|jo|joa|jep|jawohl|okay|ok|okey|gut|
    sehr gut|schön|sehr schön|prima|super|toll|klasse|wunderbar|perfekt|klar|na klar|alles klar|logisch|genau|
    ganz genau|exakt|eben|richtig|stimmt|das stimmt|tatsächlich|wirklich|echt|verstehe|verstanden|ich verstehe|
    das verstehe ich|ich weiß|na gut|in ordnung|kein problem|macht sinn|das macht sinn|klingt gut|das klingt gut|
    natürlich|selbstverständlich|sicher|interessant|weiter|weiter bitte|bitte weiter|mach weiter|machen sie weiter|
    reden sie weiter|sprechen sie weiter|danke|dankeschön|danke schön|vielen dank`,
  fr: `mhm|mm|hm|hmm|hum|ah|ahh|oh|euh|ben|oui|ouais|ok|okay|d accord|daccord|bien|très bien|bon|c est bon|
    c est bien|c est ça|c est vrai|c est clair|ça marche|parfait|super|génial|excellent|exact|exactement|tout à fait|
    absolument|effectivement|en effet|vraiment|voilà|je vois|je sais|je comprends|compris|j ai compris|entendu|
    bien sûr|pas de problème|intéressant|continuez|continue|poursuivez|allez y|merci|merci beaucoup`,
  es: `mhm|mm|hm|hmm|ajá|aja|ajam|ah|ahh|oh|eh|em|sí|si|ok|okay|okey|vale|claro|bien|muy bien|qué bien|bueno|
    perfecto|genial|estupendo|excelente|exacto|exactamente|cierto|es cierto|así es|eso es|efectivamente|de verdad|
    en serio|entiendo|lo entiendo|comprendo|lo sé|ya veo|ya|de acuerdo|entendido|por supuesto|interesante|siga|sigue|
    continúe|continúa|adelante|gracias|muchas gracias`,
  it: `mhm|mm|hm|hmm|ah|ahh|oh|eh|ehm|sì|si|ok|okay|va bene|bene|molto bene|benissimo|ottimo|certo|certamente|giusto|
    esatto|esattamente|perfetto|perfettamente|assolutamente|davvero|vero|è vero|capisco|ho capito|capito|lo so|
    d accordo|chiaro|naturalmente|sicuro|interessante|nessun problema|continui|continua|vada avanti|vai avanti|prego|
    grazie|grazie mille`,
  nl: `mhm|mm|hm|hmm|aha|ah|ahh|oh|eh|ehm|ja|jaja|jawel|jazeker|ok|okay|oké|goed|heel goed|prima|mooi|leuk|super|
    perfect|uitstekend|klopt|dat klopt|precies|juist|inderdaad|absoluut|echt|echt waar|snap ik|ik snap het|
    ik begrijp het|begrijp ik|begrepen|ik weet het|duidelijk|helder|natuurlijk|tuurlijk|zeker|geen probleem|
    interessant|ga door|ga verder|gaat u verder|gaat u door|dank je|dank je wel|dankjewel|dank u|dank u wel|bedankt`,
  pt: `mhm|mm|hm|hmm|ahã|aham|ah|ahh|oh|é|sim|ok|okay|tá|tá bom|está bem|certo|claro|bem|muito bem|bom|muito bom|
    ótimo|excelente|perfeito|exato|exatamente|isso|isso mesmo|beleza|legal|pois|pois é|verdade|é verdade|sério|
    entendo|entendi|entendido|compreendo|percebo|percebi|eu sei|de acordo|com certeza|sem problema|interessante|
    pode continuar|continue|continua|obrigado|obrigada|muito obrigado|muito obrigada`,
  pl: `mhm|mm|hm|hmm|aha|ah|ahh|och|no|tak|ok|okay|okej|dobrze|bardzo dobrze|dobra|jasne|pewnie|racja|dokładnie|
    właśnie|zgadza się|naprawdę|wiem|rozumiem|zrozumiałem|zrozumiałam|w porządku|super|oczywiście|świetnie|doskonale|
    ciekawe|proszę dalej|proszę mówić|proszę kontynuować|dalej|dziękuję|dziękuję bardzo|dzięki`,
};

/** Greetings of people who pick up a telephone, to hear whether anyone is there. */
const PICKING_UP: Readonly<Record<string, string>> = {
  en: `hello|hello there|hi|hi there|hey|yes|yes hello|yes please|good morning|good afternoon|good evening|anybody there|
    anyone there|is anybody there|is anyone there|can you hear me`,
  de: `hallo|ja|ja bitte|ja hallo|guten tag|guten morgen|guten abend|tag|grüß gott|servus|moin|ist da jemand|hören sie mich`,
  fr: `allô|allo|oui|oui allô|bonjour|bonsoir|salut|vous m entendez|il y a quelqu un`,
  es: `hola|sí|si|diga|dígame|bueno|aló|buenos días|buenas tardes|buenas noches|me oye|hay alguien`,
  it: `pronto|sì|si|ciao|buongiorno|buonasera|salve|mi sente|c è qualcuno`,
  nl: `hallo|ja|hoi|goedemorgen|goedemiddag|goedenavond|goedendag|hoort u mij|is daar iemand`,
  pt: `alô|está|estou|sim|olá|oi|bom dia|boa tarde|boa noite|está a ouvir|tem alguém aí`,
  pl: `halo|tak|słucham|dzień dobry|dobry wieczór|cześć|czy mnie słychać|jest tam ktoś`,
};

/** What people say when a call ends, before they hang up. */
const FAREWELLS: Readonly<Record<string, string>> = {
  en: `bye|byebye|bye now|bye then|bye for now|goodbye|good bye|good night|see you|see you later|see you soon|
    see you then|see ya|take care|have a good day|have a nice day|have a great day|have a good one|have a good evening|
    you too|same to you|the same to you|and you|talk to you later|talk to you soon|cheerio|ciao|many thanks|
    thanks so much|thank you so much|thanks for your help|thank you for your help`,
  de: `tschüss|tschüß|tschüs|tschau|ciao|tschö|servus|auf wiederhören|auf wiedersehen|wiederhören|wiedersehen|bis dann|
    bis bald|bis später|bis morgen|schönen tag|schönen tag noch|einen schönen tag|einen schönen tag noch|
    schönen abend|schönen abend noch|einen schönen abend|ebenso|ebenfalls|gleichfalls|ihnen auch|dir auch|
    machen sie s gut|mach s gut|danke für ihre hilfe|vielen dank für ihre hilfe`,
  fr: `au revoir|à bientôt|à plus|à plus tard|à tout à l heure|à demain|bonne journée|bonne soirée|bonne fin de journée|
    bonne nuit|salut|ciao|bye|vous aussi|à vous aussi|de même|pareillement`,
  es: `adiós|adios|chao|chau|bye|hasta luego|hasta pronto|hasta mañana|nos vemos|que tenga un buen día|
    que tenga buen día|buen día|buenas noches|igualmente|a usted|a ti|cuídese|cuídate`,
  it: `arrivederci|arrivederla|ciao|a presto|a dopo|a domani|buona giornata|buona serata|buonanotte|buona notte|
    anche a lei|anche a te|altrettanto|salve`,
  nl: `dag|doei|doeg|ciao|tot ziens|tot straks|tot later|tot morgen|fijne dag|fijne dag nog|prettige dag|fijne avond|
    u ook|jij ook|hetzelfde|insgelijks|groetjes`,
  pt: `tchau|xau|adeus|até logo|até breve|até mais|até amanhã|até à próxima|bom dia|boa tarde|boa noite|
    tenha um bom dia|igualmente|para você também|para si também`,
  pl: `do widzenia|do usłyszenia|cześć|pa|na razie|do zobaczenia|do jutra|miłego dnia|dobranoc|nawzajem|wzajemnie`,
};

/**
 * Returns whether the text consists of backchannels only; for an incomplete text, whether it may become that. Always
 * false for a language without a list here.
 */
export function isBackchannel(text: string, language: string, isComplete = true): boolean {
  return isMadeOf(LISTENING, text, language, isComplete);
}

/** Returns whether the text is a greeting of someone who has just picked up a telephone, possibly with backchannels. */
export function isPickUpGreeting(text: string, language: string, isComplete = true): boolean {
  return isMadeOf(PICKING_UP, text, language, isComplete) || isMadeOf(BOTH, text, language, isComplete);
}

/** Returns whether the text takes leave, possibly with backchannels; for an incomplete text, whether it may become that. */
export function isFarewell(text: string, language: string, isComplete = true): boolean {
  return isMadeOf(LEAVING, text, language, isComplete) && !(isComplete && isBackchannel(text, language));
}

/** Greetings of people who pick up that accept what is asked: said over a question, they answer it. */
const ACCEPTING: Readonly<Record<string, string>> = { en: `yes please`, de: `ja bitte` };

/** Returns whether the text answers a question without a word of its own: "yes", "exactly", "yes, please". */
export function isAssent(text: string, language: string): boolean {
  return isMadeOf(ASSENTING, text, language, true);
}

const BOTH = withListening(PICKING_UP);
const LEAVING = withListening(FAREWELLS);
const ASSENTING = withListening(ACCEPTING);

function withListening(lists: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const both = Object.entries(LISTENING).map(([language, phrases]) => {
    const others = lists[language];
    return [language, others ? `${others}|${phrases}` : phrases] as const;
  });
  return Object.fromEntries(both);
}

/** A prepared list: its phrases, and the pattern of a text that consists of them only. */
interface Phrases {
  readonly all: readonly string[];
  readonly pattern: RegExp;
}
const ready = new Map<string, Phrases>();

function phrasesOf(list: string): Phrases {
  const known = ready.get(list);
  if (known) return known;
  const all = list.split("|").map((phrase) => spokenWords(phrase).join(" "));
  const phrases = { all, pattern: new RegExp(`^(?:(?:${all.join("|")}) )+$`, "u") };
  ready.set(list, phrases);
  return phrases;
}

function isMadeOf(
  lists: Readonly<Record<string, string>>,
  text: string,
  language: string,
  isComplete: boolean,
): boolean {
  const list = lists[primaryLanguage(language)];
  if (list === undefined) return false;
  const words = spokenWords(text);
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  const { all, pattern } = phrasesOf(list);
  const said = words.join(" ");
  return isComplete ? pattern.test(`${said} `) : mayBecome(all, said);
}

/** Returns whether the text may be the beginning of a sequence of phrases, possibly in the middle of a word. */
function mayBecome(phrases: readonly string[], said: string): boolean {
  return phrases.some(
    (phrase) =>
      phrase.startsWith(said) || (said.startsWith(`${phrase} `) && mayBecome(phrases, said.slice(phrase.length + 1))),
  );
}

/** Maximum number of words in a backchannel: someone who says more is not only listening. */
const MAX_WORDS = 8;
