import type { Installation } from "./installation.js";

/** How a link of the chain is. `advice`: it works, and something about it is to be known. */
export type State = "good" | "advice" | "fault" | "unchecked";

/** What a look at one link has found. */
export interface Found {
  readonly state: State;
  /** A sentence, without a secret. */
  readonly detail: string;
}

/** What there is to do about a fault or an advice whose detail has these words: the first that fits. */
export type Remedy = readonly [words: RegExp, remedy: string];

/** One link of the chain: what it needs, how it is asked, what can be wrong with it and what helps. */
export interface Check {
  readonly name: string;
  /** What works when it is good, for people. */
  readonly title: string;
  /** Links that this one hangs on: while one of them is broken, this one is not looked at, and not blamed. */
  readonly needs?: readonly string[];
  /** Links that are looked at before, whatever comes of it: the two would be in each other's way. */
  readonly after?: readonly string[];
  /** Settings that it is looked at with: with a faulty one it is not looked at. A name that ends in _ stands for all that begin so. */
  readonly settings?: readonly string[];
  /** The longest that the look may take, ms. */
  readonly deadlineMs?: number;
  readonly remedies: readonly Remedy[];
  /** Looks. Whatever it throws is a fault, in the words of the error. */
  look(installation: Installation, signal: AbortSignal): Promise<Found>;
}

export const good = (detail: string): Found => ({ state: "good", detail });
export const advice = (detail: string): Found => ({ state: "advice", detail });
export const fault = (detail: string): Found => ({ state: "fault", detail });
export const unchecked = (why: string): Found => ({ state: "unchecked", detail: why });

/** One link after the look. */
export interface Result extends Found {
  readonly name: string;
  readonly title: string;
  /** What to do; only of a fault or an advice. */
  readonly remedy?: string;
  /** The broken links because of which it was not looked at. */
  readonly because?: readonly string[];
  /** How long the look took, ms. */
  readonly ms: number;
}

/** What was found of the whole chain. */
export interface Diagnosis {
  /** Whether there is no fault. */
  readonly ok: boolean;
  readonly results: readonly Result[];
}
