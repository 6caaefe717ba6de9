import { useState } from "preact/hooks";
import { ChoiceField, LongField, NumberField, TextField } from "../parts/field.js";
import type { RestError } from "../rest-error.js";
import { isRepeated, type OnMachine, type Reason, type WhomDraft } from "../whom-draft.js";
import { UNTIL, type UntilOptions } from "../whom-words.js";

interface WhomProps {
  readonly draft: WhomDraft;
  readonly onDraft: (draft: WhomDraft) => void;
  readonly error: RestError | undefined;
}

interface PartProps extends Omit<WhomProps, "onDraft"> {
  readonly set: (change: Partial<WhomDraft>) => void;
}

const AGAIN: readonly (readonly [Reason, string])[] = [
  ["busy", "After it was busy"],
  ["no_answer", "After no answer"],
  ["machine", "After a machine"],
];

/** Whom to call: one number, or several until someone is reached. */
export function WhomFields({ draft, onDraft, error, until = UNTIL }: WhomProps & { readonly until?: UntilOptions }) {
  const set = (change: Partial<WhomDraft>) => onDraft({ ...draft, ...change });
  const isSeveral = draft.many !== "";
  return (
    <fieldset>
      <legend>Whom to call</legend>
      <ChoiceField
        label="Calls"
        value={draft.many}
        onValue={(many) => set({ many: many as WhomDraft["many"] })}
        options={[
          ["", "One number"],
          ["yes", "Several numbers, until someone is reached"],
        ]}
      />
      {isSeveral ? (
        <LongField
          label="Numbers"
          required
          rows={4}
          hint="One a line, in the order in which they are called; at most ten."
          value={draft.extensions}
          onValue={(extensions) => set({ extensions })}
          fault={error?.ofList("/extensions")}
        />
      ) : (
        <NumberField
          value={draft.extension}
          onValue={(extension) => set({ extension })}
          fault={error?.of("/extension")}
        />
      )}
      {isSeveral ? (
        <RoundFields draft={draft} set={set} error={error} />
      ) : (
        <RetryFields draft={draft} set={set} error={error} />
      )}
      {isRepeated(draft) && (
        <ChoiceField
          label="Until"
          hint="A machine never counts."
          value={draft.until || (until[0]?.[0] ?? "")}
          onValue={(value) => set({ until: value })}
          options={until}
          fault={error?.ofList("/until")}
        />
      )}
    </fieldset>
  );
}

function RoundFields({ draft, set, error }: PartProps) {
  return (
    <div class="pair">
      <TextField
        label="Rounds"
        type="number"
        min={1}
        max={5}
        hint="Default: 1."
        value={draft.rounds}
        onValue={(rounds) => set({ rounds })}
        fault={error?.of("/rounds")}
      />
      <TextField
        label="Pause between rounds"
        type="number"
        min={0}
        max={3600}
        hint="Seconds. Default: 30."
        value={draft.pauseSeconds}
        onValue={(pauseSeconds) => set({ pauseSeconds })}
        fault={error?.of("/pause_seconds")}
      />
      <TextField
        label="Ring at once"
        type="number"
        min={1}
        max={10}
        hint="Telephones. Default: 1."
        value={draft.atOnce}
        onValue={(atOnce) => set({ atOnce })}
        fault={error?.of("/at_once")}
      />
    </div>
  );
}

function RetryFields({ draft, set, error }: PartProps) {
  const [isOpen] = useState(() => Object.values(draft.retry).some(Boolean));
  return (
    <details open={isOpen}>
      <summary>Call again</summary>
      <p class="hint">The pauses before each further call, in minutes: 1, 5, 30. At most five.</p>
      <div class="pair">
        {AGAIN.map(([reason, label]) => (
          <TextField
            key={reason}
            label={label}
            autoComplete="off"
            value={draft.retry[reason]}
            onValue={(pauses) => set({ retry: { ...draft.retry, [reason]: pauses } })}
            fault={error?.ofList(`/retry/${reason}`)}
          />
        ))}
      </div>
    </details>
  );
}

/** What an answering machine gets. @param was as it is stored: that can be replaced, not taken back */
export function MachineFields({ draft, onDraft, error, was }: WhomProps & { readonly was?: WhomDraft }) {
  const set = (change: Partial<WhomDraft>) => onDraft({ ...draft, ...change });
  const usual: readonly (readonly [string, string])[] = was?.onMachine ? [] : [["", "As usual for the number"]];
  return (
    <>
      <ChoiceField
        label="When a machine answers"
        value={draft.onMachine}
        onValue={(onMachine) => set({ onMachine: onMachine as OnMachine | "" })}
        options={[
          ...usual,
          ["hang_up", "Hang up"],
          ["speak", "Speak at once"],
          ["leave_message", "Leave a message after the beep"],
        ]}
        fault={error?.of("/on_machine")}
      />
      {draft.onMachine === "leave_message" && (
        <LongField
          label="Left after the beep"
          required={(was?.machineMessage ?? "") !== ""}
          hint="Default: the message."
          value={draft.machineMessage}
          onValue={(machineMessage) => set({ machineMessage })}
          fault={error?.of("/machine_message")}
        />
      )}
    </>
  );
}
