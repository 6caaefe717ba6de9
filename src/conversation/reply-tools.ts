import { unlessAborted } from "../kernel/deadline.js";
import type { ReplyTools } from "../language/ports.js";
import type { ConversationTools } from "../toolbox/allowed-tools.js";
import { traceTool } from "../toolbox/trace-tool.js";
import type { ToolEnvironment } from "../toolbox/tool.js";
import type { Turn } from "../turn-taking/turn.js";

export interface ReplyToolsNeeds {
  readonly toolbox: Pick<ConversationTools, "offers" | "prepare">;
  /** What the tools may do. */
  readonly environment: Omit<ToolEnvironment, "signal">;
  /** What tools wait for before they do anything. */
  readonly commitment?: Promise<void> | undefined;
  /** The turn that they are for, if there is one: how they run is noted there. */
  readonly turn?: Pick<Turn, "notes" | "span">;
  /** Told of each call before it is made, usable or not. */
  readonly onCall?: () => void;
}

/** The toolbox as one reply of the model uses it. A tool that is done, or was left behind, has no more say in the call. */
export function createReplyTools({ toolbox, environment, commitment, onCall, turn }: ReplyToolsNeeds): ReplyTools & {
  /** The tools that have hung up, as the model named them. */ readonly endedBy: ReadonlySet<string>;
} {
  const endedBy = new Set<string>();

  return {
    endedBy,
    get hungUp() {
      return endedBy.size > 0;
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
          signal.throwIfAborted(); // Cut short in this very moment, nothing has been done yet.
          onCall?.();
          let running = true;
          const hangUp = () => {
            if (!running) return;
            endedBy.add(name);
            environment.hangUp?.();
          };
          const say = (sentence: string) => {
            if (running) environment.say?.(sentence);
          };
          const begunAt = performance.now();
          const tool = call.tool?.name ?? "unknown";
          try {
            const result = await traceTool({ tool, span: turn?.span, callId: id }, (traceparent) =>
              call.run({ ...environment, hangUp, say, signal, traceparent }),
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
