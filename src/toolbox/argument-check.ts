import { isRecord } from "../kernel/record.js";
import { isNestedDeeper, isPrototypeKey } from "../validation/hostile-values.js";
import { readWrittenJson } from "../validation/written-json.js";
import {
  createValidator,
  MAX_DEPTH,
  type Validated,
  type ValidatorOptions,
  type Validator,
} from "../validation/validator.js";
import { type Parameters, schemaOf } from "./parameters.js";
import type { ParameterValue, Tool } from "./tool.js";

/**
 * One fault in the arguments. `path` is the parameter's name followed by a JSON pointer to the place; empty when the fault
 * concerns no single parameter.
 */
export interface ParameterFault {
  readonly path: string;
  readonly message: string;
}

export type Checked =
  | { readonly parameters: Parameters }
  | { readonly faults: readonly [ParameterFault, ...ParameterFault[]] };

/** Validates and converts arguments: JSON text or an object; nothing counts as no arguments. */
export type ArgumentCheck = (given: unknown) => Checked;

type Values = Record<string, ParameterValue>;

/** Maximum length of arguments, in characters of JSON. */
const MAX_ARGUMENTS_LENGTH = 16 * 1024;
const NOT_KNOWN = "is not a parameter of this tool";
const UNKNOWN = { unknownField: () => NOT_KNOWN } as const;
/** Whether a fault is one more parameter than there are; keys that reach a prototype are no slip of a model. */
const isUnknown = ({ path, message }: ParameterFault) =>
  message === NOT_KNOWN && path.lastIndexOf("/") === 0 && !isPrototypeKey(path.slice(1));

/**
 * Creates a check of a tool's arguments. It converts each value to its declared type ("5" becomes 5), applies defaults, and
 * reports every fault at once. A null parameter or field counts as not given, because models write that. A parameter that the tool
 * does not have is left out of what a model writes beside others that fit; alone, it may be what the call is about, as the `id` of
 * what is to be cancelled. The arguments themselves are not changed.
 *
 * A tool with its own schema gets matching arguments unchanged: there, null may be a value.
 *
 * @throws {TypeError} when a parameter's definition is invalid
 * @throws {Error} when the schema is not a valid JSON Schema
 */
export function createArgumentCheck(tool: Pick<Tool, "parameters" | "schema">): ArgumentCheck {
  const schema = schemaOf(tool);
  const options: ValidatorOptions = tool.schema ? { ...UNKNOWN, foreign: true } : UNKNOWN;
  const takesNone = Object.keys(isRecord(schema.properties) ? schema.properties : {}).length === 0;
  const exactly = tool.schema && createValidator<Values>(schema, options);
  const converting = () => createValidator<Values>(schema, { ...options, coerce: true });
  let leniently: Validator<Values> | undefined = exactly ? undefined : converting();

  return (given) => {
    const value = valueOf(given);
    if (value === undefined) return faulty("the arguments are not valid JSON");
    if (!isRecord(value)) return faulty("must be an object with the parameters by name");
    const exact = exactly?.(value);
    if (exact && "value" in exact) return { parameters: exact.value };
    leniently ??= converting(); // Compiling takes 2 ms, and most arguments match as they are.
    const meant = supplied(value);
    const checked = leniently(meant);
    if ("value" in checked) return { parameters: checked.value };
    const [first, ...others] = checked.faults;
    const known = without(meant, checked.faults);
    const isSlip = typeof given === "string" && checked.faults.every(isUnknown);
    if (isSlip && (takesNone || Object.keys(known).length > 0)) return fitting(leniently(known));
    return { faults: [named(first), ...others.map(named)] };
  };
}

/** What fits, now that nothing else was wrong. */
function fitting(checked: Validated<Values>): Checked {
  return "value" in checked ? { parameters: checked.value } : { faults: [named(checked.faults[0])] };
}

/** Faults as one clause: `duration is required, and message must be a string`. */
export function listed(faults: readonly ParameterFault[]): string {
  return faults.map(({ path, message }) => (path ? `${path} ${message}` : message)).join(", and ");
}

export function faulty(message: string): Checked {
  return { faults: [{ path: "", message }] };
}

/** The arguments as a value; undefined for text that is not JSON or exceeds the limit. */
function valueOf(given: unknown): unknown {
  if (typeof given !== "string") return given ?? {};
  if (given.trim() === "") return {};
  if (given.length > MAX_ARGUMENTS_LENGTH) return undefined;
  return readWrittenJson(given) ?? (given.trim() === "null" ? {} : undefined);
}

function without(value: object, faults: readonly ParameterFault[]): object {
  const dropped = new Set(faults.map(({ path }) => path.slice(1)));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !dropped.has(name)));
}

/** The given arguments without members that are null, at any depth: they count as not given. In a list, null stays. */
function supplied(given: object): object {
  return isNestedDeeper(given, MAX_DEPTH) ? given : (withoutNulls(given) as object);
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutNulls(inner)]));
}

/** A parameter is at the top level, so the pointer to it is its name. */
function named({ path, message }: ParameterFault): ParameterFault {
  return { path: path.slice(1), message };
}
