import { unlessAborted } from "../kernel/deadline.js";
import type { ReplyTools } from "../language/ports.js";
import type { ConversationTools } from "../toolbox/allowed-tools.js";
import { traceTool } from "../toolbox/trace-tool.js";
import type { ToolEnvironment } from "../toolbox/tool.js";
import type { TransferAnswer, TransferRequest } from "../toolbox/tool-context.js";
import type { Turn } from "../turn-taking/turn.js";

export interface ReplyToolsNeeds {
  readonly toolbox: Pick<ConversationTools, "offers" | "prepare">;
  /** The environment in which the tools run. */
  readonly environment: Omit<ToolEnvironment, "signal">;
  /** Awaited by tools before they act. */
  readonly commitment?: Promise<void> | undefined;
  /** The turn they run for, if there is one; their runs are recorded there. */
  readonly turn?: Pick<Turn, "notes" | "span">;
  /** Called before each tool call, usable or not. */
  readonly onCall?: () => void;
}

/**
 * Wraps the toolbox for one reply of the model. A tool that has finished, or was left behind, can no longer affect the
 * call.
 */
export function createReplyTools({ toolbox, environment, commitment, onCall, turn }: ReplyToolsNeeds): ReplyTools & {
  /** Names of the tools that hung up, as the model wrote them. */ readonly endedBy: ReadonlySet<string>;
} {
  const endedBy = new Set<string>();
  let isTransferring = false;

  return {
    endedBy,
    get hungUp() {
      return endedBy.size > 0 || isTransferring;
    },
    get offers() {
      return toolbox.offers;
    },
    prepare({ id, name, arguments: given }) {
      const call = toolbox.prepare(name, given);
      return {
        tool: call.tool?.name ?? "",
        usable: call.usable,
        asksFor: `${call.tool?.name ?? name} ${JSON.stringify(sorted(call.parameters ?? {}))}`,
        async run(signal) {
          if (commitment) await unlessAborted(signal, commitment);
          signal.throwIfAborted(); // If the turn is cut short at this moment, nothing has been done yet.
          onCall?.();
          let running = true;
          const hangUp = () => {
            if (!running) return;
            endedBy.add(name);
            environment.hangUp?.();
          };
          const transfer = async (to: TransferRequest): Promise<TransferAnswer> => {
            if (!environment.transfer || !running) return { isUnderWay: false, message: "" };
            const answer = await environment.transfer(to);
            isTransferring ||= answer.isUnderWay;
            return answer;
          };
          const say = (sentence: string) => {
            if (running) environment.say?.(sentence);
          };
          const begunAt = performance.now();
          const tool = call.tool?.name ?? "unknown";
          try {
            const result = await traceTool({ tool, span: turn?.span, callId: id }, (traceparent) =>
              call.run({
                ...environment,
                hangUp,
                transfer: environment.transfer && transfer,
                say,
                signal,
                traceparent,
              }),
            );
            const { status } = result;
            if (call.tool) turn?.notes.ranTool({ name: tool, begunAt, ms: performance.now() - begunAt, status });
            return result;
          } finally {
            running = false;
          }
        },
      };
    },
  };
}

const sorted = (fields: object) => Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
