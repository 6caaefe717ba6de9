import { type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { FORMATS } from "./formats.js";
import { isNestedDeeper } from "./nesting.js";
import { prototypeKeys } from "./prototype-keys.js";
import { below, createWords, type ValidationFault, type UnknownField } from "./words.js";

/** A JSON Schema of 2020-12. `x-expected` beside a `pattern` says in words what fits it: "a single key: 0 to 9, * or #". */
export type JsonSchema = { readonly [keyword: string]: unknown };

export type Validated<T> =
  | { readonly value: T }
  | { readonly faults: readonly [ValidationFault, ...ValidationFault[]] };

/** Holds a value against a schema. The value itself is left alone; what comes back is a copy with the defaults in it. */
export type Validator<T> = (given: unknown) => Validated<T>;

export interface ValidatorOptions {
  /** Whether the fields of an object are converted to the type declared ("5" to 5) instead of being refused. */
  readonly coerce?: boolean;
  /** How a field that the schema does not know is refused; unless given, naming the nearest that it knows. */
  readonly unknownField?: UnknownField;
  /** Whether somebody else wrote the schema: keywords and formats that are not known here are passed over. */
  readonly foreign?: boolean;
}

/** Nobody reads more, and a body of nothing but faults must not become an answer ten times its size. */
const MAX_FAULTS = 100;
/** Nothing that is meant to be read goes deeper, and copying what does would overflow the stack. */
const MAX_DEPTH = 64;

/**
 * A check of values against a schema: every fault at once, one for each place, in words a person or a program's author
 * can act on. Keys that reach an object's prototype are refused wherever they stand.
 *
 * @param T what a value is that fits the schema; the compiler cannot hold the two together, so declare them side by side
 * @throws {Error} when the schema is no valid JSON Schema, or has a keyword that nothing looks at
 */
export function createValidator<T>(schema: JsonSchema, options: ValidatorOptions = {}): Validator<T> {
  const ajv = compilerFor(options);
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema); // Else it would hold every schema that a plugin or a server has ever had.
  const wordsFor = createWords(options.unknownField);
  const refusal = options.unknownField ?? (() => "is no name that a field may have");

  return (given) => {
    if (isNestedDeeper(given, MAX_DEPTH)) {
      return { faults: [{ path: "", message: `must not be nested more than ${MAX_DEPTH} levels deep` }] };
    }
    const faults = new Map<string, string>();
    const add = ({ path, message }: ValidationFault) => void (faults.has(path) || faults.set(path, message));
    for (const { path, key } of prototypeKeys(given)) add({ path, message: refusal(key, []) });
    const value = structuredClone(given);
    validate(value);
    if (options.coerce) for (const fault of [...infiniteNumbers(value), ...booleansAsNumbers(given, value)]) add(fault);
    // An alternative is told as a whole, not by what each of its branches lacks.
    const errors = (validate.errors ?? []).filter(({ schemaPath }) => !/\/oneOf\/\d/.test(schemaPath)) as ErrorObject[];
    let worded = 0;
    // Worded as far as they are told: to look for the name that was meant takes its time.
    while (worded < errors.length && faults.size < MAX_FAULTS) add(wordsFor(errors[worded++] as ErrorObject));
    const told = [...faults].slice(0, MAX_FAULTS).map(([path, message]) => ({ path, message }));
    const untold = faults.size - told.length + errors.length - worded;
    if (untold > 0) told.push({ path: "", message: `has ${untold} further faults` });
    const [first, ...others] = told;
    return first ? { faults: [first, ...others] } : { value: value as T };
  };
}

/** Compilers by their options; to make one takes longer than to compile most schemas. */
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
    // To compile the schema of schemas takes a hundred times as long as to compile ours, of which a mistake is found anyway.
    meta: false,
    validateSchema: false,
    strict: !foreign,
    // A value of any type may have the bounds of a text, and an alternative names fields of the schema that it stands in.
    strictTypes: false,
    strictRequired: false,
    validateFormats: !foreign,
    ...(foreign && { logger: false }),
    allowUnionTypes: true,
    verbose: true,
    formats: FORMATS,
    keywords: ["x-expected"],
    // To shorten the code that it makes takes longer than what that saves in a hundred thousand checks.
    code: { optimize: false },
  });
  compilers.set(key, ajv);
  return ajv;
}

/** Conversion takes the text "Infinity" for a number. */
function infiniteNumbers(value: unknown): ValidationFault[] {
  const entries = Object.entries((value ?? {}) as object);
  return entries
    .filter(([, inner]) => typeof inner === "number" && !Number.isFinite(inner))
    .map(([name]) => ({ path: below("", name), message: "must be finite" }));
}

/** Conversion takes true for 1: a model that writes it as a number of seconds has not said how many. */
function booleansAsNumbers(given: unknown, value: unknown, path = ""): ValidationFault[] {
  if (typeof given === "boolean") return typeof value === "number" ? [{ path, message: "must be a number" }] : [];
  if (typeof given !== "object" || given === null) return [];
  return Object.entries(given).flatMap(([name, inner]) =>
    booleansAsNumbers(inner, (value as Record<string, unknown> | undefined)?.[name], below(path, name)),
  );
}
