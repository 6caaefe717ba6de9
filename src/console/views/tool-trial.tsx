import { useState } from "preact/hooks";
import { otherEnd } from "../call-words.js";
import { live } from "../live.js";
import { ChoiceField } from "../parts/field.js";
import { Badge, Problem } from "../parts/notices.js";
import { ToolParameters } from "../parts/tool-parameters.js";
import { useRequestKey } from "../request-key.js";
import { answerOf, rest, type Schemas } from "../rest.js";
import { useStore } from "../store.js";
import { paramsOf, type ToolValues } from "../tool-values.js";
import { useWork } from "../use-answer.js";

type Tool = Schemas["Tool"];
type Result = Schemas["ToolExecution"];

/** A form with a tool's parameters, and the tool's result. */
export function ToolTrial({ tool }: { readonly tool: Tool }) {
  const [values, setValues] = useState<ToolValues>({});
  const [callId, setCallId] = useState("");
  const [result, setResult] = useState<Result>();
  const [times, setTimes] = useState(0);
  const header = useRequestKey(values, callId, times);
  const { isUnderWay, error, run } = useWork();
  const calls = [...useStore(live).calls.values()];
  const tryIt = async () => {
    setResult(undefined);
    const params = paramsOf(tool, values, "/params");
    const body = { params, ...(callId && { call_id: callId, speak_result: true }) };
    const wanted = { params: { path: { name: tool.name }, header }, body };
    setResult(await answerOf(rest.POST("/tools/{name}/execute", wanted)));
    setTimes(times + 1);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void run(tryIt);
  };
  return (
    <form class="trial" onSubmit={submit}>
      <ToolParameters
        tool={tool}
        values={values}
        onValues={setValues}
        faultOf={(name) => error?.of(`/params/${name}`)}
      />
      {calls.length > 0 && (
        <ChoiceField
          label="Spoken in"
          value={callId}
          onValue={setCallId}
          options={[["", "No one"], ...calls.map(({ call }) => [call.call_id, otherEnd(call)] as const)]}
        />
      )}
      <Problem error={error} />
      <button type="submit" disabled={isUnderWay}>
        {isUnderWay ? "Running…" : "Run it"}
      </button>
      <div role="status">{result && <ResultShown result={result} />}</div>
    </form>
  );
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
