import { primaryLanguage } from "../locales/locales.js";

/** The words for signs in one language. */
export interface SignWords {
  /** Signs of addresses. */
  readonly dot: string;
  readonly at: string;
  readonly slash: string;
  readonly dash: string;
  readonly underscore: string;
  readonly plus: string;
  /** Stands for an address that is too long to be said. */
  readonly link: string;
  /** Keys of a telephone. */
  readonly star: string;
  readonly pound: string;
  /** `#` before a number. */
  readonly number: string;
  readonly times: string;
  readonly dividedBy: string;
  readonly plusOrMinus: string;
  /** Before a number: "<5 minutes", ">= 18". */
  readonly lessThan: string;
  readonly moreThan: string;
  readonly atMost: string;
  readonly atLeast: string;
  readonly about: string;
  /** Between two numbers or letters: "5 < 6", "x >= y". */
  readonly isLess: string;
  readonly isMore: string;
  readonly isAtMost: string;
  readonly isAtLeast: string;
  readonly isNot: string;
  readonly squared: string;
  readonly toThePowerOf: string;
  readonly squareRootOf: string;
  /** Between the parts of a fraction. */
  readonly over: string;
  /** Matches the beginning of a word about keys. */
  readonly keys: RegExp;
  /** Matches the first words of a stage direction. */
  readonly directions: RegExp;
}

/** A regular expression for words at the beginning of words, or alone. */
const beginning = (words: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.split(" ").join("|")})`, "iu");
const first = (words: string) =>
  new RegExp(String.raw`^\W{0,3}(?:${words.split(" ").join("|")})(?![\p{L}\p{N}])`, "iu");

const WORDS: Readonly<Record<string, SignWords>> = {
  en: {
    ...{ dot: "dot", at: "at", slash: "slash", dash: "dash", underscore: "underscore", plus: "plus", link: "a link" },
    ...{ star: "star", pound: "pound", number: "number" },
    ...{ times: "times", dividedBy: "divided by", plusOrMinus: "plus or minus" },
    ...{ lessThan: "less than", moreThan: "more than", squared: "squared", toThePowerOf: "to the power of" },
    ...{ atMost: "at most", atLeast: "at least", about: "about", isLess: "less than", isMore: "greater than" },
    ...{ isAtMost: "less than or equal to", isAtLeast: "greater than or equal to", isNot: "not equal to" },
    ...{ squareRootOf: "the square root of", over: "over" },
    keys: beginning("press dial enter hit push key keypad type tap touch button punch"),
    directions: first(
      "laughs smiles sighs pauses chuckles giggles nods whispers coughs gasps grins winks shrugs yawns groans sobs sniffs snorts smirks beams clears\\sthroat clears\\s(?:his|her|their|its)\\sthroat " +
        "laughing smiling sighing pausing chuckling giggling whispering (?:(?:short|long|brief)\\s)?(?:pause|silence|beat|break|wait) laughter laugh sigh chuckle (?:soft|warm|light|gentle)ly",
    ),
  },
  de: {
    ...{ dot: "Punkt", at: "at", slash: "Schrägstrich", dash: "Bindestrich", underscore: "Unterstrich", plus: "plus" },
    ...{ link: "ein Link", star: "Stern", pound: "Raute", number: "Nummer" },
    ...{ times: "mal", dividedBy: "geteilt durch", plusOrMinus: "plus minus" },
    ...{ lessThan: "weniger als", moreThan: "mehr als", squared: "zum Quadrat", toThePowerOf: "hoch" },
    ...{ atMost: "höchstens", atLeast: "mindestens", about: "ungefähr", isLess: "kleiner als", isMore: "größer als" },
    ...{ isAtMost: "kleiner oder gleich", isAtLeast: "größer oder gleich", isNot: "ungleich" },
    ...{ squareRootOf: "die Wurzel aus", over: "durch" },
    keys: beginning("drück wähl taste tipp eingeb geben"),
    directions: first(
      "lacht lächelt seufzt kichert nickt zwinkert schmunzelt flüstert hustet gähnt räuspert (?:kurze\\s)?pause stille",
    ),
  },
  fr: {
    ...{ dot: "point", at: "arobase", slash: "slash", dash: "tiret", underscore: "tiret bas", plus: "plus" },
    ...{ link: "un lien", star: "étoile", pound: "dièse", number: "numéro" },
    ...{ times: "fois", dividedBy: "divisé par", plusOrMinus: "plus ou moins" },
    ...{ lessThan: "moins de", moreThan: "plus de", squared: "au carré", toThePowerOf: "puissance" },
    ...{ atMost: "au plus", atLeast: "au moins", about: "environ", isLess: "inférieur à", isMore: "supérieur à" },
    ...{ isAtMost: "inférieur ou égal à", isAtLeast: "supérieur ou égal à", isNot: "différent de" },
    ...{ squareRootOf: "la racine carrée de", over: "sur" },
    keys: beginning("appuy tap touche compos saisi"),
    directions: first("rit sourit soupire glousse chuchote tousse rires? soupir sourire pause silence"),
  },
  es: {
    ...{ dot: "punto", at: "arroba", slash: "barra", dash: "guion", underscore: "guion bajo", plus: "más" },
    ...{ link: "un enlace", star: "asterisco", pound: "almohadilla", number: "número" },
    ...{ times: "por", dividedBy: "entre", plusOrMinus: "más o menos" },
    ...{ lessThan: "menos de", moreThan: "más de", squared: "al cuadrado", toThePowerOf: "elevado a" },
    ...{
      atMost: "como máximo",
      atLeast: "como mínimo",
      about: "aproximadamente",
      isLess: "menor que",
      isMore: "mayor que",
    },
    ...{ isAtMost: "menor o igual que", isAtLeast: "mayor o igual que", isNot: "distinto de" },
    ...{ squareRootOf: "la raíz cuadrada de", over: "sobre" },
    keys: beginning("puls presion marc oprim tecla tecle"),
    directions: first("ríe se\\sríe sonríe suspira susurra tose risas? suspiro sonrisa pausa silencio"),
  },
  it: {
    ...{ dot: "punto", at: "chiocciola", slash: "barra", dash: "trattino", underscore: "trattino basso", plus: "più" },
    ...{ link: "un link", star: "asterisco", pound: "cancelletto", number: "numero" },
    ...{ times: "per", dividedBy: "diviso", plusOrMinus: "più o meno" },
    ...{ lessThan: "meno di", moreThan: "più di", squared: "al quadrato", toThePowerOf: "alla" },
    ...{ atMost: "al massimo", atLeast: "almeno", about: "circa", isLess: "minore di", isMore: "maggiore di" },
    ...{ isAtMost: "minore o uguale a", isAtLeast: "maggiore o uguale a", isNot: "diverso da" },
    ...{ squareRootOf: "la radice quadrata di", over: "su" },
    keys: beginning("prem digit tast compon"),
    directions: first("ride sorride sospira ridacchia sussurra tossisce risate? sospiro sorriso pausa silenzio"),
  },
  nl: {
    ...{ dot: "punt", at: "apenstaartje", slash: "slash", dash: "streepje", underscore: "laag streepje", plus: "plus" },
    ...{ link: "een link", star: "sterretje", pound: "hekje", number: "nummer" },
    ...{ times: "keer", dividedBy: "gedeeld door", plusOrMinus: "plus of min" },
    ...{ lessThan: "minder dan", moreThan: "meer dan", squared: "kwadraat", toThePowerOf: "tot de macht" },
    ...{ atMost: "hoogstens", atLeast: "minstens", about: "ongeveer", isLess: "kleiner dan", isMore: "groter dan" },
    ...{ isAtMost: "kleiner dan of gelijk aan", isAtLeast: "groter dan of gelijk aan", isNot: "niet gelijk aan" },
    ...{ squareRootOf: "de wortel van", over: "gedeeld door" },
    keys: beginning("druk toets kies tik voer"),
    directions: first("lacht glimlacht zucht giechelt knikt fluistert hoest gelach pauze stilte"),
  },
  pt: {
    ...{ dot: "ponto", at: "arroba", slash: "barra", dash: "hífen", underscore: "sublinhado", plus: "mais" },
    ...{ link: "um link", star: "asterisco", pound: "cerquilha", number: "número" },
    ...{ times: "vezes", dividedBy: "dividido por", plusOrMinus: "mais ou menos" },
    ...{ lessThan: "menos de", moreThan: "mais de", squared: "ao quadrado", toThePowerOf: "elevado a" },
    ...{ atMost: "no máximo", atLeast: "no mínimo", about: "cerca de", isLess: "menor que", isMore: "maior que" },
    ...{ isAtMost: "menor ou igual a", isAtLeast: "maior ou igual a", isNot: "diferente de" },
    ...{ squareRootOf: "a raiz quadrada de", over: "sobre" },
    keys: beginning("prim press aperte tecl marq disq digit"),
    directions: first("ri sorri suspira sussurra tosse risos? suspiro sorriso pausa silêncio"),
  },
  pl: {
    ...{ dot: "kropka", at: "małpa", slash: "ukośnik", dash: "myślnik", underscore: "podkreślnik", plus: "plus" },
    ...{ link: "link", star: "gwiazdka", pound: "krzyżyk", number: "numer" },
    ...{ times: "razy", dividedBy: "podzielić przez", plusOrMinus: "plus minus" },
    ...{ lessThan: "mniej niż", moreThan: "więcej niż", squared: "do kwadratu", toThePowerOf: "do potęgi" },
    ...{ atMost: "co najwyżej", atLeast: "co najmniej", about: "około", isLess: "mniejsze niż", isMore: "większe niż" },
    ...{ isAtMost: "mniejsze lub równe", isAtLeast: "większe lub równe", isNot: "różne od" },
    ...{ squareRootOf: "pierwiastek z", over: "przez" },
    keys: beginning("naciśn wciśn wybierz klawisz przycisk wprowadź"),
    directions: first("śmieje\\ssię uśmiecha\\ssię wzdycha chichocze szepcze kaszle śmiech westchnienie pauza cisza"),
  },
};

/** @param language such as `en` or `de-AT`, in any case; English for one without words */
export const signWords = (language: string): SignWords => {
  const own = primaryLanguage(language);
  return (Object.hasOwn(WORDS, own) ? WORDS[own] : undefined) ?? (WORDS.en as SignWords);
};

/** Whether a remark is a stage direction, in the language or in English, which models fall back to. */
export const isDirection = (remark: string, { directions }: SignWords) =>
  directions.test(remark) || (WORDS.en as SignWords).directions.test(remark);
