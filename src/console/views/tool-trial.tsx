import { useState } from "preact/hooks";
import { otherEnd } from "../call-words.js";
import { live } from "../live.js";
import { ChoiceField, TextField } from "../parts/field.js";
import { Badge, Problem } from "../parts/notices.js";
import { answerOf, idempotencyKey, rest, RestError, type Schemas } from "../rest.js";
import { useStore } from "../store.js";
import { useWork } from "../use-answer.js";

type Tool = Schemas["Tool"];
type Parameter = Tool["parameters"][string];
type Result = Schemas["ToolExecution"];
type Params = NonNullable<Schemas["ExecuteRequest"]["params"]>;

/** A form of a tool's parameters, and what the tool says to them. */
export function ToolTrial({ tool }: { readonly tool: Tool }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [callId, setCallId] = useState("");
  const [result, setResult] = useState<Result>();
  const { isUnderWay, error, run } = useWork();
  const calls = [...useStore(live).calls.values()];
  const tryIt = async () => {
    setResult(undefined);
    const header = { "Idempotency-Key": idempotencyKey() };
    const params = paramsOf(tool, values);
    const body = { params, ...(callId && { call_id: callId, speak_result: true }) };
    const wanted = { params: { path: { name: tool.name }, header }, body };
    setResult(await answerOf(rest.POST("/tools/{name}/execute", wanted)));
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void run(tryIt);
  };
  return (
    <form class="trial" onSubmit={submit}>
      {Object.entries(tool.parameters).map(([name, parameter]) => (
        <ParameterField
          key={name}
          name={name}
          parameter={parameter}
          value={values[name] ?? ""}
          onValue={(value) => setValues({ ...values, [name]: value })}
          fault={error?.of(`/params/${name}`)}
        />
      ))}
      {calls.length > 0 && (
        <ChoiceField
          label="Who hears it"
          value={callId}
          onValue={setCallId}
          options={[["", "Nobody"], ...calls.map(({ call }) => [call.call_id, otherEnd(call)] as const)]}
        />
      )}
      <Problem error={error} />
      <button type="submit" disabled={isUnderWay}>
        {isUnderWay ? "It runs…" : "Run it"}
      </button>
      <div role="status">{result && <ResultShown result={result} />}</div>
    </form>
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
  const usual = parameter.default === undefined ? "" : ` Unless given: ${String(parameter.default)}.`;
  const form = type === "array" || type === "object" || type === "any" ? " As JSON." : "";
  const field = { label: name, hint: `${description}${form}${usual}`, value, onValue, fault };
  const choices = parameter.enum ?? (type === "boolean" ? ["true", "false"] : undefined);
  if (choices) {
    const options = choices.map((each) => [each, each] as const);
    return <ChoiceField {...field} options={[["", required ? "Choose…" : "Not given"], ...options]} />;
  }
  if (type === "integer" || type === "number") {
    const bounds = { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
    return <TextField {...field} {...bounds} type="number" step={type === "number" ? "any" : 1} required={required} />;
  }
  return <TextField {...field} required={required} />;
}

/** The service converts what it knows the type of; structures are sent as such. */
function paramsOf({ parameters }: Tool, values: Readonly<Record<string, string>>): Params {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return Object.fromEntries(
    given.map(([name, value]) => {
      const isJson = ["array", "object", "any"].includes(parameters[name]?.type ?? "");
      return [name, isJson ? parsed(name, value) : value];
    }),
  );
}

function parsed(name: string, value: string): Params[string] {
  try {
    return JSON.parse(value) as Params[string];
  } catch {
    const message = "is to be JSON, such as [1, 2]";
    throw new RestError(`${name} ${message}.`, 0, [{ path: `/params/${name}`, message }]);
  }
}

function ResultShown({ result }: { readonly result: Result }) {
  return (
    <div class="result">
      <p>
        <Badge status={result.status} /> {result.message}
      </p>
      {result.spoken_reason && <p class="note">{result.spoken_reason}</p>}
      {result.data && <pre tabIndex={0}>{JSON.stringify(result.data, null, 2)}</pre>}
    </div>
  );
}
