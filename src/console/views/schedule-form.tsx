import { useMay } from "../access.js";
import { ChoiceField, LongField, NumberField, TextField } from "../parts/field.js";
import { Problem } from "../parts/notices.js";
import { ToolParameters } from "../parts/tool-parameters.js";
import type { Schemas } from "../rest.js";
import type { RestError } from "../rest-error.js";
import type { ScheduleDraft } from "../schedule-draft.js";

type Tool = Schemas["Tool"];

interface PartProps {
  readonly draft: ScheduleDraft;
  readonly onDraft: (draft: ScheduleDraft) => void;
  readonly error: RestError | undefined;
}

/** The parts of a scheduled call: the number, what is said, when. */
export function ScheduleForm(
  props: PartProps & {
    readonly tools: readonly Tool[];
    /** The key may not read the text, which stays unless another one is entered. */
    readonly areWordsKept?: boolean;
    readonly isUnderWay: boolean;
    readonly action: string;
    readonly onSubmit: () => void;
  },
) {
  const { draft, onDraft, error, isUnderWay, action, onSubmit } = props;
  const submit = (event: Event) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form class="card sheet" onSubmit={submit}>
      <NumberField
        value={draft.extension}
        onValue={(extension) => onDraft({ ...draft, extension })}
        fault={error?.of("/extension")}
      />
      <SaidFields {...props} />
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

const RECURRENCES = [
  ["", "Once"],
  ["daily", "Every day"],
  ["weekdays", "Monday to Friday"],
  ["weekends", "Saturday and Sunday"],
  ["weekly", "Every week, on the weekday of the first call"],
] as const satisfies readonly (readonly [ScheduleDraft["recurring"], string])[];

function WhenFields({ draft, onDraft, error }: PartProps) {
  const set = (change: Partial<ScheduleDraft>) => onDraft({ ...draft, ...change });
  return (
    <fieldset>
      <legend>When</legend>
      <ChoiceField
        label="Due"
        value={draft.when}
        onValue={(when) => set({ when: when as ScheduleDraft["when"] })}
        options={[
          ["time", "At a time of day"],
          ["delay", "Some minutes from now"],
        ]}
      />
      {draft.when === "delay" ? (
        <TextField
          label="Minutes from now"
          required
          type="number"
          min={1}
          max={527_040}
          value={draft.minutes}
          onValue={(minutes) => set({ minutes })}
          fault={error?.of("/delay_seconds")}
        />
      ) : (
        <>
          <div class="pair">
            <TextField
              label="Time"
              required
              type="time"
              value={draft.time}
              onValue={(time) => set({ time })}
              fault={error?.of("/at_time")}
            />
            <TextField
              label="First day"
              type="date"
              hint="Default: today or tomorrow."
              value={draft.date}
              onValue={(date) => set({ date })}
              fault={error?.of("/date")}
            />
          </div>
          <ChoiceField
            label="Repeats"
            value={draft.recurring}
            onValue={(recurring) => set({ recurring: recurring as ScheduleDraft["recurring"] })}
            options={RECURRENCES}
            fault={error?.of("/recurring")}
          />
          <TextField
            label="Time zone"
            hint="Such as Europe/Rome. Default: the service's own (TIMEZONE)."
            autoComplete="off"
            spellcheck={false}
            value={draft.timezone}
            onValue={(timezone) => set({ timezone })}
            fault={error?.of("/timezone")}
          />
        </>
      )}
    </fieldset>
  );
}
