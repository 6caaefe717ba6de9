import assert from "node:assert/strict";
import { test } from "node:test";
import { Call } from "../../../../src/calls/record/call.js";
import { resultOf } from "../../../../src/calls/record/call-result.js";
import { Transcript } from "../../../../src/conversation/transcript.js";

function outbound() {
  const clock = { now: 1_000 };
  const begun = { callId: "c", owner: "me", direction: "outbound", extension: "100", status: "queued" } as const;
  const call = new Call(
    { ...begun, callbackUrl: "http://receiver.test/?token=secret" },
    new Transcript("", Date.now),
    () => clock.now,
  );
  return { call, clock };
}

test("the result has every field of the interface, nothing else, and no secret", () => {
  const { call, clock } = outbound();
  call.dialling("channel");
  call.ringing();
  clock.now = 5_000;
  call.answered();
  call.disclosed();
  call.answeredBy("human", "words");
  call.messagePlayed();
  call.recognised("sure");
  call.chose("matched", "yes", "words");
  clock.now = 17_250;
  call.over("completed");
  assert.deepEqual(resultOf(call.record), {
    call_id: "c",
    status: "completed",
    extension: "100",
    disclosed_at: "1970-01-01T00:00:05.000Z",
    disclosure_waived: null,
    answered_by: "human",
    answer_evidence: "words",
    duration_seconds: 12.25,
    message_played: true,
    choice_response: "yes",
    choice_raw_text: "sure",
    choice_status: "matched",
    choice_matched_by: "words",
    question_heard: false,
    transferred_to: null,
    transfer_outcome: null,
    schedule_id: null,
    chain_id: null,
    error: null,
  });
});

test("a call that was never answered took no time, however long it rang", () => {
  const { call, clock } = outbound();
  call.ringing();
  clock.now = 31_000;
  call.over("no_answer", "It rang, but no one answered.");
  const { duration_seconds, message_played, choice_status, choice_response, choice_raw_text, error } = resultOf(
    call.record,
  );
  assert.deepEqual([duration_seconds, message_played, choice_status], [0, false, null]);
  assert.deepEqual([choice_response, choice_raw_text, error], [null, null, "It rang, but no one answered."]);
});

test("a clock that is set back in the middle of a call makes no negative duration", () => {
  const { call, clock } = outbound();
  call.ringing();
  clock.now = 5_000;
  call.answered();
  clock.now = 2_000;
  call.over("completed");
  assert.equal(resultOf(call.record).duration_seconds, 0);
});
