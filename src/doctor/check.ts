import type { Installation } from "./installation.js";

/** State of a link. `advice`: it works, but could be improved. */
export type State = "good" | "advice" | "fault" | "unchecked";

/** The finding for one link. */
export interface Found {
  readonly state: State;
  /** A sentence without secrets. */
  readonly detail: string;
  /** Keyword that selects the remedy; undefined if the detail selects it. */
  readonly cause?: string | undefined;
}

/** The remedy for a cause, or for a fault or advice whose detail matches these words; the first match applies. */
export type Remedy = readonly [when: string | RegExp, remedy: string];

/** Returns the remedy for what was found; undefined if there is none. */
export function remedyFor({ detail, cause }: Found, remedies: readonly Remedy[]): string | undefined {
  const applies = (when: string | RegExp) => (typeof when === "string" ? when === cause : when.test(detail));
  return remedies.find(([when]) => applies(when))?.[1];
}

/** One link of the chain: its dependencies, its check, and remedies for its faults. */
export interface Check {
  readonly name: string;
  /** Name of the link for people. */
  readonly title: string;
  /** Links that this one depends on. If one of them is broken, this one is not checked. */
  readonly needs?: readonly string[];
  /** Links that are checked before this one, whatever their results, because the checks would interfere. */
  readonly after?: readonly string[];
  /** Settings that the check uses. If one is faulty, the link is not checked. A name that ends in _ is a prefix. */
  readonly settings?: readonly string[];
  /** Time limit of the check, in ms. */
  readonly deadlineMs?: number;
  readonly remedies: readonly Remedy[];
  /** Checks the link. An error is a fault, with the error's message. */
  look(installation: Installation, signal: AbortSignal): Promise<Found>;
}

export const good = (detail: string): Found => ({ state: "good", detail });
export const advice = (detail: string): Found => ({ state: "advice", detail });
export const fault = (detail: string, cause?: string): Found => ({ state: "fault", detail, cause });
export const unchecked = (why: string): Found => ({ state: "unchecked", detail: why });

/** Result of one check. */
export interface Result extends Omit<Found, "cause"> {
  readonly name: string;
  readonly title: string;
  /** Present only for a fault or advice. */
  readonly remedy?: string;
  /** The broken links because of which this one was not checked. */
  readonly because?: readonly string[];
  /** Duration of the check, in ms. */
  readonly ms: number;
}

/** Results of the whole chain. */
export interface Diagnosis {
  /** True when there is no fault. */
  readonly ok: boolean;
  readonly results: readonly Result[];
}
