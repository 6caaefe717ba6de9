import { useId } from "preact/hooks";
import { TextField } from "../parts/field.js";
import type { Schemas } from "../rest.js";
import type { RestError } from "../rest-error.js";

export interface QuestionDraft {
  readonly prompt: string;
  readonly options: readonly { readonly value: string; readonly synonyms: string }[];
}

const FIRST: QuestionDraft = {
  prompt: "",
  options: [
    { value: "yes", synonyms: "yeah, sure" },
    { value: "no", synonyms: "nope" },
  ],
};
/** Key n chooses option n. */
const MAX_OPTIONS = 9;

/** The call's optional question. */
export function Question(props: {
  readonly draft: QuestionDraft | undefined;
  readonly onDraft: (draft: QuestionDraft | undefined) => void;
  readonly error: RestError | undefined;
}) {
  const { draft, onDraft, error } = props;
  const id = useId();
  if (!draft) {
    return (
      <button type="button" class="quiet" onClick={() => onDraft(FIRST)}>
        Ask a question
      </button>
    );
  }
  const { options } = draft;
  const setOption = (at: number, change: Partial<QuestionDraft["options"][number]>) =>
    onDraft({ ...draft, options: options.map((each, other) => (other === at ? { ...each, ...change } : each)) });
  return (
    <fieldset aria-describedby={id}>
      <legend>Question</legend>
      <p class="hint" id={id}>
        Asked after the message, and answered by voice or by the key of the answer.
      </p>
      <TextField
        label="What is asked"
        required
        value={draft.prompt}
        onValue={(prompt) => onDraft({ ...draft, prompt })}
        fault={error?.of("/choice/prompt")}
      />
      {options.map((option, at) => (
        <div class="option" key={at}>
          <TextField
            label={`Answer ${at + 1}`}
            required
            value={option.value}
            onValue={(value) => setOption(at, { value })}
            fault={error?.of(`/choice/options/${at}/value`)}
          />
          <TextField
            label="Other words for it"
            value={option.synonyms}
            onValue={(synonyms) => setOption(at, { synonyms })}
          />
          <button
            type="button"
            class="quiet"
            disabled={options.length === 1}
            aria-label={`Remove answer ${at + 1}`}
            onClick={() => onDraft({ ...draft, options: options.toSpliced(at, 1) })}
          >
            Remove
          </button>
        </div>
      ))}
      <div class="actions">
        <button
          type="button"
          class="quiet"
          disabled={options.length >= MAX_OPTIONS}
          onClick={() => onDraft({ ...draft, options: [...options, { value: "", synonyms: "" }] })}
        >
          Add an answer
        </button>
        <button type="button" class="quiet" onClick={() => onDraft(undefined)}>
          No question
        </button>
      </div>
    </fieldset>
  );
}

export function questionOf({ prompt, options }: QuestionDraft): NonNullable<Schemas["CallRequest"]["choice"]> {
  return {
    prompt,
    options: options.map(({ value, synonyms }) => ({
      value,
      synonyms: synonyms
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean),
    })),
  };
}
