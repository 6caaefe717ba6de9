import type { ParameterValue } from "../../toolbox/tool.js";

/** A moment on its way between processes. */
export interface Moment {
  /** Since the epoch. */
  readonly ms: number;
  /** IANA name. */
  readonly zone: string;
}

/** Runs a tool once. What is called `json` here and below is text: its length was checked before it was sent. */
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

/** What the host sends to the worker. All of it can be written as JSON. */
export type ToWorker =
  | Execute
  | { readonly kind: "abort"; readonly id: number; readonly reason: string }
  /** To a `task_request`, with its number. */
  | {
      readonly kind: "task_response";
      readonly request: number;
      readonly valueJson?: string;
      readonly failure?: { readonly message: string; readonly code?: string };
    }
  | { readonly kind: "ping" };

export type TaskMethod = "setTimer" | "callBack" | "pending" | "cancel";

/** What the worker sends to the host. None of it can be trusted before it was checked: a plugin may do anything. */
export type FromWorker =
  /** The first message: what the file exports, a list of definitions, or why there is nothing. */
  | { readonly kind: "loaded"; readonly toolsJson: string }
  | { readonly kind: "refused"; readonly reason: string; readonly isSyntax?: boolean }
  /** The tool's own code is reached. */
  | { readonly kind: "started"; readonly id: number }
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
      readonly kind: "task_request";
      readonly id: number;
      readonly request: number;
      readonly method: TaskMethod;
      readonly paramJson: string;
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
  /** Something went wrong outside of an execution; the process cannot go on after the last one. */
  | { readonly kind: "fault"; readonly reason: string; readonly last: boolean }
  /** @param externalBytes memory outside of the heap, which the heap's limit does not count */
  | { readonly kind: "pong"; readonly externalBytes: number };
