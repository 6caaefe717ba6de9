import type { Schemas } from "../rest.js";
import type { ToolValues } from "../tool-values.js";
import { ChoiceField, TextField } from "./field.js";

type Tool = Schemas["Tool"];
type Parameter = Tool["parameters"][string];

/** An entry field for each parameter of a tool. */
export function ToolParameters(props: {
  readonly tool: Tool;
  readonly values: ToolValues;
  readonly onValues: (values: ToolValues) => void;
  readonly faultOf: (name: string) => string | undefined;
}) {
  const { tool, values, onValues, faultOf } = props;
  return (
    <>
      {Object.entries(tool.parameters).map(([name, parameter]) => (
        <ParameterField
          key={name}
          name={name}
          parameter={parameter}
          value={values[name] ?? ""}
          onValue={(value) => onValues({ ...values, [name]: value })}
          fault={faultOf(name)}
        />
      ))}
    </>
  );
}

function ParameterField(props: {
  readonly name: string;
  readonly parameter: Parameter;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly fault: string | undefined;
}) {
  const { name, parameter, value, onValue, fault } = props;
  const { type, description, required, minimum, maximum } = parameter;
  const usual = parameter.default === undefined ? "" : ` Default: ${String(parameter.default)}.`;
  const form = type === "array" || type === "object" || type === "any" ? " As JSON." : "";
  const field = { label: name, hint: `${description}${form}${usual}`, value, onValue, fault };
  const choices = parameter.enum ?? (type === "boolean" ? ["true", "false"] : undefined);
  if (choices) {
    const options = choices.map((each) => [each, each] as const);
    return <ChoiceField {...field} options={[["", required ? "Choose…" : "Not set"], ...options]} />;
  }
  if (type === "integer" || type === "number") {
    const bounds = { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
    return <TextField {...field} {...bounds} type="number" step={type === "number" ? "any" : 1} required={required} />;
  }
  return <TextField {...field} required={required} />;
}
