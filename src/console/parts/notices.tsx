import type { ComponentChildren } from "preact";
import type { RestError } from "../rest-error.js";
import { plain, type Tone, toneOf } from "../words.js";

/** What went wrong, said at once to whoever listens to the page. */
export function Problem({ error }: { readonly error: RestError | undefined }) {
  if (!error) return null;
  return (
    <p class="problem" role="alert">
      {error.message}
    </p>
  );
}

export function Badge({ status, tone = toneOf(status) }: { readonly status: string; readonly tone?: Tone }) {
  return <span class={`badge ${tone}`}>{plain(status)}</span>;
}

/** Where there is nothing to show. */
export function Nothing({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="nothing">
      <p class="nothing-title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}

/** The first answer is on its way. It appears late, so that what comes at once does not flicker. */
export function Waiting() {
  return (
    <p class="waiting" role="status">
      Loading…
    </p>
  );
}

export interface Fact {
  readonly name: string;
  readonly value: ComponentChildren;
}

/** Names and values; what has no value is left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(({ value }) => value !== null && value !== undefined && value !== "")
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
