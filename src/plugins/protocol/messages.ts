import type { ParameterValue } from "../../toolbox/tool.js";

/** A time, as sent between processes. */
export interface Moment {
  /** Since the epoch. */
  readonly ms: number;
  /** IANA name. */
  readonly zone: string;
}

/** Runs a tool once. Fields named `json` here and below are text whose length was checked before it was sent. */
export interface Execute {
  readonly kind: "execute";
  readonly id: number;
  readonly tool: string;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly caller: string | undefined;
  readonly now: Moment;
  readonly language: string;
  /** Whether the call can be ended and spoken into. */
  readonly inCall: { readonly hangUp: boolean; readonly say: boolean };
  /** The entries of the tool's memory. */
  readonly memoryJson: string;
}

/** Messages from the host to the worker. All of them can be serialised as JSON. */
export type ToWorker =
  | Execute
  | { readonly kind: "abort"; readonly id: number; readonly reason: string }
  /** The answer to the `task_request` with this number. */
  | {
      readonly kind: "task_response";
      readonly request: number;
      readonly valueJson?: string;
      readonly failure?: { readonly message: string; readonly code?: string };
    }
  | { readonly kind: "ping" };

export type TaskMethod = "setTimer" | "callBack" | "pending" | "cancel";

/** Messages from the worker to the host. None can be trusted before validation: a plugin may do anything. */
export type FromWorker =
  /** The first message: the exported definitions, or why there are none. */
  | { readonly kind: "loaded"; readonly toolsJson: string }
  | { readonly kind: "refused"; readonly reason: string; readonly isSyntax?: boolean }
  /** The tool's own code begins to run. */
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
  /** A printed line. */
  | { readonly kind: "output"; readonly text: string }
  /** A fault outside of a run; the process cannot continue after the last run. */
  | { readonly kind: "fault"; readonly reason: string; readonly last: boolean }
  /** @param externalBytes memory outside the heap, which the heap's limit does not include */
  | { readonly kind: "pong"; readonly externalBytes: number };
