import { halfOf } from "./half-of.js";
import { PREFIX } from "./tagged-calls.js";

/**
 * Patterns of what models write that is neither speech nor a call. docs/language-model.md describes them;
 * test/unit/language/written/written-examples.ts has an example of each kind.
 */

const CALLS =
  "tool_?calls?|function_?calls?|function|invoke|parameter|tool_use|use_tool|tools?|call|action|arg_key|arg_value|tool_sep";
/** Tags and tokens that enclose calls. */
export const CALLS_OPEN = new RegExp(
  String.raw`^<(?:[|｜]|${PREFIX})(?:${CALLS}|python_tag|tool_calls?_(?:section_)?begin|tool▁calls?▁begin|start_function_call)\b[^<>\n]{0,80}>|^<\|channel\|> ?(?:commentary|analysis) ?to=|^<\|start\|> ?\w{0,12} to=|^<\|recipient\|> ?(?!all\b)\w|^<function=[\w.]{1,64}\s?[({]|^\[TOOL[\\_ ]{1,2}CALLS?\\?\]|^✿FUNCTION✿|^>>>(?!all\n)[A-Za-z_][\w.]{0,63}\n`,
  "i",
);

/** Tokens that end the assistant's message, and those with which a model continues as the other side. */
export const ENDS =
  /^(?:<[|｜](?:im_end|eot_id|eom_id|eot|eom|endoftext|end_of_text|return|stop|end_of_turn(?:_token)?|end▁of▁sentence|user|system|observation|tool)[|｜]>|<turn\|>|<\/s>|<(?:eos|end_of_turn|eot)>|<\/?(?:tool_response|tool_result|function_results?|result|observation)>|\[\/?(?:INST|TOOL_RESULTS|AVAILABLE_TOOLS)\]|✿(?:RESULT|RETURN)✿|\[\|endofturn\|\])/i;
/** A token that also ends the message, unless the model's messages have several channels: then another part follows. */
export const ENDS_PART = /^<\|end\|>/;
/** The beginning of a side's message. The assistant's own is removed at the start; any other one ends the message. */
export const BEGINS =
  /^(?:<[|｜](?:im_start|start_header_id|header_start|start|from|start_of_role)[|｜]> ?(\w{0,12})(?:<\|(?:end_header_id|header_end|end_of_role)\|>)?|<\|turn>(\w{0,12})|<start_of_turn>(\w{0,12})|<[|｜](assistant|bot)[|｜]>) ?/i;
/** The beginning of a part that is to be spoken. */
export const CHANNEL =
  /^(?:<\|channel\|> ?(?:final|commentary|analysis)? ?(?:(?:<\|constrain\|>)?\w{0,10}<\|message\|>|<\|constrain\|>\w{0,10})?|<\|recipient\|> ?all\s?(?:<\|content\|>)?|>>>all\n)/;
/** Any other special token of a model, and the end of a call that did not begin. */
export const TOKEN = new RegExp(
  String.raw`^(?:<[|｜]\/?[\w▁:. -]{1,40}[|｜]>|<(?:bos|pad|unk|s|unused\d{1,3}|0x[\dA-F]{2})>|<\/${PREFIX}(?:${CALLS})>|\[\|\w{1,40}\|\]|\[\/?[A-Z][A-Z_]{2,20}\])`,
);

/** Tags with which models ask a voice for a sound: they are never closed. */
const SOUNDS = "(?:breath|chuckle|cough|gasp|giggle|groan|laugh|pause|sigh|sniff|sniffle|whisper|yawn)s?|laughter";
/**
 * Matches the opening tag of an element that is neither markup of a text, a sound nor a wrapper around the answer. At the beginning of a
 * message it is something a model was trained to write before it speaks.
 */
export const ELEMENT_OPENS = new RegExp(
  String.raw`^<(?!(?:${SOUNDS}|a|abbr|address|article|b|big|blockquote|body|br|caption|center|cite|code|d[dlt]|del|div|em|font|footer|h[1-6r]|header|html|i|img|ins|kbd|li|main|mark|ol|p|pre|q|s|section|small|span|strong|su[bp]|t(?:able|body|d|h|head|r)|u|ul|audio|break|emotion(?!>[^ ])|emphasis|lang|phoneme|prosody|say-as|speak|speech|voice|say|answer|assistant|content|final|message|output|paragraph|reply|response|result|sentence|solution|text)(?![\p{L}\p{N}:_.-]))([\p{L}][\p{L}\p{N}:_.-]{0,40})(?:\s[^<>\n]{0,80}[^<>\n/])?>`,
  "iu",
);
/** Where a model that began by repeating the other side's words begins to speak itself. */
export const OWN_BEGINS =
  /\[\/INST\]|<[|｜](?:assistant|bot)[|｜]>|<\|im_start\|> ?assistant|<\|(?:start_header_id|header_start)\|>assistant<\|(?:end_header_id|header_end)\|>|<(?:start_of_turn|\|turn)>model|\n[*_ ]{0,4}(?:assistant|ai|bot|assistent|asistente|assistente)[*_]{0,2}\s?:[*_]{0,2}/i;
/** Matches the same at the very beginning of what follows something. */
export const OWN_BEGINS_HERE = new RegExp(`^\n?(?:${OWN_BEGINS.source})`, "i");

/** Text that may still become one of these. */
export const HALF_TAG =
  /^<(?:[/|｜\p{L}][^<>\n]{0,90})?$|^◁[^▷\n]{0,10}$|^\[\/?(?:[A-Z][A-Z\\_ ]{0,21}|[A-Za-z]{0,9})$|^\[\|\w{0,40}\|?$|^<\s(?:\/\s?)?(?:\p{L}[\p{L}:_.-]{0,30}\s?)?$|^<\|(?:channel|turn)>\w{0,12}$|^<\|(?:channel|im_start|start_header_id|header_start|start|start_of_role|from|recipient)\|>[^<>\n]{0,60}$|^<emotion>$|^<!-?$|^>{1,3}$|^>>>\w{1,64}$|^✿\w{0,10}$/u;
/** The beginning of a message or channel, while what it is depends on the text to come. */
export const HALF_HEADER =
  /^<\|(?:channel|start|from|recipient)\|>[^<>\n]{0,60}(?:<\|constrain\|>[^<>\n]{0,30})?(?:<(?:\|[a-z_]{0,10}\|?)?)?$/;

/** Names of special tokens that are no words: in whatever is left of their brackets, the message ends there. */
export const TOKEN_NAMES = [
  ...["im_end", "im_start", "eot_id", "eom_id", "endoftext", "end_of_text", "end_of_turn", "start_of_turn"],
  ...["start_header_id", "end_header_id", "end_of_sentence", "eos_token"],
];

/** Words that announce a call, and what has to follow them for that. */
export const ANNOUNCING: Readonly<Record<string, readonly string[]>> = {
  TOOL: [""],
  Action: [""],
  ...Object.fromEntries(["Tool", "Function"].map((word) => [word, [":", " call:", " Call:", " name:", " Name:"]])),
  ...Object.fromEntries(
    ["tool_call", "tool_calls", "tool_code", "function_call", "TOOL_CALL", "TOOL_CALLS", "TOOL_NAME"].map((word) => [
      word,
      [""],
    ]),
  ),
  ...Object.fromEntries(["tool", "function"].map((word) => [word, [" ", "<｜tool▁sep｜>", "<|tool_sep|>"]])),
  functools: ["[", " ["],
  print: ["("],
  ...Object.fromEntries(["to", "commentaryto"].map((word) => [word, ["="]])),
  ...Object.fromEntries(["Call", "call"].map((word) => [word, [":"]])),
  commentary: [" to="],
  assistantcommentary: [" to="],
};
/** A call whose result a variable takes; and text that may still become one. */
export const ASSIGNED =
  /^(?:[a-z_]\w{0,40}[^\S\n]{0,2}=[^\S\n]{0,2}|return\s|(?=await\s))(?:await\s)?([A-Za-z_][\w.]{0,63})\(/;
export const MAY_BE_VARIABLE = /^(?:[a-z_]\w{0,40}[^\S\n]{0,2}(?:=(?!=)|$)|(?:await|return)\s)/;
export const HALF_ASSIGNED =
  /^(?:[a-z_]\w{0,40}[^\S\n]{0,2}|(?:[a-z_]\w{0,40}[^\S\n]{0,2}=[^\S\n]{0,2}|return\s|(?=await\s))(?:await\s)?(?:[A-Za-z_][\w.]{0,63})?)$/;
/** A call in two lines, whatever its tool is called; and text that may still become one. */
export const ACTION = /^Action:[^\S\n]*[\w.-]{1,64}[^\S\n]*\nAction Input:/;
export const HALF_ACTION = /^Action:[^\S\n]*[\w.-]{0,64}[^\S\n]*(?:\n[Action Iput:]{0,13})?$/;
/** What models write before a tool's name, with a dot. */
export const NAMESPACES = ["functions", "default_api", "tools"];

/** Names of the sides in written dialogues. */
export const OTHER_SIDES = [
  ...["user", "human", "caller", "customer", "system", "tool"],
  ...["nutzer", "benutzer", "anrufer", "utilisateur", "appelant", "usuario", "utente", "gebruiker", "beller"],
];
export const OWN_SIDE = ["assistant", "ai", "bot", "model", "assistent", "asistente", "assistente", "asystent"];
/** Names among them that are also labels of records, and words like others. */
export const AMBIGUOUS_SIDES = ["customer", "system", "tool", "model"];
/** Sides whose names, all in capitals, also count within a line. */
export const IN_CAPITALS = ["USER", "HUMAN", "ASSISTANT"];
/** Headings of instructions, and of answers to them. */
export const HEADINGS: Readonly<Record<string, "own" | "other">> = {
  instruction: "other",
  input: "other",
  response: "own",
};
/** Labels of a line that is the answer. */
export const ANSWER_LABEL = /^(?:(?:(?:final|grounded) )?answer|final (?:response|reply))[*_]{0,2}\s?:[*_]{0,2}/i;
export const HALF_ANSWER_LABEL = /^(?:(?:final|grounded)(?: (?:[ar]\w{0,7})?)?|answer)[*_]{0,2}\s?$/i;
/** The label of a call that is data, which itself tells which; and of a call that is the answer. */
export const ACTION_LABEL =
  /^Action:\s{0,9}(?:(?=```|[{[])|Final Answer\s{1,9}Action Input:|(?:None|N\/A)\.?\s*(?:\n|$))/i;
export const HALF_ACTION_LABEL = new RegExp(
  String.raw`^Action(?::\s{0,9}(?:\`{0,2}|${halfOf("Final Answer")}|Final Answer\s{1,9}${halfOf("Action Input")}|(?:${halfOf("None")}|${halfOf("N/A")})\.?\s{0,9}))?$`,
);

/** Signs of tags as models escape them, and the part of one with which a piece may end. */
const SIGN = /&(?:amp;)?(lt|gt);|\\(?=[<>])/gi;
export const HALF_SIGN = /(?:&(?:a(?:mp?)?|(?:amp;)?(?:[lg]t?)?)?|\\)$/i;
export const plainSigns = (text: string) =>
  text.replace(SIGN, (_, name: string | undefined) => (name === undefined ? "" : /lt/i.test(name) ? "<" : ">"));
