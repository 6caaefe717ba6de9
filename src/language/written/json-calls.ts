import { isRecord } from "../../kernel/record.js";
import type { ToolOffer } from "../ports.js";
import { argumentsInText } from "./line-arguments.js";
import { asFirstParameter, meantName, meantOffer, type Offered, parametersOf, type WrittenCall } from "./offered.js";

/** Fields under which servers and models write a tool's name and its arguments; however they write the fields' own names. */
const NAMES = [
  ...["name", "tool", "toolname", "functionname", "function", "action", "actionname", "recipientname"],
  ...["method", "command", "call", "api"],
];
const ARGUMENTS = [
  ...["arguments", "parameters", "args", "params", "toolinput", "input", "actioninput", "kwargs", "toolarguments"],
  ...["toolargs", "toolparameters", "functionarguments", "functionargs", "functionparameters", "inputs"],
];
const LISTS = ["toolcalls", "tooluses", "calls", "tools", "functioncalls", "functioncall", "toolcall", "call"];
/** The same, unless they are a tool's name. */
const LISTS_OR_NAMES = [...LISTS, "action", "tool"];
/** Fields beside them that are no arguments, unless a parameter has their name. */
const ENVELOPE = [
  ...["type", "id", "callid", "toolcallid", "index", "role"],
  ...["thought", "thoughts", "thinking", "reasoning", "explanation"],
];

/** Lists in lists in lists hold no calls. */
const MAX_DEPTH = 8;

/** `Tool_Name` and `toolName` are one field. */
export const plainKey = (key: string) => key.toLowerCase().replace(/[\s_-]/g, "");

/** Returns the calls that a value describes; none if it describes something else. */
export function callsOf(value: unknown, offered: Offered, depth = 0): readonly WrittenCall[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.slice(0, 20).flatMap((each) => callsOf(each, offered, depth + 1));
  if (!isRecord(value)) return [];
  const fields = new Map(Object.entries(value).map(([key, field]) => [plainKey(key), field]));
  const list = LISTS_OR_NAMES.map((field) => fields.get(field)).find(
    (inner) => typeof inner === "object" && inner !== null,
  );
  if (list !== undefined && (!Array.isArray(list) || list.length > 0)) return callsOf(list, offered, depth + 1);
  if (isRecord(fields.get("function"))) return callsOf(fields.get("function"), offered, depth + 1);
  return byName(value, offered);
}

/** `{"name": "CALC", "arguments": {"expression": "1+1"}}`; without a field for arguments, the others are the arguments. */
function byName(value: Readonly<Record<string, unknown>>, offered: Offered): readonly WrittenCall[] {
  const entries = Object.entries(value);
  const named = NAMES.flatMap((field) =>
    entries.filter(([key, name]) => plainKey(key) === field && typeof name === "string"),
  );
  const [nameKey, written] = named.find(([, name]) => meantOffer(String(name), offered)) ?? named[0] ?? [];
  if (typeof written !== "string") return keyedByName(entries, offered);
  const offer = meantOffer(written, offered);
  const given = ARGUMENTS.map((field) => entries.find(([key]) => plainKey(key) === field)?.[1]).find(
    (field) => field !== undefined && field !== null,
  );
  if (given === undefined && !offer) return [];
  const others = Object.fromEntries(entries.filter(([key]) => key !== nameKey && !isEnvelope(key, offer)));
  return [{ name: meantName(written, offered), arguments: textOf(together(given ?? {}, others, offer), offer) }];
}

/** Arguments with the fields beside them: all of them where there are no others, else those that are parameters. */
function together(given: unknown, others: Readonly<Record<string, unknown>>, offer: ToolOffer | undefined): unknown {
  if (!isRecord(given)) return given;
  const isMeant = (key: string) => Object.keys(given).length === 0 || parametersOf(offer)?.includes(key);
  return { ...Object.fromEntries(Object.entries(others).filter(([key]) => isMeant(key))), ...given };
}

function isEnvelope(key: string, offer: ToolOffer | undefined): boolean {
  if (parametersOf(offer)?.includes(key)) return false;
  return [...ENVELOPE, ...ARGUMENTS, ...LISTS].includes(plainKey(key));
}

/** `{"CALC": {"expression": "1+1"}}` */
function keyedByName(entries: readonly (readonly [string, unknown])[], offered: Offered): readonly WrittenCall[] {
  const [entry, ...others] = entries;
  const offer = entry && offered.get(entry[0].toUpperCase());
  if (!offer || others.length > 0) return [];
  // Data may have a field of this name: `{"weather": "sunny"}`.
  if (!isRecord(entry[1]) && entry[0] !== offer.name) return [];
  return [{ name: offer.name, arguments: textOf(entry[1], offer) }];
}

function textOf(value: unknown, offer: ToolOffer | undefined): string {
  if (Array.isArray(value) && value.length === 0) return "{}";
  if (typeof value !== "string") return JSON.stringify(value);
  if (/^\s*[{[`"]/.test(value)) return value;
  return argumentsInText(value, offer).json ?? asFirstParameter(value, offer);
}
