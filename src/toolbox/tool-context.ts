import type { DateTime } from "luxon";

/** Something that a caller has set and that has not come due. */
export interface Task {
  readonly taskId: string;
  readonly type: "timer" | "callback";
  readonly dueAt: DateTime;
  readonly message: string;
  /** The number that is rung; of a timer the caller's own, and empty when nobody can be rung. */
  readonly destination: string;
}

/** Why a task cannot be set, in a sentence that can be spoken. */
export interface TaskRefusal {
  readonly refusal: string;
}

/**
 * What can be set for later in the name of whoever asks, and nothing else: what another caller has set can neither be seen
 * nor cancelled. All methods reject with `store_unavailable` while the store is away.
 */
export interface Tasks {
  /** A timer: its message is spoken into the caller's call when it is due, or the caller is rung when that is over. */
  setTimer(timer: { readonly seconds: number; readonly message: string }): Promise<Task | TaskRefusal>;
  /**
   * A call to come.
   *
   * @param callback.destination the caller's own number unless given; numbers that a caller may not have dialled are refused
   */
  callBack(callback: {
    readonly at: DateTime;
    readonly message: string;
    readonly destination?: string;
  }): Promise<Task | TaskRefusal>;
  /** Those that have not come due, the next first. */
  pending(): Promise<readonly Task[]>;
  /** @returns whether there was such a task */
  cancel(taskId: string): Promise<boolean>;
}

/** Writes log lines that name the tool. Secrets are masked as everywhere. */
export interface ToolLog {
  info(message: string, data?: Readonly<Record<string, unknown>>): void;
  warn(message: string, data?: Readonly<Record<string, unknown>>): void;
}

/** What tools are run with. From it each gets a context of its own. */
export interface ToolEnvironment extends Omit<ToolContext, "memory" | "log"> {
  /** By the tool's name; one of it for each call, filled as tools ask for it. */
  readonly memories: Map<string, Map<string, unknown>>;
  /** Takes the event's name first. */
  readonly log: {
    info(event: string, message: string, data?: Readonly<Record<string, unknown>>): void;
    warn(event: string, message: string, data?: Readonly<Record<string, unknown>>): void;
  };
}

/** What a running tool may do. Narrow on purpose: a tool never sees the line, the model or another call. */
export interface ToolContext {
  /** The span of the trace that the run is, for whoever is asked by the tool to go on with; undefined without one. */
  readonly traceparent?: string | undefined;
  /** Aborts when the call ends, the caller speaks over the reply, or the tool's time is up. */
  readonly signal: AbortSignal;
  /** The caller's number; undefined when the tool was not asked for in a call, or the number is withheld. */
  readonly caller: string | undefined;
  /** The moment the tool was asked for, in the service's time zone. */
  readonly now: DateTime;
  /** Ends the call once the assistant has said goodbye; undefined outside a call. */
  readonly hangUp: (() => void) | undefined;
  /** Why a program's run is in no call, in one sentence; undefined in a call, and where nobody looked for one. */
  readonly noCall?: string | undefined;
  /** Has a short sentence said while the tool works, such as "Let me look that up"; undefined outside a call. */
  readonly say: ((sentence: string) => void) | undefined;
  /** Timers and calls to come. */
  readonly tasks: Tasks;
  /** What this tool remembers until the call is over: JSON values. Empty at first, and always so outside a call. */
  readonly memory: Map<string, unknown>;
  readonly log: ToolLog;
}

/** The context of one tool, which remembers and logs under its own name. */
export function contextOf(tool: string, { memories, log, ...rest }: ToolEnvironment): ToolContext {
  let memory = memories.get(tool);
  if (!memory) memories.set(tool, (memory = new Map()));
  return {
    ...rest,
    memory,
    log: {
      info: (message, data) => log.info("tool_log", message, { ...data, tool }),
      warn: (message, data) => log.warn("tool_log", message, { ...data, tool }),
    },
  };
}
