import type { ReplyTools } from "../language/ports.js";
import type { ToolEnvironment } from "../toolbox/tool.js";
import type { Toolbox } from "../toolbox/toolbox.js";

export interface ReplyToolsNeeds {
  readonly toolbox: Toolbox;
  /** What the tools may do. */
  readonly environment: Omit<ToolEnvironment, "signal">;
  /** Told of each call before it is made, usable or not. */
  readonly onCall?: () => void;
}

/** The toolbox as one reply of the model uses it. A tool that is done, or was left behind, has no more say in the call. */
export function createReplyTools({ toolbox, environment, onCall }: ReplyToolsNeeds): ReplyTools & {
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
    prepare({ name, arguments: given }) {
      const call = toolbox.prepare(name, given);
      return {
        tool: call.tool?.name ?? "",
        usable: call.usable,
        async run(signal) {
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
          return call.run({ ...environment, hangUp, say, signal }).finally(() => {
            running = false;
          });
        },
      };
    },
  };
}
