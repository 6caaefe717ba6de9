import { answerCall } from "../calls/answer-call.js";
import type { ConversationCallNeeds } from "../calls/answered/conversation-call.js";
import { refusalOf } from "../calls/live/obstacle.js";
import type { TalkNeeds } from "../http/talk/talk-line.js";
import type { Scope } from "../kernel/scope.js";
import { createBrowserCalls } from "../telephony/browser/browser-calls.js";

export interface TalkingNeeds extends Pick<ConversationCallNeeds, "liveCalls"> {
  /** Returns the needs of a conversation that begins now. */
  readonly conversationNeeds: () => ConversationCallNeeds;
  readonly scope: Scope;
}

/** Makes calls from browsers conversations like all others. */
export function createTalking({ conversationNeeds, liveCalls, scope }: TalkingNeeds): TalkNeeds {
  return {
    browserCalls: createBrowserCalls({
      onCall: (incoming) => void scope.run(answerCall(incoming, conversationNeeds())),
      scope,
    }),
    talkReadiness: () => {
      const detail = refusalOf(liveCalls.browserRefusal);
      return detail ? { ok: false, detail } : { ok: true };
    },
  };
}
