import { useState } from "preact/hooks";
import { TextField } from "../parts/field.js";
import { Problem } from "../parts/notices.js";
import { answerOf, rest, type Schemas } from "../rest.js";
import { useWork } from "../use-answer.js";

/** Asks an assistant's model for its reply to a sentence, without a call. */
export function AssistantTrial({ id }: { readonly id: string }) {
  const [text, setText] = useState("");
  const [trial, setTrial] = useState<Schemas["AssistantTrial"]>();
  const { isUnderWay, error, run } = useWork();
  const ask = async () => {
    setTrial(undefined);
    const path = { params: { path: { id } } };
    setTrial(await answerOf(rest.POST("/assistants/{id}/try", { ...path, body: { text } })));
  };
  return (
    <form onSubmit={(event) => (event.preventDefault(), void run(ask))}>
      <TextField label="A caller says" required autoComplete="off" value={text} onValue={setText} />
      <button type="submit" disabled={isUnderWay || text.trim() === ""}>
        What would it say?
      </button>
      <Problem error={error} />
      {trial && (
        <div role="status">
          {trial.reply && <p>“{trial.reply}”</p>}
          {trial.tool_calls.map((call, at) => (
            <p key={at}>
              It would use <code>{call.name}</code> <code>{call.arguments}</code>
            </p>
          ))}
          <p class="faint">after {trial.ms} ms</p>
        </div>
      )}
    </form>
  );
}
