import type { Asker } from "./ask.js";
import type { Way } from "./facts.js";
import type { SetupOptions } from "./options.js";
import type { TriedCall } from "./rest-client.js";

/** What a run works with. */
export interface SetupNeeds {
  readonly options: SetupOptions;
  /** The program's folder. */
  readonly project: string;
  /** As `process.env` has it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Undefined where nobody is to be asked. */
  readonly asker: Asker | undefined;
  /** Tells a person something. */
  tell(text: string): void;
  readonly signal: AbortSignal;
}

/** What was done, for programs. */
export interface SetupReport {
  readonly done: boolean;
  readonly way?: Way;
  /** The files that were changed; with --dry-run, that would be. */
  readonly changed: readonly string[];
  readonly questions: number;
  /** Why it was not done, or what does not work. */
  readonly faults: readonly string[];
  readonly notes: readonly string[];
  readonly running?: Running;
}

/** What runs when it is done. */
export interface Running {
  readonly url?: string;
  /** Of each check whether it is well; undefined where the service was not asked. */
  readonly health?: string;
  /** The exit code of scripts/doctor. */
  readonly doctor?: number;
  readonly call?: TriedCall;
}
