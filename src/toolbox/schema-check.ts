import { isRecord } from "../kernel/record.js";
import { createValidator, type Validator } from "../validation/validator.js";
import { type Checked, checkedOf, NO_OBJECT, supplied } from "./parameters.js";
import type { JsonSchema, ParameterValue } from "./tool.js";

type Values = Record<string, ParameterValue>;

/**
 * A check of arguments against a schema that came from elsewhere, which may hold more than definitions of parameters can
 * say. Arguments that fit are taken as they are. Others get the same leniency as those of any tool: null counts as not
 * given, and "5" becomes 5 where a number belongs.
 *
 * @throws {Error} when the schema is no valid JSON Schema
 */
export function createSchemaCheck(schema: JsonSchema): (given: unknown) => Checked {
  const options = { foreign: true, unknownField: () => "is no parameter of this tool" };
  const exactly = createValidator<Values>(schema, options);
  let leniently: Validator<Values> | undefined;

  return (given) => {
    if (!isRecord(given)) return { faults: [NO_OBJECT] };
    const exact = exactly(given);
    if ("value" in exact) return checkedOf(exact);
    leniently ??= createValidator<Values>(schema, { ...options, coerce: true });
    return checkedOf(leniently(supplied(given)));
  };
}
