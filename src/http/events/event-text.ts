import type { CallNews } from "../../calls/live/watch-calls.js";
import { callRecordBody, WORDS_OF_CALL } from "../calls/call-record.js";
import { transcriptEntryBody } from "../calls/transcript.js";
import { seenBy } from "../kit/withheld.js";

/** An event as it is sent. */
export interface EventText {
  readonly callId: string;
  readonly text: string;
  /** The same event for readers who may not see what is said; empty if nothing else is in it. */
  readonly withoutTranscripts: string;
}

/**
 * Serialises changes as events. The data is JSON without line breaks, so nothing a caller says can end an event.
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

const NO_WORDS = { scopes: [] };

function event(
  name: string,
  data: { readonly call_id: string; readonly [field: string]: unknown },
  isWords = false,
): EventText {
  const textOf = (body: object) => `event: ${name}\ndata: ${JSON.stringify(body)}\n\n`;
  const text = textOf(data);
  const seen = name === "call" ? textOf(seenBy(NO_WORDS, WORDS_OF_CALL, data)) : text;
  return { callId: data.call_id, text, withoutTranscripts: isWords ? "" : seen };
}
