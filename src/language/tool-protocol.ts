import { BackendFailure } from "../backends/openai.js";
import { askedAgain } from "./asked-again.js";
import { forcing } from "./forced-tool.js";
import type { LanguageModel, Message, ToolOffer } from "./ports.js";
import { byTextProtocol } from "./text-protocol.js";

/** How tools are used: by the server's native tool calls, or by lines in the model's text. */
export type ToolProtocol = "native" | "text";

export interface ToolProtocolNeeds {
  /** The server with its native tool calls. */
  readonly native: LanguageModel;
  /** `auto` detects what the server supports. */
  readonly choice: ToolProtocol | "auto";
  /** Called with what was detected, and why. */
  readonly onDetected?: (protocol: ToolProtocol, why: string) => void;
}

/** A language model with tools, whatever its server supports. */
export interface ModelWithTools extends LanguageModel {
  /** Until it is detected, native tool calls are assumed. */
  readonly protocol: ToolProtocol;
  /** Whether it is known what the server supports. */
  readonly isDetected: boolean;
  /**
   * Detects what the server supports with one or two short requests; does nothing when that is known. A failed request resets it:
   * another server may answer next time.
   *
   * @throws {AttendantError} `llm_failed` when the server does not answer, so that nothing was detected · the signal's reason
   */
  detect(signal: AbortSignal): Promise<void>;
}

export const READY: ToolOffer = {
  name: "READY",
  description: "Tells that the assistant is ready.",
  parameters: { type: "object", properties: {}, required: [] },
};
/** A request with the parts of a real one: a prompt, the greeting, the caller's words, and tools. */
export const PROBE: readonly Message[] = [
  { role: "system", content: "You do what you are told by calling tools." },
  { role: "assistant", content: "Hello, how can I help you?" },
  { role: "user", content: "Call the tool READY now. Say nothing." },
];
const PLAIN: readonly Message[] = [{ role: "user", content: "Say yes." }];

export function createModelWithTools({ native, choice, onDetected }: ToolProtocolNeeds): ModelWithTools {
  const models = { native, text: byTextProtocol(native) };
  let protocol: ToolProtocol = choice === "text" ? "text" : "native";
  let known = choice !== "auto";

  function detected(what: ToolProtocol, why: string): void {
    known = true;
    protocol = what;
    onDetected?.(what, why);
  }

  return {
    get protocol() {
      return protocol;
    },
    get isDetected() {
      return known;
    },

    stream(messages, tools, signal, watch) {
      const used = protocol;
      return askedAgain(models[used].stream(messages, tools, signal, watch), (error) => {
        if (signal.aborted || choice !== "auto") return undefined;
        const refusal = refusalOf(error);
        if (refusal === undefined) known = false;
        if (refusal !== "tools_unsupported" || used === "text") return undefined;
        detected("text", "the server rejected a request with tools");
        return models.text.stream(messages, tools, signal, watch);
      });
    },

    async detect(signal) {
      if (known) return;
      const [what, why] = await probe(native, signal);
      if (!known) detected(what, why);
    },
  };
}

/** Requests a call as replies do and, if there is none, requests one that leaves no choice. */
async function probe(native: LanguageModel, signal: AbortSignal): Promise<readonly [ToolProtocol, string]> {
  let refusal: unknown;
  let said = false;
  for (const tools of [[READY], forcing([READY], READY.name)]) {
    try {
      for await (const output of native.stream(PROBE, tools, signal)) {
        if (output.kind === "tool_calls") return ["native", "the model called a tool"];
        said ||= output.text.trim() !== "";
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof BackendFailure) || error.status === undefined || tellsNothing(error)) throw error;
      refusal = error;
      if (error.refusal === "tools_unsupported") break;
    }
  }
  if (refusal === undefined) {
    return said
      ? ["text", "the model was told to call a tool and did not"]
      : ["native", "the model said nothing at all"];
  }
  // If the server rejected every request, this one would fail as well, and nothing would be detected.
  for await (const _ of native.stream(PLAIN, [], signal)) break;
  return ["text", "the server rejects requests with tools"];
}

/** Whether the failure has nothing to do with tools, so that further requests would be pointless. */
function tellsNothing({ status, refusal }: BackendFailure): boolean {
  return refusal === "wordless" || status === 401 || status === 403 || status === 429;
}

function refusalOf(error: unknown): BackendFailure["refusal"] {
  return error instanceof BackendFailure ? error.refusal : undefined;
}
