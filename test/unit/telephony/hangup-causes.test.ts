import assert from "node:assert/strict";
import { test } from "node:test";
import { type HangUp, outcomeOfHangUp } from "../../../src/telephony/asterisk/hangup-causes.js";

/** Each as Asterisk 22.10.1 was seen to tell it, or, from "408" on, by the tables of Q.850 and of `chan_pjsip`. */
const ENDS: readonly [what: string, cause: number, sipCode: number | undefined, rang: boolean, end: string][] = [
  ["busy", 17, 486, false, "busy: The number is busy."],
  ["busy after ringing", 17, 486, true, "busy: The number is busy."],
  ["busy in the own dialplan", 17, undefined, false, "busy: The number is busy."],
  ["rang out at the far side", 19, 480, true, "no_answer: It rang, and nobody answered."],
  ["not registered there", 19, 480, false, "no_answer: The telephone called cannot be reached just now"],
  ["declined", 21, 603, false, "busy: The call was declined."],
  ["declined in the own dialplan", 21, undefined, false, "busy: The call was declined."],
  ["declined, as an Asterisk PBX passes it on", 21, 403, true, "busy: The call was declined."],
  ["not allowed", 21, 403, false, "failed: The PBX does not allow this call (SIP 403)."],
  ["unknown number", 1, 404, false, "failed: There is no such number."],
  ["unknown number in the own dialplan", 0, undefined, false, "failed: The call ended unanswered and no reason"],
  ["nobody serves the line", 27, 502, false, "failed: What the number leads to is out of order."],
  ["not registered, in the own dialplan", 20, undefined, false, "failed: The telephone called is not registered"],
  ["the PBX does not answer the INVITE", 18, 408, false, "no_answer: Nothing came back from there"],
  ["ended by an operator while it rings", 16, undefined, true, "failed: The call was ended at the PBX"],
  ["408 after ringing", 18, 408, true, "no_answer: It rang, and nobody answered."],
  ["the trunk is full", 34, 503, false, "failed: No line was free"],
  ["busy everywhere", 17, 600, true, "busy: The number is busy."],
  ["no common codec", 58, 488, false, "failed: The far side accepts no audio format"],
  ["wrong credentials", 21, 401, false, "failed: The PBX did not accept the extension's credentials"],
  ["proxy credentials", 21, 407, false, "failed: The PBX did not accept the extension's credentials"],
  ["number changed", 22, 410, false, "failed: There is no such number."],
  ["number incomplete", 28, 484, false, "failed: There is no such number."],
  ["no route", 3, undefined, false, "failed: There is no route to this number."],
  ["network out of order", 38, 500, false, "failed: The network or the PBX could not carry the call."],
  ["timer expired", 102, 504, false, "failed: The network or the PBX could not carry the call."],
  ["interworking", 127, 500, false, "failed: The network or the PBX could not carry the call."],
  ["a SIP status alone", 0, 503, false, "failed: The PBX could not carry the call (SIP 503)."],
  ["something that nobody has thought of", 99, 499, false, "failed: The call ended unanswered, with cause 99"],
];

for (const [what, cause, sipCode, rang, end] of ENDS) {
  test(`${what}: cause ${cause}, SIP ${sipCode ?? "none"}${rang ? ", after ringing" : ""}`, () => {
    const { outcome, detail } = outcomeOfHangUp({ cause, sipCode, rang });
    assert.ok(`${outcome}: ${detail}`.startsWith(end), `${outcome}: ${detail}`);
  });
}

test("every cause and status there is comes to a sentence, and none to a cancelled call", () => {
  for (let cause = 0; cause <= 127; cause++) {
    for (const sipCode of [undefined, ...Array.from({ length: 400 }, (_, at) => 300 + at)]) {
      const { outcome, detail } = outcomeOfHangUp({ cause, sipCode, rang: false } satisfies HangUp);
      assert.notEqual(outcome, "cancelled");
      assert.match(detail, /^[A-Z].*\.$/);
    }
  }
});
