import { halfOf } from "./half-of.js";
import { NAME } from "./tagged-calls.js";

/**
 * Patterns of what stands around the names and arguments of written calls. test/unit/language/written has an example of each.
 */

/** Words between a name and its arguments. */
const WORDS = ["json", "code", "commentary", "analysis"];
/** Labels of arguments, each with what may precede it: `Arguments:`, `Action Input:`. */
const LABELS = ["[Ii]nputs?", "[Aa]rguments?", "[Aa]rgs", "[Pp]arameters?", "[Pp]arams"];
const LABEL = String.raw`(?:(?:Action|Tool|Function|action|tool|function)[ _])?(?:${LABELS.join("|")})[*_]{0,2}\s?[:=]`;
const HALF_LABELS = ["Input", "Arguments", "Args", "Parameters", "Params"].flatMap((label) =>
  ["", "Action ", "Tool ", "Function "].map((before) => before + label),
);
/** Tokens that begin or end a call stand at no other place within one. */
const TOKEN = String.raw`<[|｜](?!(?:call|\/?tool_calls?|tool_call_begin|[\w▁]*(?:end|section_begin|calls?▁begin))[|｜])[\w▁][^<>]{0,40}>`;
/** The name was an element, and so are its arguments: `<tool>CALC</tool><args>{…}</args>`. */
const NEXT_ELEMENT = String.raw`<\/(?:tool|name|tool_name|function|function_name|action)>\s{0,9}<(?:args|arguments|parameters|params|input|tool_input|action_input)>`;
/** What may stand between a name and its arguments: blanks, fences, punctuation, special tokens, "json", labels. */
export const GAP = String.raw`(?:[\s:*(\`>=]|(?:${WORDS.join("|")})\b|${TOKEN}|<tool_sep>|\[(?:ARGS|CALL_ID)\][\w-]{0,20}|✿ARGS✿|${LABEL}|${NEXT_ELEMENT}){0,40}`;
const HALF_GAP = String.raw`(?:<[^<>]{0,40}|\[[A-Z_]{0,8}|${[...WORDS, ...HALF_LABELS].map(halfOf).join("|")})`;
/** Matches what follows a word while it may still become a call. */
export const MAY_BE_CALL = new RegExp(
  String.raw`^(?::\d{0,3})?${GAP}["“]?(?:${NAME}["”]?${GAP})?${HALF_GAP}(?:[{([][\s\S]*)?$`,
);

/** Words that announce a call before its tool's name. */
const ANNOUNCEMENT = String.raw`(?:TOOL|Tool|Action|Function)(?:[ _](?:NAME|[Nn]ame|CALLS?|[Cc]alls?)(?!\w))?${GAP}["“]?`;
/** Words that belong to an announcement, unless a tool is called like that. */
export const IS_ANNOUNCING = /^(?:names?|calls?)$/i;
/** Matches a name, what announces it, and what follows it. */
export const NAMED = new RegExp(String.raw`(${ANNOUNCEMENT})?(${NAME})(["”]?${GAP})`, "y");
export const ENDS_WITH_LABEL = new RegExp(String.raw`${LABEL}\s*$`);

/** Matches a part of what surrounds calls: special tokens and tags that open or close them, fences, separators. */
export const AROUND =
  /^(?:\s+|```\w*|[,;:|*)`>-]|<\/?[|｜]?[\w▁:.|｜ -]{1,40}[|｜]?>|\\?\[\/?[A-Z][A-Z\\_ ]{2,20}\]|✿\w+✿|(?:json|code|(?:assistant)?commentary(?: ?to)?|analysis|assistant|[Ff]unctions?|functools|tool_code|name|(?:[Uu]sing )?[Tt]ool|[Cc]all(?:ing)?|to|print|Action(?: Input)?)(?![A-Za-z\d])(?:[ _](?:[Cc]alls?|[Nn]ame|[Uu]sed?)\b)?[=:(]?)/;
/** Matches the part of it behind which a tool's name alone is a call. */
export const OPENS =
  /^(?:<[|｜]?(?:[\w.-]+[:｜|])?(?:(?:tool|function)[_-]?calls?|function|tool_use|tool|call|(?:start_)?function_call|tool[▁_](?:sep|calls?[▁_]begin)|tool_calls?_section_begin)[|｜]?>|\\?\[TOOL[\\_ ]{1,2}CALLS?\\?\]|✿FUNCTION✿|(?:(?:assistant)?commentary ?)?to=)/i;
/** Matches where the arguments of such a call end, if they are not JSON. */
export const CLOSES = /<\/|<[|｜]|<tool_call>|\\?\[\/?TOOL|✿|```/;
