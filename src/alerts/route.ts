import type { Hours } from "../hours/hours.js";
import type { DialableNumber } from "../kernel/dialable-number.js";
import type { Matcher } from "./matcher.js";

/** People who are called one after the other. */
export interface ChainDefinition {
  readonly name: string;
  readonly extensions: readonly DialableNumber[];
  readonly rounds: number;
  readonly pauseMs: number;
  readonly ringTimeoutMs: number;
  /** How many telephones ring side by side. */
  readonly atOnce: number;
  /** Id of the assistant that calls; undefined for the settings alone. */
  readonly assistant: string | undefined;
  /** Default: the assistant's. */
  readonly language: string | undefined;
}

/** Where alerts are silenced once a person has acknowledged them. */
export interface SilenceDefinition {
  /** Address of the Alertmanager, without a slash at its end. */
  readonly alertmanager: string;
  readonly ms: number;
}

/** Which alerts are told to whom, and how. */
export interface AlertRoute {
  readonly id: string;
  /** All of them must match. */
  readonly matchers: readonly Matcher[];
  readonly chain: ChainDefinition;
  /** How long after an unacknowledged call-out the next one begins. */
  readonly repeatMs: number;
  /** When it calls; undefined for always. */
  readonly hours: Hours | undefined;
  /** Whether the person who acknowledged an alert is told when it is resolved. */
  readonly saysResolved: boolean;
  readonly silence: SilenceDefinition | undefined;
}

/** The routes by id. The first that matches an alert decides; an earlier one is also called first. */
export type AlertRoutes = ReadonlyMap<string, AlertRoute>;

export type Labels = Readonly<Record<string, string>>;

/** Whether an alert's labels fulfil all conditions of a route. */
export function matchesRoute({ matchers }: AlertRoute, labels: Labels): boolean {
  return matchers.every((each) => each.matches(labels));
}
