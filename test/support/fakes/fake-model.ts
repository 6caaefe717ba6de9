import type {
  CompletionWatch,
  LanguageModel,
  Message,
  ModelOutput,
  TokenUsage,
  ToolOffer,
} from "../../../src/language/ports.js";
import { FakeRequest, playSteps, type Step } from "./requests.js";

/** A tool call that the model wants: name and arguments. */
export function calls(name: string, given: object = {}): ModelOutput {
  return { kind: "tool_calls", calls: [{ id: `${name}-1`, name, arguments: JSON.stringify(given) }] };
}

/** Answers as the test says, one completion after the other; nothing at all when it has none left. Strings are text. */
export class FakeModel implements LanguageModel {
  readonly requests: FakeRequest<readonly Message[]>[] = [];
  /** The tools that the latest completion may call. */
  offered: readonly ToolOffer[] = [];
  /** How a completion goes for which nothing was given. */
  script: (messages: readonly Message[]) => readonly Step<string | ModelOutput>[] = () => [];
  /** What each completion takes, as its server tells. */
  usage: TokenUsage | undefined;
  readonly #completions: (readonly Step<string | ModelOutput>[])[] = [];

  /** How the next completion goes. */
  next(...steps: Step<string | ModelOutput>[]): void {
    this.#completions.push(steps);
  }

  async *stream(
    messages: readonly Message[],
    tools: readonly ToolOffer[],
    signal: AbortSignal,
    watch?: CompletionWatch,
  ) {
    const request = new FakeRequest(messages, signal);
    this.requests.push(request);
    this.offered = tools;
    if (this.usage) watch?.used?.(this.usage);
    for await (const output of playSteps(request, this.#completions.shift() ?? this.script(messages))) {
      yield typeof output === "string" ? ({ kind: "text", text: output } as const) : output;
    }
  }
}
