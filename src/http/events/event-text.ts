import type { CallNews } from "../../calls/watch-calls.js";
import { callRecordBody } from "../calls/call-record.js";
import { transcriptEntryBody } from "../calls/transcript.js";

/** An event as it goes over the wire. */
export interface EventText {
  readonly callId: string;
  /** Whether there is in it what somebody said. */
  readonly hasWords: boolean;
  readonly text: string;
}

/**
 * What has changed as events. Their data is JSON, which has no line breaks: nothing that anybody said ends an event.
 *
 * @param now ms since the epoch
 */
export function eventsOf(news: readonly CallNews[], now: number): readonly EventText[] {
  return news.flatMap((each) => eventOf(each, now));
}

function eventOf(news: CallNews, now: number): EventText[] {
  switch (news.kind) {
    case "call":
      return [event("call", callRecordBody(news.record, now))];
    case "words": {
      const { callId: call_id, said, isFinal } = news;
      const id = String(said.id);
      const { turn, ...entry } = { turn: undefined, ...transcriptEntryBody(said.entry) };
      const words = event("words", { call_id, id, final: isFinal, ...entry }, true);
      return turn ? [words, event("turn", { call_id, id, turn })] : [words];
    }
    case "level": {
      const { callId: call_id, callerDb: caller_db, assistantDb: assistant_db } = news;
      return [event("level", { call_id, caller_db, assistant_db })];
    }
    case "gone":
      return [event("gone", { call_id: news.callId })];
  }
}

function event(
  name: string,
  data: { readonly call_id: string; readonly [field: string]: unknown },
  hasWords = false,
): EventText {
  return { callId: data.call_id, hasWords, text: `event: ${name}\ndata: ${JSON.stringify(data)}\n\n` };
}
