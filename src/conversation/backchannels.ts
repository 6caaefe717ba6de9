import { languageCode, spokenWords } from "./spoken-words.js";

/**
 * Words with which people show that they listen, and nothing else: said over somebody who speaks, they ask them to go on.
 * A recogniser writes them in many ways, and finds some of them in coughs and breaths.
 */
const LISTENING: Readonly<Record<string, string>> = {
  en: `mhm|mm|mm hm|mm hmm|mmhm|mmhmm|hm|hmm|uh huh|uhhuh|aha|ah|oh|uh|um|er|erm|ok|okay|o k|kay|right|yeah|yea|ya|yes|yep|
    yup|sure|fine|good|great|nice|cool|perfect|lovely|wow|really|exactly|absolutely|definitely|indeed|true|correct|alright|
    all right|of course|got it|i see|i understand|i know|understood|makes sense|that makes sense|sounds good|no problem|
    go on|go ahead|please go on|carry on|continue|please continue|keep going|thanks|thank you|thank you very much`,
  de: `mhm|mm|hm|hmm|m hm|aha|ah|oh|ach|ach so|achso|äh|ähm|öh|ja|jaja|jo|jep|okay|ok|gut|schön|prima|super|toll|klar|
    genau|richtig|stimmt|verstehe|verstanden|ich verstehe|alles klar|na gut|in ordnung|natürlich|sicher|interessant|
    weiter|mach weiter|machen sie weiter|danke|vielen dank`,
  fr: `mhm|mm|hm|hmm|hum|ah|oh|euh|ben|oui|ouais|ok|okay|d accord|daccord|bien|très bien|bon|c est bon|parfait|super|
    exactement|voilà|je vois|je comprends|compris|entendu|bien sûr|continuez|continue|allez y|merci|merci beaucoup`,
  es: `mhm|mm|hm|hmm|ajá|aja|ah|oh|eh|em|sí|si|ok|okay|vale|claro|bien|muy bien|bueno|perfecto|exacto|cierto|entiendo|
    ya veo|ya|de acuerdo|entendido|por supuesto|siga|sigue|continúe|adelante|gracias|muchas gracias`,
  it: `mhm|mm|hm|hmm|ah|oh|eh|ehm|sì|si|ok|okay|va bene|bene|certo|giusto|esatto|perfetto|capisco|ho capito|capito|
    d accordo|chiaro|naturalmente|continui|vada avanti|prego|grazie|grazie mille`,
  nl: `mhm|mm|hm|hmm|aha|ah|oh|eh|ehm|ja|jaja|jawel|ok|okay|oké|goed|prima|mooi|klopt|precies|juist|inderdaad|snap ik|
    ik snap het|ik begrijp het|begrepen|duidelijk|natuurlijk|zeker|ga door|ga verder|dank je|dank u|bedankt`,
  pt: `mhm|mm|hm|hmm|ahã|aham|ah|oh|é|sim|ok|okay|tá|tá bom|está bem|certo|claro|bem|muito bem|bom|perfeito|exato|
    entendo|entendi|percebo|com certeza|pode continuar|continue|obrigado|obrigada`,
  pl: `mhm|mm|hm|hmm|aha|ah|och|no|tak|ok|okej|dobrze|dobra|jasne|pewnie|racja|dokładnie|rozumiem|zrozumiałem|
    oczywiście|świetnie|proszę dalej|dalej|dziękuję|dzięki`,
};

/** What people say when a telephone is picked up, to hear whether somebody is there. */
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

/**
 * Whether the text is words of listening alone; of a text that is still being said, whether it may become that. A language
 * that has no list here has none.
 */
export function isBackchannel(text: string, language: string, isComplete = true): boolean {
  return isMadeOf(LISTENING, text, language, isComplete);
}

/** Whether the text is what is said into a telephone that was just picked up, perhaps with words of listening. */
export function isPickUpGreeting(text: string, language: string, isComplete = true): boolean {
  return isMadeOf(PICKING_UP, text, language, isComplete) || isMadeOf(BOTH, text, language, isComplete);
}

const BOTH: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PICKING_UP).map(([language, phrases]) => [language, `${phrases}|${LISTENING[language]}`]),
);

/** A list, made ready once: its phrases, and the pattern of a text that is phrases of it alone. */
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
  const list = lists[languageCode(language)];
  if (list === undefined) return false;
  const words = spokenWords(text);
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  const { all, pattern } = phrasesOf(list);
  const said = words.join(" ");
  return isComplete ? pattern.test(`${said} `) : mayBecome(all, said);
}

/** Whether phrases, one after the other, begin with this, in the middle of a word perhaps. */
function mayBecome(phrases: readonly string[], said: string): boolean {
  return phrases.some(
    (phrase) =>
      phrase.startsWith(said) || (said.startsWith(`${phrase} `) && mayBecome(phrases, said.slice(phrase.length + 1))),
  );
}

/** Who says more than this at a stretch is not only listening. */
const MAX_WORDS = 8;
