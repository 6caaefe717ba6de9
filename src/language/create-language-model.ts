import { type ChatModelSettings, createChatModel } from "./chat-model.js";
import { withinWindow } from "./context-window.js";
import { forcingByWords } from "./forced-tool.js";
import { createModelWithTools, type ModelWithTools, type ToolProtocolNeeds } from "./tool-protocol.js";

/** What is kept free for an answer that has no limit, in tokens. Spoken answers are short. */
const USUAL_ANSWER_TOKENS = 300;

export interface LanguageModelSettings extends ChatModelSettings {
  readonly toolProtocol: ToolProtocolNeeds["choice"];
  /** What the model can read and write at a time, in tokens. */
  readonly contextTokens: number;
}

/** The language model as conversations want it: with tools and within its window, whatever the server can do. */
export function createLanguageModel(
  settings: LanguageModelSettings,
  onDetected?: ToolProtocolNeeds["onDetected"],
): ModelWithTools {
  const native = forcingByWords(createChatModel(settings));
  const tooled = createModelWithTools({ native, choice: settings.toolProtocol, ...(onDetected && { onDetected }) });
  const reserved = Math.min(settings.maxTokens ?? USUAL_ANSWER_TOKENS, settings.contextTokens / 2);
  return {
    ...withinWindow(tooled, { tokens: settings.contextTokens, reserved }),
    get protocol() {
      return tooled.protocol;
    },
    get isDetected() {
      return tooled.isDetected;
    },
    detect: (signal) => tooled.detect(signal),
  };
}
