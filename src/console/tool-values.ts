import { RestError } from "./rest-error.js";

/** What was entered of a tool's parameters, by their names. */
export type ToolValues = Readonly<Record<string, string>>;

/** Of a tool what is needed to read what was entered. */
export interface ToolForm {
  readonly name: string;
  readonly parameters: Readonly<Record<string, { readonly type: string }>>;
}

/**
 * What is sent: the service converts what it knows the type of; structures are sent as such.
 *
 * @param path where the parameters stand in the body
 * @throws {RestError} for what is to be JSON and is not
 */
export function paramsOf(
  { parameters }: ToolForm,
  values: ToolValues,
  path: string,
): Readonly<Record<string, unknown>> {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return Object.fromEntries(
    given.map(([name, value]) => {
      const isJson = ["array", "object", "any"].includes(parameters[name]?.type ?? "");
      return [name, isJson ? parsed(name, value, path) : value];
    }),
  );
}

function parsed(name: string, value: string, path: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    const message = "is to be JSON, such as [1, 2]";
    throw new RestError(`${name} ${message}.`, 0, [{ path: `${path}/${name}`, message }]);
  }
}
