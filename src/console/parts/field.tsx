import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** Why the value is invalid. */
  readonly fault?: string | undefined;
}

interface Described {
  readonly id: string;
  readonly "aria-invalid"?: "true";
  readonly "aria-describedby"?: string;
}

/** A label, an entry field, its hint and its fault, linked for screen readers. */
export function Field(props: FieldProps & { readonly children: (described: Described) => ComponentChildren }) {
  const id = useId();
  const { label, hint, fault } = props;
  const described = [...(hint ? [`${id}-hint`] : []), ...(fault ? [`${id}-fault`] : [])].join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {props.children({
        id,
        ...(fault && { "aria-invalid": "true" }),
        ...(described && { "aria-describedby": described }),
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}

interface EntryProps extends FieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

interface InputProps {
  readonly type?: "text" | "search" | "password" | "url" | "date" | "time" | "number";
  readonly inputMode?: "tel";
  readonly required?: boolean;
  readonly autoComplete?: "off";
  readonly spellcheck?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | "any";
}

export function TextField({ label, hint, fault, value, onValue, type = "text", ...input }: EntryProps & InputProps) {
  // Preact's types distinguish the attributes of each input type, which a spread of several types does not satisfy.
  const attributes: object = { ...input, type };
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(described) => (
        <input {...attributes} {...described} value={value} onInput={(event) => onValue(event.currentTarget.value)} />
      )}
    </Field>
  );
}

/** The number to call. */
export function NumberField(props: Pick<EntryProps, "value" | "onValue" | "fault">) {
  return <TextField {...props} label="Number" required inputMode="tel" autoComplete="off" />;
}

export function LongField({ value, onValue, rows = 3, ...field }: EntryProps & { rows?: number; required?: boolean }) {
  const { required = false } = field;
  return (
    <Field {...field}>
      {(described) => (
        <textarea
          {...described}
          rows={rows}
          required={required}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export function ChoiceField(
  props: EntryProps & { readonly options: readonly (readonly [value: string, label: string])[] },
) {
  const { value, onValue, options, ...field } = props;
  return (
    <Field {...field}>
      {(described) => (
        <select {...described} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
          {options.map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
