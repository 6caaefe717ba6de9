import { onAbort } from "../../kernel/abort.js";
import { Ending } from "../../kernel/ending.js";
import { describe } from "../../kernel/errors.js";
import { isRecord } from "../../kernel/record.js";
import type { Parameters } from "../../toolbox/parameters.js";
import type { ToolContext, ToolResult } from "../../toolbox/tool.js";
import { isNestedDeeper, withoutPrototypeKeys } from "../../validation/hostile-values.js";
import {
  MAX_LINE,
  MAX_LOGGED,
  MAX_MEMORY,
  MAX_MESSAGE,
  MAX_RESULT,
  MAX_SENTENCE,
  MAX_SENTENCES,
  MAX_TASK_REQUESTS,
} from "../protocol/limits.mjs";
import type { Execute, FromWorker, ToWorker } from "../protocol/messages.js";
import { PluginFault } from "./plugin-fault.js";
import { handleTaskRequest, momentOf } from "./task-requests.js";

const DEEPEST = 20;
/** Changes may remove as much as they add. */
const MAX_CHANGES = 2 * MAX_MEMORY;

/**
 * Parses JSON from a worker. Keys that reach a prototype are removed.
 *
 * @throws when it is not JSON, longer than `most` characters, or nested too deeply
 */
function parseUntrustedJson(json: string, most: number): unknown {
  if (json.length > most) throw new RangeError(`${json.length} characters of JSON`);
  const value: unknown = JSON.parse(json);
  if (isNestedDeeper(value, DEEPEST)) throw new RangeError(`nested deeper than ${DEEPEST} levels`);
  return withoutPrototypeKeys(value);
}

export type FromTool = Extract<FromWorker, { id: number }>;

/** One run of a tool, as seen by the host. */
export interface Execution {
  readonly request: Execute;
  /** The tool's result; rejects with a {@link PluginFault}, or with the reason for which it was abandoned. */
  readonly result: Promise<ToolResult>;
  /** Whether the result is still awaited. */
  readonly awaited: boolean;
  /** Handles a message of the tool. @returns whether the run has ended in the worker, too */
  receive(message: FromTool): boolean;
  /** Stops waiting for the result. */
  abandon(reason: unknown): void;
  /** Call when the worker has ended. */
  fail(reason: string): void;
}

export interface ExecutionNeeds {
  readonly id: number;
  readonly tool: string;
  readonly parameters: Parameters;
  readonly context: ToolContext;
  readonly post: (message: ToWorker) => void;
}

export function createExecution({ id, tool, parameters, context, post }: ExecutionNeeds): Execution {
  const { memory } = context;
  let started = false;
  let awaited = true;
  let sentences = 0;
  let taskRequests = 0;
  let settle: { resolve(result: ToolResult): void; reject(error: unknown): void };
  const result = new Promise<ToolResult>((resolve, reject) => (settle = { resolve, reject }));

  function over(outcome: () => void): void {
    if (!awaited) return;
    awaited = false;
    outcome();
  }

  function finish({ resultJson, failure, memory: changes }: Extract<FromTool, { kind: "done" }>): void {
    remember(memory, changes);
    if (resultJson === undefined) throw new PluginFault(String(failure).slice(0, MAX_LINE));
    const result = parseUntrustedJson(resultJson, MAX_RESULT + MAX_LINE) as ToolResult;
    if (result.message.length > MAX_MESSAGE) throw new RangeError(`a message of ${result.message.length} characters`);
    settle.resolve(result);
  }

  async function respond({ request, method, paramJson }: Extract<FromTool, { kind: "task_request" }>): Promise<void> {
    try {
      if (++taskRequests > MAX_TASK_REQUESTS) throw new RangeError("too many requests to tasks");
      const value = await handleTaskRequest(context.tasks, method, parseUntrustedJson(paramJson, MAX_RESULT));
      post({ kind: "task_response", request, valueJson: JSON.stringify(value) });
    } catch (error) {
      const { code } = error as { code?: unknown };
      const failure = { message: describe(error), ...(typeof code === "string" && { code }) };
      post({ kind: "task_response", request, failure });
    }
  }

  function perform(message: FromTool): void {
    switch (message.kind) {
      case "say":
        if (++sentences <= MAX_SENTENCES) context.say?.(String(message.sentence).slice(0, MAX_SENTENCE));
        return;
      case "hangUp":
        return context.hangUp?.();
      case "task_request":
        return void respond(message);
      case "log": {
        const facts = message.dataJson === undefined ? undefined : parseUntrustedJson(message.dataJson, MAX_LOGGED);
        const level = message.level === "warn" ? "warn" : "info";
        return context.log[level](String(message.message).slice(0, MAX_LINE), factsOf(facts));
      }
      default:
        return undefined;
    }
  }

  return {
    request: {
      kind: "execute",
      id,
      tool,
      parameters,
      caller: context.caller,
      now: momentOf(context.now),
      language: context.language,
      inCall: { hangUp: context.hangUp !== undefined, say: context.say !== undefined },
      memoryJson: JSON.stringify([...memory]),
    },
    result,
    get awaited() {
      return awaited;
    },
    receive(message) {
      if (message.kind === "started") started = true;
      if (message.kind === "done") {
        over(() => {
          try {
            finish(message);
          } catch (error) {
            settle.reject(
              error instanceof PluginFault
                ? error
                : new PluginFault(`it returned an invalid result: ${describe(error)}`),
            );
          }
        });
        return true;
      }
      // After a tool's time-out, or an interruption by the caller, what it says is dropped.
      if (awaited) perform(message);
      return false;
    },
    abandon: (reason) => over(() => settle.reject(reason)),
    fail: (reason) => over(() => settle.reject(new PluginFault(reason, started))),
  };
}

/** Applies the changes, all or none. @throws {RangeError} when they, or the memory with them, are too long */
function remember(memory: Map<string, unknown>, changes: Extract<FromTool, { kind: "done" }>["memory"]): void {
  const changed = new Map<string, unknown>(memory);
  let length = 0;
  for (const [name, json] of changes) {
    length += String(name).length + String(json ?? "").length;
    if (length > MAX_CHANGES) throw new RangeError(`${length} characters of changes to its memory`);
    if (json === null) changed.delete(name);
    else changed.set(name, parseUntrustedJson(json, MAX_MEMORY));
  }
  const kept = [...changed].reduce((sum, [name, value]) => sum + name.length + JSON.stringify(value).length, 0);
  if (kept > MAX_MEMORY) throw new RangeError(`it remembers ${kept} characters of JSON`);
  memory.clear();
  for (const [name, value] of changed) memory.set(name, value);
}

/** All runs of tools in one process. */
export interface Executions {
  /** Number of runs that have not ended in the process. */
  readonly size: number;
  /** Number of those whose results are not awaited any more. */
  readonly abandoned: number;
  /** Runs a tool. @throws {PluginFault}, or the signal's reason when it aborts */
  execute(tool: string, parameters: Parameters, context: ToolContext): Promise<ToolResult>;
  receive(message: FromTool): void;
  /** Call when the process has ended. */
  fail(reason: string): void;
}

export interface ExecutionsNeeds extends Pick<ExecutionNeeds, "post"> {
  /** Called when a tool's time is over. */
  readonly onTimeOut: () => void;
  /** Called each time that a result is not awaited any more. */
  readonly onSettled: () => void;
}

export function createExecutions({ post, onTimeOut, onSettled }: ExecutionsNeeds): Executions {
  const running = new Map<number, Execution>();
  let latest = 0;
  let hasFailed = false;
  return {
    get size() {
      return running.size;
    },
    get abandoned() {
      return [...running.values()].filter(({ awaited }) => !awaited).length;
    },
    async execute(tool, parameters, context) {
      const { signal } = context;
      signal.throwIfAborted();
      if (hasFailed) throw new PluginFault("its process has ended", false);
      const id = ++latest;
      const execution = createExecution({ id, tool, parameters, context, post });
      running.set(id, execution);
      const forget = onAbort(signal, (reason) => {
        execution.abandon(reason);
        if (hasFailed) return;
        post({ kind: "abort", id, reason: describe(reason) });
        if (Ending.of(reason).kind === "deadline") onTimeOut();
        onSettled();
      });
      try {
        post(execution.request);
        return await execution.result;
      } finally {
        forget();
      }
    },
    receive(message) {
      if (!running.get(message.id)?.receive(message)) return;
      running.delete(message.id);
      onSettled();
    },
    fail(reason) {
      hasFailed = true;
      for (const execution of running.values()) execution.fail(reason);
      running.clear();
    },
  };
}

function factsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined) return undefined;
  return isRecord(value) ? value : { value };
}
