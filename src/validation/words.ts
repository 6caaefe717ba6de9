import type { ErrorObject } from "ajv";
import { nearest } from "../kernel/nearest.js";

/** One fault. `path` is a JSON pointer such as `/choice/options/0/value`; empty for the whole value. */
export interface ValidationFault {
  readonly path: string;
  /** What is expected, as a clause whose subject is the path: "must be a string". */
  readonly message: string;
}

export type UnknownField = (name: string, known: readonly string[]) => string;

/** The schema at the place of an Ajv error. */
interface Place {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly "x-expected"?: string;
  readonly oneOf?: readonly { readonly required?: readonly string[] }[];
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
};

const FORMATS: Readonly<Record<string, string>> = {
  date: "a date of the calendar, written YYYY-MM-DD",
  uri: "a URL",
  "date-time": "a time in ISO 8601 with its offset",
};

/** Words Ajv's errors by what is expected instead of by keyword. */
export function createWords(unknownField: UnknownField = unknown): (error: ErrorObject) => ValidationFault {
  // oxlint-disable-next-line complexity -- one case for each keyword
  return ({ keyword, instancePath, params, data, parentSchema, message }) => {
    const path = instancePath;
    const place = (parentSchema ?? {}) as Place;
    switch (keyword) {
      case "required":
        return { path: below(path, params.missingProperty), message: "is required" };
      case "dependentRequired":
        return { path: below(path, params.property), message: `requires ${params.missingProperty}` };
      case "oneOf":
        return exactlyOne(path, place, params.passingSchemas as readonly number[] | null);
      case "additionalProperties": {
        const name = String(params.additionalProperty);
        return { path: below(path, name), message: unknownField(name, Object.keys(place.properties ?? {})) };
      }
      case "type": {
        const types = [params.type].flat() as string[];
        return { path, message: `must be ${types.map((type) => TYPES[type] ?? type).join(" or ")}` };
      }
      case "enum":
        return { path, message: `must be one of ${params.allowedValues.join(", ")}` };
      case "pattern":
        return {
          path,
          message: place["x-expected"] ? `must be ${place["x-expected"]}` : "does not have the required form",
        };
      case "format":
        return { path, message: `must be ${FORMATS[params.format] ?? params.format}` };
      case "minLength":
        return { path, message: params.limit === 1 ? "must not be empty" : atLeast(params.limit, "character") };
      case "maxLength":
        return { path, message: `${atMost(params.limit, "character")}, not ${[...String(data)].length}` };
      case "minItems":
        return { path, message: params.limit === 1 ? "must not be empty" : atLeast(params.limit, "entry") };
      case "maxItems":
        return { path, message: `${atMost(params.limit, "entry")}, not ${(data as unknown[]).length}` };
      case "maxProperties":
        return { path, message: `${atMost(params.limit, "field")}, not ${Object.keys(data as object).length}` };
      case "minimum":
        return { path, message: `must be at least ${params.limit}` };
      case "maximum":
        return { path, message: `must be at most ${params.limit}` };
      default:
        return { path, message: message ?? "is not valid" };
    }
  };
}

/** @param passing which of the alternatives match, if any */
function exactlyOne(path: string, { oneOf = [] }: Place, passing: readonly number[] | null): ValidationFault {
  const names = oneOf.flatMap(({ required = [] }) => required);
  const [first = "", second = ""] = passing ? passing.map((index) => names[index] ?? "") : names;
  if (first === "") return { path, message: `must be one of the ${oneOf.length} forms described` };
  return passing
    ? { path: below(path, second), message: `must be omitted when ${first} is given` }
    : { path: below(path, first), message: `is required, or ${second} instead` };
}

/** The pointer of a field inside what `path` points to. */
export function below(path: string, name: string): string {
  return `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function unknown(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant
    ? `is not known; did you mean ${meant}?`
    : `is not known; the known fields are ${known.join(", ") || "none"}`;
}

function atLeast(limit: number, thing: string): string {
  return `must have at least ${counted(limit, thing)}`;
}

function atMost(limit: number, thing: string): string {
  return `must have at most ${counted(limit, thing)}`;
}

function counted(limit: number, thing: string): string {
  return `${limit} ${limit === 1 ? thing : thing.replace(/y$/, "ie") + "s"}`;
}
