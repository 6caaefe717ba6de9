import type { DirectoryEntry } from "../../directory/entry.js";
import type { Backend } from "../../observability/metrics.js";

/** A message that a caller left for someone who could not be reached. */
export interface CallerMessage {
  /** The name of whom it is for. */
  readonly to: string;
  /** The address to which it is sent. */
  readonly webhook: string;
  readonly text: string;
  /** Whether the caller had finished; false when they hung up, or had no more time. */
  readonly isComplete: boolean;
}

/** Takes a message. Resolves when it is stored, or waits for the store. @throws the store's error */
export type OnMessage = (message: CallerMessage) => Promise<void>;

/** What taking messages needs of a call. */
export interface MessageTaker {
  /** Called with a message that the caller leaves for someone. Undefined if none can be left. */
  readonly onMessage?: OnMessage | undefined;
  readonly isAvailable: (backend: Backend) => boolean;
}

/** Returns whether a caller can leave a message for someone now. */
export function takesMessages({ messageWebhook }: DirectoryEntry, { onMessage, isAvailable }: MessageTaker): boolean {
  return messageWebhook !== undefined && onMessage !== undefined && isAvailable("stt");
}
