import { useMay } from "../access.js";
import { Nothing, Problem, Waiting } from "../parts/notices.js";
import { answerOf, rest, type Schemas } from "../rest.js";
import { useAnswer } from "../use-answer.js";
import { ToolTrial } from "./tool-trial.js";

/** The assistant's tools, with a form to try each. */
export function Tools() {
  const query = { include_disabled: true };
  const { value, error } = useAnswer(() => answerOf(rest.GET("/tools", { params: { query } })), []);
  return (
    <>
      <header class="view-head">
        <h1>Tools</h1>
      </header>
      <Problem error={error} />
      {!value && !error && <Waiting />}
      {value?.length === 0 && <Nothing title="There are no tools." />}
      <div class="tools">
        {value?.map((tool) => (
          <ToolCard key={tool.name} tool={tool} />
        ))}
      </div>
    </>
  );
}

function ToolCard({ tool }: { readonly tool: Schemas["Tool"] }) {
  const may = useMay();
  return (
    <article class={tool.enabled ? "card tool" : "card tool disabled"} aria-label={tool.name}>
      <h2>
        <code>{tool.name}</code>
      </h2>
      <p>{tool.description}</p>
      {tool.disabled_reason && <p class="note">{tool.disabled_reason}</p>}
      {tool.enabled && may("tools") && (
        <details>
          <summary>Try it</summary>
          <ToolTrial tool={tool} />
        </details>
      )}
    </article>
  );
}
