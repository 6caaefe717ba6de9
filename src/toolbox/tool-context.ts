import type { DateTime } from "luxon";

/** A caller's timer or callback that is not due yet. */
export interface Task {
  readonly taskId: string;
  readonly type: "timer" | "callback";
  readonly dueAt: DateTime;
  readonly message: string;
  /** The number to call; for a timer the caller's own, empty when there is none to call. */
  readonly destination: string;
}

/** Why a task is refused, in a sentence that can be spoken. */
export interface TaskRefusal {
  readonly refusal: string;
}

/**
 * The caller's timers and callbacks: those of other callers can be neither seen nor cancelled. All methods reject with
 * `store_unavailable` while the store is unavailable.
 */
export interface Tasks {
  /**
   * Sets a timer: its message is spoken into the caller's call when it is due or, if that call has ended, the caller is called.
   */
  setTimer(timer: { readonly seconds: number; readonly message: string }): Promise<Task | TaskRefusal>;
  /**
   * Schedules a callback.
   *
   * @param callback.destination default: the caller's own number; numbers that a caller may not dial are refused
   */
  callBack(callback: {
    readonly at: DateTime;
    readonly message: string;
    readonly destination?: string;
  }): Promise<Task | TaskRefusal>;
  /** Tasks that are not due yet, the next one first. */
  pending(): Promise<readonly Task[]>;
  /** @returns whether the task existed */
  cancel(taskId: string): Promise<boolean>;
}

/** Whom a caller asks for, in their words, and why they call. */
export interface TransferRequest {
  readonly name: string;
  readonly reason: string;
}

/** The outcome of a request to be put through. */
export interface TransferAnswer {
  /** Whether the caller is put through, or can leave a message, once this reply has been heard. */
  readonly isUnderWay: boolean;
  /** What the caller is told: to whom they are put through, whom they may mean, or why not. */
  readonly message: string;
}

/** Writes log lines that name the tool. Secrets are masked as everywhere. */
export interface ToolLog {
  info(message: string, data?: Readonly<Record<string, unknown>>): void;
  warn(message: string, data?: Readonly<Record<string, unknown>>): void;
}

/** The environment in which tools run. Each tool gets its own context derived from it. */
export interface ToolEnvironment extends Omit<ToolContext, "memory" | "log"> {
  /** The memories of a call's tools by tool name, created on first use. */
  readonly memories: Map<string, Map<string, unknown>>;
  /** Takes the event's name first. */
  readonly log: {
    info(event: string, message: string, data?: Readonly<Record<string, unknown>>): void;
    warn(event: string, message: string, data?: Readonly<Record<string, unknown>>): void;
  };
}

/** The capabilities of a running tool. Deliberately narrow: a tool never sees the line, the model or another call. */
export interface ToolContext {
  /** The span of the run, for services called by the tool to continue; undefined without tracing. */
  readonly traceparent?: string | undefined;
  /** Aborts when the call ends, the caller interrupts the reply, or the tool's time is up. */
  readonly signal: AbortSignal;
  /** The caller's number; undefined outside a call, or when it is withheld. */
  readonly caller: string | undefined;
  /** The time of the request, in the service's time zone. */
  readonly now: DateTime;
  /** The language that the result is spoken in: a code such as `en` or `de-AT`. */
  readonly language: string;
  /** Ends the call after the assistant has said goodbye; undefined outside a call. */
  readonly hangUp: (() => void) | undefined;
  /**
   * Puts the caller through to someone of the directory after the reply; undefined outside a call, and without a directory.
   */
  readonly transfer?: ((to: TransferRequest) => Promise<TransferAnswer>) | undefined;
  /** Why the tool runs outside a call, in one sentence; undefined in a call, and when no call was requested. */
  readonly noCall?: string | undefined;
  /** Speaks a short sentence while the tool works, such as "Let me look that up"; undefined outside a call. */
  readonly say: ((sentence: string) => void) | undefined;
  /** Timers and callbacks. */
  readonly tasks: Tasks;
  /** The tool's memory for the duration of the call: JSON values. Initially empty, and always empty outside a call. */
  readonly memory: Map<string, unknown>;
  readonly log: ToolLog;
}

/** The context of one tool, with its own memory and log. */
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
