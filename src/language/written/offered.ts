import { isRecord } from "../../kernel/record.js";
import type { ToolOffer } from "../ports.js";

/** A call that a model wrote as text. `arguments` is JSON text, or what it wrote instead. */
export interface WrittenCall {
  readonly name: string;
  readonly arguments: string;
}

/** The tools that may be called, by name in upper case. */
export type Offered = ReadonlyMap<string, ToolOffer>;

export const offeredBy = (offers: readonly ToolOffer[]): Offered =>
  new Map(offers.map((offer) => [offer.name.toUpperCase(), offer]));

/** What may surround a name: `CALC.call`, `functions.CALC`, `CALC<|channel|>commentary`, `"CALC"`, `CALC:0`, `CALC()`, `CALC.` */
const AROUND_NAMES = [/\.call$/i, /<[|｜].*$/s, /[\s"'`()]+/g, /^\/+|\/+$/g, /:\d*$/, /[.:-]+$/];
/** What is joined to a name when a server removes the tokens between: `functionCALC`, `CALCjson`. */
const JOINED = [/^functions?(?=[A-Z])/, /(?<=[A-Z])(?:json|code)$/];

/** Returns the name of the offered tool that `written` means; `written` itself when there is none. */
export function meantName(written: string, offered: Offered): string {
  const plain = AROUND_NAMES.reduce((name, pattern) => name.replace(pattern, ""), written);
  const last = plain.split(/[./:]/).at(-1) ?? "";
  const candidates = [written, plain, last, JOINED.reduce((name, pattern) => name.replace(pattern, ""), last)];
  const known = candidates.map((name) => offered.get(name.toUpperCase())).find((offer) => offer !== undefined);
  return known?.name ?? plain.slice(0, 64);
}

/** Returns the offered tool that `written` means. */
export const meantOffer = (written: string, offered: Offered) => offered.get(meantName(written, offered).toUpperCase());
export const isOffered = (written: string, offered: Offered) => meantOffer(written, offered) !== undefined;

/** The function that models are taught to give their answer to. */
export const ANSWER_FUNCTION = "final_answer";

/** The names of a tool's parameters, in order; undefined when its schema does not name them. */
export function parametersOf(offer: ToolOffer | undefined): readonly string[] | undefined {
  const properties = offer?.parameters.properties;
  return isRecord(properties) ? Object.keys(properties) : undefined;
}

/** Whether a tool has no parameters: what is written behind its name is none. */
export const takesNothing = (offer: ToolOffer | undefined) => parametersOf(offer)?.length === 0;

/** Arguments that are one text without a name: the value of the tool's first parameter. */
export function asFirstParameter(written: string, offer: ToolOffer | undefined): string {
  const value = written.trim();
  const [first] = parametersOf(offer) ?? [];
  if (value === "" || /^(?:None|null|N\/A)$/i.test(value) || takesNothing(offer)) return "";
  return first ? JSON.stringify({ [first]: value.replace(/^(["'])([\s\S]*)\1$/, "$2") }) : value;
}
