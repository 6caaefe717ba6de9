import { useState } from "preact/hooks";
import { useMay } from "../access.js";
import { LongField } from "../parts/field.js";
import { Badge, Facts, Nothing, Problem, Waiting } from "../parts/notices.js";
import { Rows } from "../parts/rows.js";
import { SureButton } from "../parts/sure-button.js";
import { answerOf, rest, type Schemas } from "../rest.js";
import { useAnswer, useWork } from "../use-answer.js";
import { moment } from "../words.js";
import { AssistantTrial } from "./assistant-trial.js";

type Assistant = Schemas["Assistant"];
type File = Schemas["AssistantsFile"];

/** The assistants, their file, and its earlier versions. */
export function Assistants() {
  const list = useAnswer(() => answerOf(rest.GET("/assistants")), []);
  const file = useAnswer(() => answerOf(rest.GET("/assistants-file")), []);
  const onReplaced = () => {
    list.again();
    file.again();
  };
  return (
    <>
      <header class="view-head">
        <h1>Assistants</h1>
        <p>A change is for the next call on. Calls in progress keep the assistant that they began with.</p>
      </header>
      <Problem error={list.error ?? file.error} />
      {!list.value && !list.error && <Waiting />}
      {list.value?.length === 0 && (
        <Nothing title="There are no assistants.">Every call is as the settings say. Define some in the file.</Nothing>
      )}
      <div class="tools">
        {list.value?.map((each) => (
          <AssistantCard key={each.id} assistant={each} />
        ))}
      </div>
      {file.value && <FileForm key={file.value.revision} file={file.value} onReplaced={onReplaced} />}
      {file.value && <Versions key={`${file.value.revision} versions`} onReplaced={onReplaced} />}
    </>
  );
}

function AssistantCard({ assistant }: { readonly assistant: Assistant }) {
  const { id, is_default, answers, name, language, voice, model, tools, operator, open, next_opening } = assistant;
  const may = useMay();
  const opens = next_opening === null ? "closed" : `closed until ${moment(next_opening)}`;
  return (
    <article class="card tool" aria-label={id}>
      <h2>
        <code>{id}</code> {is_default && <Badge status="default" tone="plain" />}{" "}
        {!open && <Badge status={opens} tone="plain" />}
      </h2>
      <Facts
        facts={[
          { name: "Name", value: name },
          { name: "Answers", value: answers.join(", ") },
          { name: "Language", value: language },
          { name: "Voice", value: voice },
          { name: "Model", value: model },
          { name: "Tools", value: tools.join(", ") || "none" },
          { name: "Operator", value: operator },
        ]}
      />
      {may("talk") && (
        <p>
          <a href={`/talk?assistant=${encodeURIComponent(id)}`}>Talk to it</a>
        </p>
      )}
      <details>
        <summary>Try it</summary>
        <AssistantTrial id={id} />
      </details>
    </article>
  );
}

function FileForm({ file, onReplaced }: { readonly file: File; readonly onReplaced: () => void }) {
  const [text, setText] = useState(file.text);
  const [found, setFound] = useState<readonly string[]>([]);
  const { isUnderWay, error, run } = useWork();
  const body = { text, revision: file.revision };
  const onText = (changed: string) => {
    setFound([]);
    setText(changed);
  };
  const check = async () => {
    setFound([]);
    const { ok, assistants, faults } = await answerOf(rest.POST("/assistants-file/check", { body: { text } }));
    if (ok) setFound([`No faults. Assistants: ${assistants.join(", ") || "none"}.`]);
    else setFound(faults.map(({ line, path, message }) => `Line ${line}: ${path} ${message}`));
  };
  const replace = async () => {
    await answerOf(rest.PUT("/assistants-file", { body }));
    onReplaced();
  };
  return (
    <section aria-label="The file">
      <h2>The file</h2>
      <form onSubmit={(event) => (event.preventDefault(), void run(replace))}>
        <LongField label="assistants.yaml" rows={24} value={text} onValue={onText} />
        <Problem error={error} />
        <ul role="status">
          {found.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <div class="actions">
          <button type="button" disabled={isUnderWay} onClick={() => void run(check)}>
            Check
          </button>
          <button type="submit" disabled={isUnderWay || text === file.text}>
            Save and use
          </button>
        </div>
      </form>
    </section>
  );
}

function Versions({ onReplaced }: { readonly onReplaced: () => void }) {
  const { value, error } = useAnswer(() => answerOf(rest.GET("/assistants-file/versions")), []);
  const work = useWork();
  const restore = (id: string) => async () => {
    await answerOf(rest.POST("/assistants-file/versions/{id}/restore", { params: { path: { id } } }));
    onReplaced();
  };
  if (!value || value.length === 0) return <Problem error={error} />;
  return (
    <section aria-label="Earlier versions">
      <h2>Earlier versions</h2>
      <Problem error={error ?? work.error} />
      <Rows columns={[{ name: "Replaced" }, { name: "What can be done", kind: "unseen" }]}>
        {value.map(({ id, replaced_at }) => (
          <tr key={id}>
            <td class="main">{moment(replaced_at)}</td>
            <td>
              <SureButton
                asks="Put it back into use?"
                disabled={work.isUnderWay}
                onSure={() => void work.run(restore(id))}
              >
                Use again
              </SureButton>
            </td>
          </tr>
        ))}
      </Rows>
    </section>
  );
}
