import type { AlertRoutes } from "../alerts/route.js";
import { type CalleeRules, NO_CALLEE_RULES } from "../callees/callee-rules.js";
import type { Occasion } from "../config/phrase-categories.js";
import type { CallerId } from "../config/caller-id.js";
import type { DialableNumber } from "../kernel/dialable-number.js";
import type { DirectoryEntry } from "../directory/entry.js";
import type { OnMachine } from "../records/call-script.js";
import type { Hours } from "../hours/hours.js";

/** An assistant's own language model. What it leaves out comes from the settings. */
export interface BackendDefinition {
  /** Default: LLM_BASE_URL. */
  readonly url: string | undefined;
  readonly model: string;
  /** Key of its server; undefined for none, and without a `url` for LLM_API_KEY. */
  readonly key: string | undefined;
  readonly temperature: number | undefined;
  readonly maxTokens: number | undefined;
  readonly reasoningEffort: string | undefined;
  readonly contextTokens: number | undefined;
}

/** How an assistant takes turns; undefined parts are as in the settings. */
export interface TurnsDefinition {
  readonly mode: "adaptive" | "fixed" | "sequential" | undefined;
  readonly endpointSilenceMs: number | undefined;
  readonly fillerAfterMs: number | undefined;
  readonly idleTimeoutSeconds: number | undefined;
}

/** What happens outside an assistant's hours: a phrase is said, another assistant answers, or a number is dialled. */
export type Closed =
  | { readonly kind: "say"; readonly text: string | undefined }
  | { readonly kind: "assistant"; readonly id: string }
  | { readonly kind: "transfer"; readonly number: DialableNumber; readonly text: string | undefined };

/** An assistant as the file defines it. An undefined field is as in the settings. */
export interface AssistantDefinition {
  readonly id: string;
  /** Called numbers that it answers. */
  readonly answers: readonly AnsweredNumber[];
  readonly name: string | undefined;
  readonly callerId: CallerId | undefined;
  readonly language: string | undefined;
  readonly prompt: string | undefined;
  /** Facts for the prompt. */
  readonly knowledge: string | undefined;
  readonly voice: string | undefined;
  readonly speed: number | undefined;
  readonly backend: BackendDefinition | undefined;
  readonly phrases: Readonly<Partial<Record<Occasion, readonly string[]>>>;
  /** Names of tools in upper case; an empty list permits none. */
  readonly tools: readonly string[] | undefined;
  /** The entries of the directory to which it puts callers through; undefined for all of them. */
  readonly directory: readonly DirectoryEntry[] | undefined;
  /** Whether its calls begin by saying that a machine speaks. */
  readonly disclosure: boolean | undefined;
  /** What its calls do when a machine answers. */
  readonly onMachine: OnMachine | undefined;
  /** Null for none. */
  readonly operator: DialableNumber | null | undefined;
  readonly turns: TurnsDefinition | undefined;
  readonly hours: Hours | undefined;
  readonly closed: Closed;
}

/** A number, or a pattern of numbers, that an assistant answers. */
export interface AnsweredNumber {
  readonly written: string;
  /** Matches whole numbers, in the form that dial patterns match. */
  readonly matches: RegExp;
  /** Number of characters of a pattern that stand for themselves; infinite for a plain number. The largest wins. */
  readonly precision: number;
}

/** All assistants of the file. */
export interface AssistantDefinitions {
  /** By id, in the order of the file. */
  readonly all: ReadonlyMap<string, AssistantDefinition>;
  /** Answers the numbers that no other assistant answers; undefined for the settings alone. */
  readonly fallback: string | undefined;
  /** Whom callers can be put through to. */
  readonly directory: readonly DirectoryEntry[];
  /** Who is called about alerts. */
  readonly alerts: AlertRoutes;
  readonly callees: CalleeRules;
}

/** Without a file, the settings apply to all calls. */
export const NO_ASSISTANTS: AssistantDefinitions = {
  all: new Map(),
  fallback: undefined,
  directory: [],
  alerts: new Map(),
  callees: NO_CALLEE_RULES,
};
