import { endOfBrackets } from "../../validation/written-json.js";

/** A tool's name as models write it: `CALC`, `functions.CALC:0`. */
export const NAME = String.raw`[A-Za-z_][\w.-]{0,63}(?::\d{1,3})?`;

/** A call whose parts are in tags. `name` is as written. */
export interface TaggedCall {
  readonly name: string;
  /** JSON text, or what was written instead. */
  readonly arguments: string;
  /** Where it ends. */
  readonly end: number;
}

/** A model's own prefix of a tag's name: `seed:`, `｜DSML｜`. */
export const PREFIX = String.raw`(?:[|｜]?\w{1,16}[:|｜])?`;
const CALL = "invoke|function_call|function|tool_call|tool_use|use_tool|tool|call|action";
/** Matches the opening tag of a call: its name is an attribute, follows `=`, has a tag, or is the tag. */
const OPENING = new RegExp(
  [
    String.raw`<${PREFIX}(?:${CALL})\s+(?:name|tool|function)=["']?(?<attribute>${NAME})["']?(?<others>[^<>\n]{0,400})>`,
    String.raw`<${PREFIX}function=(?<assigned>${NAME})(?<more>\s+[\w-]{1,64}=["'][^<>\n]{0,400})?\s*>?`,
    String.raw`<${PREFIX}(?:${CALL})>\s{0,9}<(?:tool_name|name|function_name)>\s{0,9}(?<inner>${NAME})\s{0,9}<\/[a-z_]{4,13}>`,
    String.raw`(?<before>${NAME})(?=\s{0,9}<arg_key>)`,
    String.raw`<(?<own>${NAME})(?<attributes>\s[^<>\n]{0,400}|\/)?>`,
  ].join("|"),
  "y",
);
const CLOSING = new RegExp(String.raw`<\/${PREFIX}(?:${CALL})>`, "g");

/**
 * Reads a call at a position: `<invoke name="CALC"><parameter name="expression">1+1</parameter></invoke>`,
 * `<function=CALC>{"expression": "1+1"}</function>`, `<CALC><expression>1+1</expression></CALC>` and the like.
 *
 * @param isTool whether a tag's own name is a tool's
 */
export function taggedCall(text: string, at: number, isTool: (name: string) => boolean): TaggedCall | undefined {
  OPENING.lastIndex = at;
  const opened = OPENING.exec(text);
  const { own, attributes = "", more = attributes, others = more, ...names } = opened?.groups ?? {};
  const name = own ?? Object.values(names).find((each) => each !== undefined);
  if (!opened || name === undefined || (own !== undefined && !isTool(own))) return undefined;
  const from = at + opened[0].length;
  if (others.endsWith("/")) return { name, arguments: fromAttributes(others), end: from };
  const [until, end] = closingOf(text, from, own);
  const inside = text.slice(from, until);
  const given = /\w=/.test(others) && !/\S/.test(inside) ? fromAttributes(others) : argumentsIn(inside);
  return { name, arguments: given, end };
}

/** Positions before and after the closing tag of a call. */
function closingOf(text: string, from: number, own: string | undefined): readonly [until: number, end: number] {
  const closing = own === undefined ? CLOSING : new RegExp(`</${own.replaceAll(".", "\\.")}>`, "g");
  closing.lastIndex = from;
  const closed = closing.exec(text);
  return closed ? [closed.index, closing.lastIndex] : [text.length, text.length];
}

/** The arguments in the attributes of a tag: each by its name, or all of them as JSON in one. */
function fromAttributes(text: string): string {
  const values = attributesIn(text);
  return WRAPPERS.map((name) => values[name]).find((value) => value?.startsWith("{")) ?? JSON.stringify(values);
}

function attributesIn(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(/([\w-]{1,64})=(?:"([^"]*)"|'([^']*)')/g)];
  return Object.fromEntries(pairs.map(([, name = "", double, single]) => [name, double ?? single ?? ""]));
}

function argumentsIn(body: string): string {
  const brace = body.indexOf("{");
  if (brace >= 0 && !/<(?!\/?(?:arguments|parameters|input)\b)\/?\w/.test(body.slice(0, brace)))
    return body.slice(brace, endOfBrackets(body, brace));
  const values = parametersIn(body);
  const others = body.replace(TAG, "").trim();
  return Object.keys(values).length > 0 || others === "" ? JSON.stringify(values) : others;
}

const TAG = new RegExp(
  String.raw`<(\/?)${PREFIX}([A-Za-z_][\w-]{0,63})(?:(?:=|\s+name=)["']?([\w-]{1,64}))?[^<>\n]{0,80}>`,
  "g",
);
/** Tags around parameters. */
const WRAPPERS = ["parameters", "arguments", "input", "args", "params"];

/** The values of parameters: each between a tag that names it and the end of that tag, or the next one like it. */
function parametersIn(body: string): Readonly<Record<string, string>> {
  const values: [string, string][] = [];
  let key = "";
  let open: { readonly tag: string; readonly name: string; readonly from: number } | undefined;
  const close = (until: number) => {
    const value = open && body.slice(open.from, until).trim();
    if (open?.tag === "arg_key") key = value ?? "";
    else if (open) values.push([open.name, value ?? ""]);
    open = undefined;
  };
  for (const { 0: whole, 1: slash, 2: tag = "", 3: named, index } of body.matchAll(TAG)) {
    if (open && (tag === open.tag || (tag === "arg_value" && open.tag === "arg_key"))) close(index);
    if (open || slash || WRAPPERS.includes(tag)) continue;
    open = { tag, name: named ?? (tag === "arg_value" ? key : tag), from: index + whole.length };
  }
  close(body.length);
  return Object.fromEntries(values);
}
