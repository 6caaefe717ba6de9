import { RestError } from "./rest-error.js";

/** The entered values of a tool's parameters, by name. */
export type ToolValues = Readonly<Record<string, string>>;

/** The parts of a tool that are needed to read the entered values. */
export interface ToolForm {
  readonly name: string;
  readonly parameters: Readonly<Record<string, { readonly type: string }>>;
}

/**
 * Converts the entered values to parameters: the service converts simple types; structures are parsed here.
 *
 * @param path the parameters' path in the body
 * @throws {RestError} for a value that must be JSON and is not
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
    const message = "must be JSON, such as [1, 2]";
    throw new RestError(`${name} ${message}.`, 0, [{ path: `${path}/${name}`, message }]);
  }
}
