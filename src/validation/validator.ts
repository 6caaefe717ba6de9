import type { ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isDate } from "../kernel/wall-clock.js";
import { isNestedDeeper, prototypeKeys } from "./hostile-values.js";
import { below, createWords, type UnknownField, type ValidationFault } from "./words.js";

/** The formats that schemas may use. `x-expected` beside a pattern describes more than a format can. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  uri: (text) => URL.canParse(text),
  // Date.parse moves 30 February and 24:00 to the next day that there is.
  "date-time": (text) =>
    /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    isDate(text.slice(0, 10)) &&
    !Number.isNaN(Date.parse(text)),
};

/** A JSON Schema of 2020-12. `x-expected` beside a `pattern` describes it in words: "a single key: 0 to 9, * or #". */
export type JsonSchema = { readonly [keyword: string]: unknown };

export type Validated<T> =
  | { readonly value: T }
  | { readonly faults: readonly [ValidationFault, ...ValidationFault[]] };

/** Validates a value. The value itself is not changed; the result is a copy with defaults applied. */
export type Validator<T> = (given: unknown) => Validated<T>;

export interface ValidatorOptions {
  /** Whether values are converted to the declared type ("5" to 5) where they have only one meaning, instead of being rejected. */
  readonly coerce?: boolean;
  /** Words the rejection of an unknown field; default: suggests the nearest known one. */
  readonly unknownField?: UnknownField;
  /** Whether the schema comes from elsewhere: unknown keywords and formats are then ignored. */
  readonly foreign?: boolean;
}

/** More are never useful, and a body full of faults must not produce an answer ten times its size. */
const MAX_FAULTS = 100;
/** No valid input is deeper, and copying a deeper one would overflow the stack. */
export const MAX_DEPTH = 64;

/**
 * Creates a validator: it reports every fault at once, one per place, in words that tell the reader what to do. Keys that reach
 * an object's prototype are rejected everywhere.
 *
 * @param T the type of a valid value; the compiler cannot derive it from the schema, so declare them side by side
 * @throws {Error} when the schema is invalid, or has an unknown keyword
 */
export function createValidator<T>(schema: JsonSchema, options: ValidatorOptions = {}): Validator<T> {
  const ajv = compilerFor(options);
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema); // Otherwise it would keep every schema that a plugin or a server has ever had.
  const wordsFor = createWords(options.unknownField);
  const refusal = options.unknownField ?? (() => "is not a valid field name");

  return (given) => {
    if (isNestedDeeper(given, MAX_DEPTH)) {
      return { faults: [{ path: "", message: `must not be nested more than ${MAX_DEPTH} levels deep` }] };
    }
    const faults = new Map<string, string>();
    const add = ({ path, message }: ValidationFault) => void (faults.has(path) || faults.set(path, message));
    for (const { path, key } of prototypeKeys(given)) add({ path, message: refusal(key, []) });
    const value = structuredClone(given);
    validate(value);
    if (options.coerce) for (const fault of guesses(given, value)) add(fault);
    // An alternative is reported as a whole, not by what each of its branches lacks.
    const errors = (validate.errors ?? []).filter(({ schemaPath }) => !/\/oneOf\/\d/.test(schemaPath)) as ErrorObject[];
    let worded = 0;
    // Only the reported faults are worded: searching for the intended name takes time.
    while (worded < errors.length && faults.size < MAX_FAULTS) add(wordsFor(errors[worded++] as ErrorObject));
    const told = [...faults].slice(0, MAX_FAULTS).map(([path, message]) => ({ path, message }));
    const untold = faults.size - told.length + errors.length - worded;
    if (untold > 0) told.push({ path: "", message: `has ${untold} further faults` });
    const [first, ...others] = told;
    return first ? { faults: [first, ...others] } : { value: value as T };
  };
}

/** Compilers by their options: creating one takes longer than compiling most schemas. */
const compilers = new Map<string, Ajv2020>();

function compilerFor({ coerce = false, foreign = false }: ValidatorOptions): Ajv2020 {
  const key = `${coerce} ${foreign}`;
  const known = compilers.get(key);
  if (known) return known;
  const ajv = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    coerceTypes: coerce,
    ownProperties: true,
    // Compiling the meta-schema takes a hundred times as long as compiling ours, whose mistakes are found anyway.
    meta: false,
    validateSchema: false,
    strict: !foreign,
    // A value of any type may have the limits of text, and an alternative names fields of the enclosing schema.
    strictTypes: false,
    strictRequired: false,
    validateFormats: !foreign,
    ...(foreign && { logger: false }),
    allowUnionTypes: true,
    verbose: true,
    formats: FORMATS,
    keywords: ["x-expected"],
    // Optimising the generated code takes longer than it saves in a hundred thousand checks.
    code: { optimize: false },
  });
  compilers.set(key, ajv);
  return ajv;
}

/** A number as people write it: not blank, not hexadecimal, and not infinite. */
const DECIMAL = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?\s*$/i;

/**
 * Finds each value that coercion guessed. Ajv reads blank text as 0, null as 0, false or "", true as 1, and rounds long numbers:
 * none of these says what the result claims. Recursive: check the depth first.
 */
function guesses(given: unknown, value: unknown, path = ""): ValidationFault[] {
  if (typeof given !== "object" || given === null) {
    return isOneReading(given, value) ? [] : [{ path, message: `must be ${MEANT[typeof value] ?? "null"}` }];
  }
  return Object.entries(given).flatMap(([name, inner]) =>
    guesses(inner, (value as Record<string, unknown>)[name], below(path, name)),
  );
}

const MEANT: Readonly<Record<string, string>> = {
  number: "a number",
  boolean: "true or false",
  string: "a string",
};

/** Whether a value given can be read in one way only, and `value` is that. */
function isOneReading(given: unknown, value: unknown): boolean {
  if (given === undefined || Object.is(given, value)) return true; // What is missing has its default.
  switch (typeof given) {
    case "string":
      return typeof value !== "number" || (DECIMAL.test(given) && isExact(value));
    case "number":
      return typeof value === "string" ? isExact(given) : typeof value === "boolean";
    default:
      return typeof given === "boolean" && typeof value === "string";
  }
}

/** Whether a number still has all the digits that were written. */
function isExact(number: number): boolean {
  return Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
}
