import type { Asker } from "./ask.js";
import type { Way } from "./facts.js";
import type { SetupOptions } from "./options.js";
import type { TriedCall } from "./rest-client.js";

/** Inputs of a run. */
export interface SetupNeeds {
  readonly options: SetupOptions;
  /** Folder of the project. */
  readonly project: string;
  /** As `process.env` has it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Undefined without a terminal. */
  readonly asker: Asker | undefined;
  /** Prints a message for people. */
  tell(text: string): void;
  readonly signal: AbortSignal;
}

/** Report for programs. */
export interface SetupReport {
  readonly done: boolean;
  readonly way?: Way;
  /** Changed files; with --dry-run, those that would be changed. */
  readonly changed: readonly string[];
  readonly questions: number;
  /** Why it failed, or what does not work. */
  readonly faults: readonly string[];
  readonly notes: readonly string[];
  readonly running?: Running;
}

/** What is running at the end. */
export interface Running {
  readonly url?: string;
  /** Status of the service; undefined when it was not requested. */
  readonly health?: string;
  /** Exit code of scripts/doctor. */
  readonly doctor?: number;
  readonly call?: TriedCall;
}
