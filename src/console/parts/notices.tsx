import type { ComponentChildren } from "preact";
import type { RestError } from "../rest-error.js";
import type { Pages } from "../use-answer.js";
import { plain, type Tone, toneOf } from "../words.js";

/** An error, announced at once by screen readers. */
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

/** Shown when there is nothing to list. */
export function Nothing({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="nothing">
      <p class="nothing-title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}

/** The first answer is pending. Shown with a delay, so that fast answers do not flicker. */
export function Waiting() {
  return (
    <p class="waiting" role="status">
      Loading…
    </p>
  );
}

/** Shows one more page of a list, if there is one. */
export function MoreButton({ more, isMoreAsked }: Pick<Pages<unknown>, "more" | "isMoreAsked">) {
  if (!more) return null;
  return (
    <button type="button" disabled={isMoreAsked} onClick={more}>
      Show more
    </button>
  );
}

export interface Fact {
  readonly name: string;
  readonly value: ComponentChildren;
}

/** A list of names and values; empty values are omitted. */
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
