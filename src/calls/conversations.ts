import type { LiveCall, LiveCalls } from "./live-calls.js";

/** A live call in which something can be said to the caller. */
export type LiveConversation = LiveCall & { readonly interject: NonNullable<LiveCall["interject"]> };

export function isConversation(live: LiveCall): live is LiveConversation {
  return live.interject !== undefined;
}

/** Those in progress. */
export function conversationsOf(liveCalls: LiveCalls): readonly LiveConversation[] {
  return [...liveCalls].filter(isConversation);
}
