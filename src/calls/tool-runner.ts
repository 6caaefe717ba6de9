import { DateTime } from "luxon";
import type { Scope as Right } from "../config/api-keys.js";
import { AttendantError } from "../kernel/errors.js";
import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import type { ChainPlan } from "../records/chain.js";
import type { Chain } from "../records/schedule.js";
import type { Chains } from "../scheduling/chains.js";
import type { Checked } from "../toolbox/argument-check.js";
import type { Parameters } from "../toolbox/parameters.js";
import type { Tool, ToolResult } from "../toolbox/tool.js";
import type { Toolbox } from "../toolbox/toolbox.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import { speakable } from "../speech/speakable.js";
import type { CallControl } from "./call-control.js";
import type { PlacedCall } from "./placed/admit-call.js";
import { isFinalStatus } from "./record/call-state.js";
import type { CallerTasks } from "./tasks/caller-tasks.js";
import { conversationsOf, isConversation, type LiveCalls, type LiveConversation } from "./live/live-calls.js";
import { type CallTarget, messageAround } from "./placed/place-call.js";
import { type CountCall, toolRights } from "./rights/tool-rights.js";

export interface ToolRun {
  readonly tool: Tool;
  /** Checked and converted, defaults filled in. */
  readonly parameters: Parameters;
  /** Name of the requesting client's key; undefined without one. */
  readonly client?: string | undefined;
  /** Scopes of the key; default: all. */
  readonly scopes?: readonly Right[];
  /** Counts a call that the tool sets for later, and returns how to give it back; throws when the client may request no more. */
  readonly countCall?: CountCall | undefined;
  /** The id of the first task that the tool sets, by which it can be found. */
  readonly taskId?: string | undefined;
  /** The language of the result; default: that of the conversation, or the usual one. */
  readonly language?: string | undefined;
}

export interface ToolExecution {
  readonly result: ToolResult;
  /** Whether the caller heard the result. */
  readonly spoken: boolean;
  /** Why the result was to be spoken and was not, in one sentence. */
  readonly spokenReason: string | null;
}

/** Runs the assistant's tools for programs, outside a conversation. */
export interface ToolRunner {
  /** All tools by name, including disabled ones. */
  readonly tools: readonly Tool[];
  find(name: string): Tool | undefined;
  check(tool: Tool, given: unknown): Checked;
  /**
   * Runs a tool in a conversation. The tool may end the conversation, after the caller has heard the result if there is one.
   *
   * @param callId the live call to use; null for the only one
   * @throws {AttendantError} `scope_missing` when the tool set something for later, or hung up, without the key's permission
   */
  execute(run: ToolRun & { readonly speakResult: boolean; readonly callId: string | null }): Promise<ToolExecution>;
  /** Runs a tool by name for a scheduled call; FAILED when it cannot run. @throws {AttendantError} `unavailable` */
  run(name: string, given: unknown, by?: Pick<ToolRun, "client" | "language">): Promise<ToolResult>;
  /**
   * Runs a tool and places a call with its result, unless it FAILED.
   *
   * @throws {AttendantError} as `CallDesk.place` does; before the tool has run if that can be known
   */
  callWithResult(
    run: ToolRun & {
      readonly target: CallTarget;
      /** Whom to call besides the target, and until when; undefined for the target alone. */
      readonly plan?: ChainPlan | undefined;
      readonly prefix: string;
      readonly suffix: string;
    },
  ): Promise<{ readonly result: ToolResult; readonly placed: PlacedCall | Chain | null }>;
}

export interface ToolRunnerNeeds {
  readonly toolbox: Toolbox;
  readonly callControl: Pick<CallControl, "place" | "checkPlaceable" | "checkCallable" | "find">;
  readonly liveCalls: LiveCalls;
  readonly tasks: Pick<CallerTasks, "ofClient">;
  readonly chains: Pick<Chains, "start">;
  /** IANA name of the time zone in which tools read the time. */
  readonly timeZone: string;
  /** ms since the epoch; the clock by which tasks are due. */
  readonly now: () => number;
  /** The language of results that are for no call. */
  readonly language: string;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly scope: Scope;
}

/** Maximum time that a result waits for a pause in a conversation, in ms: the client waits for its answer meanwhile. */
const PATIENCE_MS = 30_000;

export function createToolRunner(needs: ToolRunnerNeeds): ToolRunner {
  const { toolbox, callControl, liveCalls, tasks, metrics, log, scope } = needs;

  /** @param inCall what the tool may do in the conversation in question, or why there is no conversation */
  async function run(
    name: string,
    parameters: unknown,
    { client, scopes, language, countCall, taskId }: Omit<ToolRun, "tool" | "parameters">,
    { about, hangUp, noCall }: { about?: LiveConversation; hangUp?: () => void; noCall?: string } = {},
  ): Promise<ToolResult> {
    const begun = performance.now();
    const rights = toolRights(scopes, countCall);
    const environment = {
      signal: scope.signal,
      caller: about?.call.record.caller || undefined,
      now: DateTime.fromMillis(needs.now(), { zone: needs.timeZone }),
      language: language ?? about?.call.record.language ?? needs.language,
      hangUp: hangUp && rights.hangingUp(hangUp),
      say: undefined,
      tasks: rights.settingTasks(tasks.ofClient(about, client, taskId)),
      memories: new Map(),
      log,
      ...(noCall !== undefined && { noCall }),
    };
    const result = await toolbox.execute(name, parameters, environment).catch((error: unknown) => {
      if (!scope.ending) throw error;
      throw new AttendantError("unavailable", "The service is shutting down.");
    });
    rights.check();
    metrics.toolCalled(name, result.status);
    const ms = Math.round(performance.now() - begun);
    log.info("tool_call", `${name} ran for a client`, {
      tool: name,
      status: result.status,
      ms,
      ...(client && { client }),
    });
    return result;
  }

  /** Returns the conversation to use, or why there is none. */
  async function conversationOf(callId: string | null): Promise<LiveConversation | string> {
    if (callId !== null) {
      const live = liveCalls.find(callId);
      if (!live) {
        const record = await callControl.find(callId).catch(() => undefined);
        const isOver = record && isFinalStatus(record.status);
        return isOver ? "The call with this call_id is over." : "No live call has this call_id.";
      }
      if (isConversation(live)) return live;
      const isPlaced = live.call.record.direction === "outbound";
      return `The call with this call_id is ${isPlaced ? "an announcement, not a conversation" : "no longer a conversation"}.`;
    }
    const conversations = conversationsOf(liveCalls);
    if (conversations.length > 1) return "Several calls are in progress; name one with call_id.";
    return conversations[0] ?? "No conversation is in progress.";
  }

  /** Says a result to the caller. @returns why they have not heard it; null when they have */
  async function tell({ message }: ToolResult, callId: string | null): Promise<string | null> {
    const listening = await conversationOf(callId);
    if (typeof listening === "string") return listening;
    if (!speakable(message)) return "The result contains nothing that can be spoken.";
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      return (await listening.interject(message, patience.signal)) ? null : "The caller did not hear it to its end.";
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    get tools() {
      return toolbox.tools;
    },
    find: (name) => toolbox.find(name),
    check: (tool, given) => toolbox.check(tool, given),

    async execute({ speakResult, callId, tool, parameters, ...by }) {
      const found = await conversationOf(callId);
      const about = typeof found === "string" ? undefined : found;
      let isToEnd = false;
      const hangUp = () => {
        isToEnd = true;
      };
      const result = await run(tool.name, parameters, by, about ? { about, hangUp } : { noCall: String(found) });
      const spokenReason = speakResult ? await tell(result, about?.call.record.callId ?? callId) : null;
      if (isToEnd) about?.scope.end(new Ending("finished", "A program hung up."));
      return { result, spoken: speakResult && spokenReason === null, spokenReason };
    },

    run: (name, given, by = {}) => run(name, given, by),

    async callWithResult({ target, plan, prefix, suffix, tool, parameters, scopes, countCall }) {
      const { client, language } = target;
      callControl.checkPlaceable(target.extension, { client });
      await callControl.checkCallable(target, plan?.extensions);
      const result = await run(tool.name, parameters, { client, language, countCall, ...(scopes && { scopes }) });
      if (result.status === "FAILED") return { result, placed: null };
      const message = messageAround(result.message, { prefix, suffix });
      const said = { ...target, message, tool: tool.name };
      const placed = plan
        ? await needs.chains.start({ ...said, chainId: target.callId, plan })
        : await callControl.place({ ...said, choice: null });
      return { result, placed };
    },
  };
}
