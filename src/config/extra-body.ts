import { isRecord } from "../kernel/record.js";
import type { Parsed, Problems, Setting } from "./setting.js";

type Fields = Readonly<Record<string, unknown>>;

/** The fields that a request already has. */
interface Owned {
  /** An object that administrators may want to send, as an example. */
  readonly example: string;
  /** Fields that the service sets in each request, and why. */
  readonly ours: Readonly<Record<string, string>>;
  /** Fields that have their own setting. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Parses additional fields of a request from a JSON object. Fields that the service sets are rejected. */
export function extraBody({ example, ours, settings }: Owned): Pick<Setting<Fields>, "values" | "parse"> {
  const values = `a JSON object such as ${example}`;
  const problemOf = (name: string): readonly string[] => {
    if (Object.hasOwn(settings, name)) return [`must not have ${name}: set ${settings[name]}`];
    return Object.hasOwn(ours, name) ? [`must not have ${name}: ${ours[name]}`] : [];
  };
  return {
    values,
    parse(text): Parsed<Fields> | Problems {
      const value = objectIn(text);
      if (!value) return { expected: values };
      const problems = Object.keys(value).flatMap(problemOf);
      return problems.length > 0 ? { problems } : { value };
    },
  };
}

function objectIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
