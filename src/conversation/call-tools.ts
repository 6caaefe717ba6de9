import { DateTime } from "luxon";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { ConversationTools } from "../toolbox/allowed-tools.js";
import type { Tasks, ToolEnvironment, ToolResult } from "../toolbox/tool.js";
import { createReplyTools, type ReplyToolsNeeds } from "./reply-tools.js";
import type { Transcript } from "./transcript.js";

/** What a tool may do to the call it runs in. */
type Effects = Pick<ToolEnvironment, "hangUp" | "say" | "transfer">;

/** The tools that a caller may use in one call. */
export interface CallTools {
  /** Returns the tools for one reply of the model. Their runs are recorded by the reader of the reply. */
  forReply(reply: Omit<ReplyToolsNeeds, "toolbox" | "environment"> & Effects): ReturnType<typeof createReplyTools>;
  /** Runs a tool without arguments, and records that. */
  run(name: string, signal: AbortSignal, hangUp: () => void): Promise<ToolResult>;
  /**
   * Records that a tool has run in the transcript, the metrics and the log.
   *
   * @param ms how long it ran
   */
  ran(name: string, result: ToolResult, ms: number): void;
}

export interface CallToolsNeeds {
  readonly toolbox: ConversationTools;
  /** The caller's number; undefined if it is withheld. */
  readonly caller: string | undefined;
  /** IANA name of the time zone of the current time. */
  readonly timeZone: string;
  /** ms since the epoch; the clock by which tasks are due. */
  readonly now: () => number;
  readonly language: string;
  readonly tasks: Tasks;
  readonly memories: ToolEnvironment["memories"];
  readonly transcript: Pick<Transcript, "toolRan">;
  readonly metrics: Pick<Metrics, "toolCalled">;
  readonly log: Log;
}

export function createCallTools(call: CallToolsNeeds): CallTools {
  const { toolbox, caller, timeZone, now, language, tasks, memories, transcript, metrics, log } = call;

  function environment({ hangUp, say, transfer }: Effects): Omit<ToolEnvironment, "signal"> {
    const at = DateTime.fromMillis(now(), { zone: timeZone });
    return { caller, now: at, language, hangUp, say, transfer, tasks, memories, log };
  }

  function ran(name: string, result: ToolResult, ms: number): void {
    transcript.toolRan(name, result);
    metrics.toolCalled(name, result.status);
    log.info("tool_call", `${name} ran`, { tool: name, status: result.status, ms: Math.round(ms) });
  }

  return {
    forReply: ({ hangUp, say, transfer, ...reply }) =>
      createReplyTools({ ...reply, toolbox, environment: environment({ hangUp, say, transfer }) }),
    async run(name, signal, hangUp) {
      const begun = performance.now();
      const result = await toolbox.execute(name, {}, { ...environment({ hangUp, say: undefined }), signal });
      ran(name, result, performance.now() - begun);
      return result;
    },
    ran,
  };
}
