import { retryForever } from "../kernel/retry.js";
import { type ChatModelSettings, createChatModel } from "./chat-model.js";
import { withinWindow } from "./context-window.js";
import { forcingByWords } from "./forced-tool.js";
import type { LanguageModel } from "./ports.js";
import { createModelWithTools, type ModelWithTools, type ToolProtocolNeeds } from "./tool-protocol.js";

/** Between two looks at what the server can do, ms. */
const DETECT_BACKOFF = { firstMs: 2_000, maxMs: 10_000 };

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

/**
 * Finds out what the model's server can do, again and again: one that comes back after having been away may be another.
 *
 * @throws the signal's reason
 */
export function keepDetecting(model: Pick<ModelWithTools, "detect">, signal: AbortSignal): Promise<never> {
  return retryForever(
    signal,
    DETECT_BACKOFF,
    () => model.detect(signal),
    () => {},
  );
}
