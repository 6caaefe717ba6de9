import type { ToolContext, ToolResult } from "../../toolbox/tool.js";
import { describe } from "../../kernel/errors.js";
import { isRecord } from "../../kernel/record.js";
import { handleTaskRequest, momentOf } from "./task-requests.js";
import { MAX_LINE, MAX_LOGGED, MAX_MEMORY, MAX_RESULT, MAX_SENTENCE } from "../bounds.mjs";
import type { Execute, FromWorker, ToWorker } from "../messages.js";
import { PluginFault } from "./plugin-fault.js";
import { parseUntrustedJson } from "./parse-untrusted-json.js";
import type { Parameters } from "../../toolbox/parameters.js";

export type FromTool = Extract<FromWorker, { id: number }>;

/** One use of a tool, seen from outside of its process. */
export interface Execution {
  readonly request: Execute;
  /** The tool's result; rejects with a {@link PluginFault}, or with the signal's reason when that aborts. */
  readonly result: Promise<ToolResult>;
  /** Whether somebody still waits for the result. */
  readonly awaited: boolean;
  /** Takes what the tool sends. @returns whether it is done with */
  take(message: FromTool): boolean;
  /** The process is gone. */
  lose(reason: string): void;
}

export interface ExecutionNeeds {
  readonly id: number;
  readonly tool: string;
  readonly parameters: Parameters;
  readonly context: ToolContext;
  readonly post: (message: ToWorker) => void;
}

export function createExecution({ id, tool, parameters, context, post }: ExecutionNeeds): Execution {
  const { signal, memory } = context;
  let begun = false;
  let awaited = true;
  let settle: { resolve(result: ToolResult): void; reject(error: unknown): void };
  const result = new Promise<ToolResult>((resolve, reject) => (settle = { resolve, reject }));
  const abort = () => over(() => settle.reject(signal.reason));
  signal.addEventListener("abort", abort, { once: true });

  function over(outcome: () => void): void {
    if (!awaited) return;
    awaited = false;
    signal.removeEventListener("abort", abort);
    outcome();
  }

  function finish({ resultJson, failure, memory: changes }: Extract<FromTool, { kind: "done" }>): void {
    for (const [name, json] of changes.slice(0, MAX_MEMORY)) {
      if (json === null) memory.delete(name);
      else memory.set(name, parseUntrustedJson(json, MAX_MEMORY));
    }
    if (resultJson === undefined) throw new PluginFault(String(failure).slice(0, MAX_LINE));
    settle.resolve(parseUntrustedJson(resultJson, MAX_RESULT + MAX_LINE) as ToolResult);
  }

  async function answer({ ask, verb, argumentJson }: Extract<FromTool, { kind: "ask" }>): Promise<void> {
    try {
      const value = await handleTaskRequest(context.tasks, verb, parseUntrustedJson(argumentJson, MAX_RESULT));
      post({ kind: "answer", ask, valueJson: JSON.stringify(value) });
    } catch (error) {
      const { code } = error as { code?: unknown };
      post({ kind: "answer", ask, failure: { message: describe(error), ...(typeof code === "string" && { code }) } });
    }
  }

  function perform(message: FromTool): void {
    switch (message.kind) {
      case "say":
        return context.say?.(String(message.sentence).slice(0, MAX_SENTENCE));
      case "hangUp":
        return context.hangUp?.();
      case "ask":
        return void answer(message);
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
      inCall: { hangUp: context.hangUp !== undefined, say: context.say !== undefined },
      memoryJson: JSON.stringify([...memory]),
    },
    result,
    get awaited() {
      return awaited;
    },
    take(message) {
      if (message.kind === "begun") begun = true;
      if (message.kind === "done") {
        over(() => {
          try {
            finish(message);
          } catch (error) {
            settle.reject(
              error instanceof PluginFault ? error : new PluginFault(`it returned nonsense: ${describe(error)}`),
            );
          }
        });
        return true;
      }
      // Nobody hears what a tool says after its time is up or the caller has spoken on.
      if (awaited) perform(message);
      return false;
    },
    lose: (reason) => over(() => settle.reject(new PluginFault(reason, begun))),
  };
}

function factsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined) return undefined;
  return isRecord(value) ? value : { value };
}
