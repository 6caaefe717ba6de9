import { halfOf } from "./half-of.js";

/**
 * Patterns of thoughts that models write before or between what they say. test/unit/language/written has an example of each.
 */

/** Stems of tag names of thoughts: `antThinking`, `seed:think` and `chain_of_thought` have one. */
const STEMS =
  "think|thought|reason|rational|reflect|analy[sz]|scratch|monologue?|deliberat|planning|pensée|pensamiento|pensiero|gedanken|überleg|raison|razona|ragiona|riflession";
/** Tag names of thoughts. */
const NAMES = String.raw`[\p{L}:_.-]{0,20}(?:${STEMS})[\p{L}:_.-]{0,20}|cot|plan|internal|hidden|details`;
/** The same in square brackets, where other words are stage directions: `[thoughtful]`. */
const IN_BRACKETS = "think|thinking|thoughts?|reasoning|analysis|plan|planning|scratchpad|reflection|internal";
const OPEN_TAG = String.raw`<\s?(?:${NAMES})(?:\s[^<>\n]{0,80})?>|\[(?:${IN_BRACKETS})\]`;
const TOKEN = String.raw`(?:inner[_▁])?(?:${STEMS})\w{0,12}`;
/** Matches the beginning of a thought. */
export const OPENS = new RegExp(
  String.raw`^(?:${OPEN_TAG}|<unused94>|◁think▷|<[|｜](?:(?:start|begin)[_▁](?:of[_▁])?)?(?:${TOKEN}|inner_prefix)[|｜]>|<\|channel>thought|<\|channel\|> ?analysis\b(?! ?to=))`,
  "iu",
);
/** Matches the tags of thoughts within a thought. */
export const WITHIN = new RegExp(OPEN_TAG, "giu");
/** Matches the beginning of a thought if its end follows: else it is a stage direction. */
export const OPENS_IN_BRACKETS = new RegExp(String.raw`^\[(?:${IN_BRACKETS})\]`, "i");
/** The end of a thought in a channel whose tokens the server has removed. */
const FINAL = String.raw`assistantfinal|assistant\nfinal\n|assistant(?=commentary ?to=)|(?<=[.!?…"”)\]\n])(?=commentary ?to=(?:functions\.|[A-Z]))`;
/** Matches the end of a thought, whatever its name. */
export const CLOSES = new RegExp(
  String.raw`<\s?\/\s?(?:${NAMES})\s?>|\[\/(?:${IN_BRACKETS})\]|<unused95>|◁\/think▷|<[|｜]\/?(?:end[_▁](?:of[_▁])?)?(?:${TOKEN}|inner_suffix)[|｜]>|<channel\|>|<\|(?:end|return|call)\|>|(?=<\|(?:start|channel)\|>)|${FINAL}`,
  "iu",
);
/** Matches the end of a thought at the very beginning of a text. */
export const CLOSES_HERE = new RegExp(`^(?:${CLOSES.source})`, "iu");

/** Matches the beginning of a thought in a channel whose tokens the server has removed; and the same with a blank behind it. */
export const WITHOUT_TOKENS = /^(?:assistant)?analysis(?=[A-Za-z"“])/;
export const HEADED = /^(?:assistant)?analysis\s/;
/** Matches the beginning of a part to be spoken whose tokens the server has removed, and all that may still become one of these. */
export const PART_WITHOUT_TOKENS = /^(?:assistantfinal\n?|(?:assistant)?(?:final|commentary)(?:\n|(?=[A-Z"“¿¡\d])))/;
export const HALF_PART = new RegExp(
  `^(?:assistant)?(?:${["analysis", "final", "commentary"].map(halfOf).join("|")})$|^${halfOf("assistant")}$`,
);

/** Tag names of notes to oneself. Within a message they are left out only if the element has an end. */
export const NOTES =
  /ponder|consider|brainstorm|context|evaluat|critique|understand|strateg|approach|comment|research|verif|instruct|remind|emotion|denk|réfl|refle|pens(?:ar|er|am)|(?<!\p{L})(?:notes?|meta|steps?|tone|mood|intent|search|memory|check|query|goal|review|draft|plan)(?!\p{L})/iu;

/** Labels of thoughts, at the beginning of a line or of a remark in brackets. */
export const LABELS = [
  ...["thought", "thinking", "reasoning", "thought process", "thinking process", "reasoning process", "inner thought"],
  ...[
    "inner monologue",
    "internal thought",
    "internal monologue",
    "internal reasoning",
    "internal note",
    "note to self",
  ],
  ...[
    "chain of thought",
    "gedanke",
    "gedanken",
    "gedankengang",
    "überlegung",
    "überlegungen",
    "denkprozess",
    "réflexion",
  ],
  ...["pensée", "raisonnement", "pensamiento", "razonamiento", "pensiero", "ragionamento", "pensamento", "gedachte"],
];
/** Labels that count in brackets only: "(Internal: ...)", "*thinks: ...*". */
const IN_REMARKS = ["internal", "thinks", "think", "note to self"];
/** Titles under which models write a thought if another one announces the answer. */
const TITLES = [...LABELS, "thoughts", "analysis", "plan", "reflection", "scratchpad"];
const ANSWER_TITLES =
  "(?:final )?(?:answer|response|reply|output)|antwort|réponse(?: finale)?|respuesta(?: final)?|risposta(?: finale)?|resposta|antwoord";

const COLON = String.raw`[*_]{0,2}\s?:`;
export const LABEL = new RegExp(`^(?:${LABELS.join("|")})${COLON}`, "i");
export const LABEL_IN_REMARK = new RegExp(`^(?:${[...LABELS, ...IN_REMARKS].join("|")})${COLON}`, "i");
/** Matches text that may still become a label or a title, in lower case. */
export const HALF_LABEL = new RegExp(
  String.raw`^(?:${[...TITLES, ...IN_REMARKS].map(halfOf).join("|")})[*_.]{0,3}\s?:?[*_]{0,3}[^\S\n]*$`,
);
/** Matches a title in a line of its own, and what Ollama writes before a thought. */
export const TITLE = new RegExp(String.raw`^(?:${TITLES.join("|")})[*_]{0,3}\s?:?[*_]{0,3}[^\S\n]*\n`, "i");
export const TITLE_ENDS = new RegExp(
  String.raw`\n[^\S\n]*(?:#{1,6}\s*|[*_]{2,3})+(?:${ANSWER_TITLES})[*_]{0,3}\s?:?[*_]{0,3}[^\S\n]*(?:\n|$)`,
  "i",
);
export const DOTS = /^thinking\.{3}\n/i;
export const DOTS_END = /\.{3}\s?done thinking\.?\s*/i;
/** The first words of them all. */
export const FIRST_WORDS = [...TITLES, ...IN_REMARKS].map((label) => label.split(" ")[0] ?? "");
