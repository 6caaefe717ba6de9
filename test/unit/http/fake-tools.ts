import type { PlacedCall } from "../../../src/calls/placed/admit-call.js";
import type { ToolExecution, ToolRunner } from "../../../src/calls/tool-runner.js";
import type { Tool, ToolResult } from "../../../src/toolbox/tool.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";

export const TIMER: Tool = {
  name: "SET_TIMER",
  description: "Sets a timer.",
  parameters: {
    duration: { type: "integer", description: "Seconds.", required: true, minimum: 1, maximum: 86_400 },
    message: { type: "string", description: "What to say.", default: "Time is up.", maxLength: 200 },
    voice: { type: "string", description: "Whose.", enum: ["slt", "rms"] },
  },
  execute: () => ({ status: "SUCCESS", message: "Set." }),
};

export const WEATHER: Tool = {
  name: "WEATHER",
  description: "Tells the weather.",
  disabledReason: "TEMPEST_API_TOKEN is not set.",
  execute: () => ({ status: "SUCCESS", message: "Fine." }),
};

type Execution = Parameters<ToolRunner["execute"]>[0];
type CallWithResult = Parameters<ToolRunner["callWithResult"]>[0];

/** Remembers what it was asked and answers as it was told. */
export class FakeToolRunner implements Omit<ToolRunner, "run"> {
  readonly #toolbox = createToolbox([TIMER, WEATHER], { timeoutMs: 1000 });
  readonly tools = this.#toolbox.tools;
  readonly find = this.#toolbox.find;
  readonly check = this.#toolbox.check;
  readonly executed: Execution[] = [];
  readonly called: CallWithResult[] = [];
  execution: ToolExecution = {
    result: { status: "PENDING", message: "The timer runs.", data: { task_id: "t1" } },
    spoken: false,
    spokenReason: null,
  };
  refusal: Error | undefined;

  async execute(request: Execution): Promise<ToolExecution> {
    this.executed.push(request);
    return this.execution;
  }

  async callWithResult(request: CallWithResult): Promise<{ result: ToolResult; placed: PlacedCall | null }> {
    this.called.push(request);
    if (this.refusal) throw this.refusal;
    const { result } = this.execution;
    const placed = result.status === "FAILED" ? null : { callId: request.target.callId, queuePosition: 3 };
    return { result, placed };
  }
}
