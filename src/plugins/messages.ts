import type { ParameterValue } from "../toolbox/tool.js";

/** A moment on its way between processes. */
export interface Moment {
  /** Since the epoch. */
  readonly ms: number;
  /** IANA name. */
  readonly zone: string;
}

/** One use of a tool. What is called `json` here and below is text: it was measured before it was sent. */
export interface Execute {
  readonly kind: "execute";
  readonly id: number;
  readonly tool: string;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly caller: string | undefined;
  readonly now: Moment;
  /** Whether the call can be ended and spoken into. */
  readonly inCall: { readonly hangUp: boolean; readonly say: boolean };
  /** The entries of the tool's memory. */
  readonly memoryJson: string;
}

/** What goes into the process of a plugin. All of it can be written as JSON. */
export type ToWorker =
  | Execute
  | { readonly kind: "abort"; readonly id: number; readonly reason: string }
  /** To an `ask`, with its number. */
  | {
      readonly kind: "answer";
      readonly ask: number;
      readonly valueJson?: string;
      readonly failure?: { readonly message: string; readonly code?: string };
    }
  | { readonly kind: "ping" };

export type TaskVerb = "setTimer" | "callBack" | "pending" | "cancel";

/** What comes out of it. Nothing in there is to be relied on before it was looked at: a plugin may do anything. */
export type FromWorker =
  /** The first message: what the file exports, a list of definitions, or why there is nothing. */
  | { readonly kind: "loaded"; readonly toolsJson: string }
  | { readonly kind: "refused"; readonly reason: string }
  /** The tool's own code is reached. */
  | { readonly kind: "begun"; readonly id: number }
  | {
      readonly kind: "done";
      readonly id: number;
      readonly resultJson?: string;
      readonly failure?: string;
      /** Changes to the memory: a name with its value as JSON, or with null when it was removed. */
      readonly memory: readonly (readonly [name: string, json: string | null])[];
    }
  | { readonly kind: "say"; readonly id: number; readonly sentence: string }
  | { readonly kind: "hangUp"; readonly id: number }
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly ask: number;
      readonly verb: TaskVerb;
      readonly argumentJson: string;
    }
  | {
      readonly kind: "log";
      readonly id: number;
      readonly level: "info" | "warn";
      readonly message: string;
      readonly dataJson?: string;
    }
  /** A line that was printed. */
  | { readonly kind: "output"; readonly text: string }
  /** Something went wrong outside of a use; the process cannot go on after the last one. */
  | { readonly kind: "fault"; readonly reason: string; readonly last: boolean }
  /** @param externalBytes memory outside of the heap, which the heap's limit does not count */
  | { readonly kind: "pong"; readonly externalBytes: number };
