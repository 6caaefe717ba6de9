import { useMay } from "../access.js";
import { ChoiceField, LongField, TextField } from "../parts/field.js";
import { Problem } from "../parts/notices.js";
import { ToolParameters } from "../parts/tool-parameters.js";
import type { Schemas } from "../rest.js";
import type { ScheduleDraft } from "../schedule-draft.js";
import type { WhomDraft } from "../whom-draft.js";
import { type PartProps, WhenFields } from "./schedule-when.js";
import { MachineFields, WhomFields } from "./whom-fields.js";

type Tool = Schemas["Tool"];

/** The parts of a scheduled call: the number, what is said, when. */
export function ScheduleForm(
  props: PartProps & {
    readonly tools: readonly Tool[];
    /** The key may not read the text, which stays unless another one is entered. */
    readonly areWordsKept?: boolean;
    /** The draft of the schedule that is changed. */
    readonly was?: ScheduleDraft;
    readonly isUnderWay: boolean;
    readonly action: string;
    readonly onSubmit: () => void;
  },
) {
  const { draft, onDraft, error, was, isUnderWay, action, onSubmit } = props;
  const onWhom = (whom: WhomDraft) => onDraft({ ...draft, whom });
  const submit = (event: Event) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form class="card sheet" onSubmit={submit}>
      <WhomFields draft={draft.whom} onDraft={onWhom} error={error} />
      <SaidFields {...props} />
      <MachineFields draft={draft.whom} onDraft={onWhom} error={error} {...(was && { was: was.whom })} />
      <WhenFields {...props} />
      <Problem error={error} />
      <button type="submit" class="main" disabled={isUnderWay}>
        {action}
      </button>
    </form>
  );
}

function SaidFields(props: PartProps & { readonly tools: readonly Tool[]; readonly areWordsKept?: boolean }) {
  const { draft, onDraft, error, tools, areWordsKept = false } = props;
  const may = useMay();
  const tool = tools.find(({ name }) => name === draft.tool);
  const set = (change: Partial<ScheduleDraft>) => onDraft({ ...draft, ...change });
  return (
    <fieldset>
      <legend>What is said</legend>
      {may("tools") && tools.length > 0 && (
        <ChoiceField
          label="Says"
          value={draft.tool}
          onValue={(name) => set({ tool: name, params: {} })}
          options={[["", "A message"], ...tools.map(({ name }) => [name, `The result of ${name}`] as const)]}
          fault={error?.of("/tool")}
        />
      )}
      {draft.tool === "" && (
        <LongField
          label="Message"
          required={!areWordsKept}
          hint={
            areWordsKept
              ? "Your key may not read the current text. It is kept unless you enter another one."
              : "Spoken when the call is answered."
          }
          value={draft.message}
          onValue={(message) => set({ message })}
          fault={error?.of("/message")}
        />
      )}
      {tool && <p class="hint">{tool.description}</p>}
      {tool && (
        <ToolParameters
          tool={tool}
          values={draft.params}
          onValues={(params) => set({ params })}
          faultOf={(name) => error?.of(`/tool_params/${name}`)}
        />
      )}
      <details>
        <summary>Before and after it</summary>
        <TextField
          label="Before"
          value={draft.prefix}
          onValue={(prefix) => set({ prefix })}
          fault={error?.of("/prefix")}
        />
        <TextField
          label="After"
          value={draft.suffix}
          onValue={(suffix) => set({ suffix })}
          fault={error?.of("/suffix")}
        />
      </details>
    </fieldset>
  );
}
