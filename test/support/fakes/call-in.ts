import type { Assistant } from "../../../src/calls/assistant/assistant.js";
import type { ConversationResources } from "../../../src/conversation/conversation.js";
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { answerCall } from "../../../src/calls/answer-call.js";
import type { Assistants } from "../../../src/calls/assistant/assistant.js";
import type { MessageOutbox } from "../../../src/calls/answered/leave-message.js";
import { LiveCalls } from "../../../src/calls/live/live-calls.js";
import type { CallRecord } from "../../../src/records/call-record.js";
import type { IncomingCall } from "../../../src/telephony/incoming-call.js";
import { FakeIncomingCall } from "./fake-incoming-call.js";
import { PHRASES, prepareTalk, type TalkOptions } from "./talk.js";

export const MAX_CALL_MS = 600_000;

/** A call that has come in, up to its greeting being heard. */
export async function callIn(
  t: Pick<TestContext, "mock" | "after">,
  { most = 5, liveCalls = new LiveCalls(most), ...options }: CallOptions = {},
) {
  const talk = await prepareTalk(t, options);
  const incoming = new FakeIncomingCall(talk.scope, talk.line);
  options.prepare?.(incoming);
  let over = false;
  const kept: string[] = [];
  const answering = answerCall(options.fromBrowser ? withoutChannel(incoming) : incoming, {
    now: Date.now,
    owner: () => "me",
    handedOverTo: "nobody",
    records: {
      saveCall: async (record) => {
        const { status } = record;
        await options.keeping?.(status);
        options.onKept?.(record);
        kept.push(status);
        return true;
      },
      saveTranscript: async (_callId, entries) => void kept.push(...entries.map(({ who }) => who)),
      takeCall: async (_callId, _from, to) => kept.push(to) > 0,
    },
    outbox: { enqueue: () => assert.fail("nobody asked for a webhook") },
    resources: talk.resources,
    metrics: talk.call.metrics,
    phrases: PHRASES,
    ...(options.isDisclosed && { isDisclosed: true }),
    ...options.languages?.(talk.resources),
    systemPrompt: "Be brief.",
    maxCallMs: MAX_CALL_MS,
    liveCalls,
    assistants: options.assistants,
    tasks: { of: () => talk.needs.tasks },
    messages: options.messages,
    log: talk.call.log,
  }).then(() => {
    over = true;
  });
  await talk.settles();
  const outcome = () => {
    const [end] = talk.events("call_end");
    return end?.data?.outcome;
  };
  return { talk, kept, incoming, liveCalls, answering, over: () => over, outcome };
}

export interface CallOptions extends TalkOptions {
  readonly most?: number;
  readonly liveCalls?: LiveCalls;
  /** The assistants of the file; none unless given. */
  readonly assistants?: Assistants;
  /** How long it takes to keep a record with that status. */
  readonly keeping?: (status: string) => Promise<void> | undefined;
  readonly onKept?: (record: CallRecord) => void;
  readonly prepare?: (incoming: FakeIncomingCall) => void;
  readonly fromBrowser?: boolean;
  /** Takes the messages that callers leave; none can be left unless given. */
  readonly messages?: MessageOutbox;
  /** Whether the call begins with the disclosure; false unless given. */
  readonly isDisclosed?: boolean;
  /** What is spoken in other languages; nothing unless given. */
  readonly languages?: (resources: ConversationResources) => Pick<Assistant, "inLanguage" | "maySpeak">;
}

function withoutChannel(incoming: FakeIncomingCall): IncomingCall {
  const { scope, caller } = incoming;
  const ways = { answer: () => incoming.answer(), reject: () => incoming.reject() };
  return { channelId: null, callId: "talk-1", client: "someone", extension: "browser", scope, caller, ...ways };
}
