import { type ChatModelSettings, createChatModel } from "./chat-model.js";
import { withinWindow } from "./context-window.js";
import { forcingByWords } from "./forced-tool.js";
import { createModelWithTools, type ModelWithTools, type ToolProtocolNeeds } from "./tool-protocol.js";

/** Tokens reserved for an answer without a limit. Spoken answers are short. */
const USUAL_ANSWER_TOKENS = 300;

export interface LanguageModelSettings extends ChatModelSettings {
  readonly toolProtocol: ToolProtocolNeeds["choice"];
  /** The model's context window, in tokens. */
  readonly contextTokens: number;
}

/** Creates the language model for conversations: with tools and within its context window, whatever the server supports. */
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
