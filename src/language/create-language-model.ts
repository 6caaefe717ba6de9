import { type ChatModelSettings, createChatModel } from "./chat-model.js";
import { withinWindow } from "./context-window.js";
import { forcingByWords } from "./forced-tool.js";
import type { LanguageModel } from "./ports.js";
import { createModelWithTools, type ToolProtocolNeeds } from "./tool-protocol.js";

export interface LanguageModelSettings extends ChatModelSettings {
  readonly toolProtocol: ToolProtocolNeeds["choice"];
  /** What the model can read and write at a time, in tokens. */
  readonly contextTokens: number;
}

/** The language model as conversations want it: with tools and within its window, whatever the server can do. */
export function createLanguageModel(
  settings: LanguageModelSettings,
  onDetected?: ToolProtocolNeeds["onDetected"],
): LanguageModel & { detect(signal: AbortSignal): Promise<void> } {
  const native = forcingByWords(createChatModel(settings));
  const tooled = createModelWithTools({ native, choice: settings.toolProtocol, ...(onDetected && { onDetected }) });
  const reserved = Math.min(settings.maxTokens ?? 0, settings.contextTokens / 2);
  return {
    ...withinWindow(tooled, { tokens: settings.contextTokens, reserved }),
    detect: (signal) => tooled.detect(signal),
  };
}
