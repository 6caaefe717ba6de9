import assert from "node:assert/strict";
import { test } from "node:test";
import type { AriEvent } from "../../../../../src/telephony/asterisk/ari/ari-events.js";
import { DialEvidenceLog } from "../../../../../src/telephony/asterisk/dialling/dial-evidence.js";
import { outcomeOfDial } from "../../../../../src/telephony/asterisk/dialling/dial-outcome.js";

/** Each as Asterisk 22.10.1 was seen to tell it, or, from "408" on, by the tables of Q.850 and of `chan_pjsip`. */
const ENDS: readonly [what: string, cause: number, sipCode: number | undefined, rang: boolean, end: string][] = [
  ["busy", 17, 486, false, "busy: The number is busy."],
  ["busy after ringing", 17, 486, true, "busy: The number is busy."],
  ["busy in the own dialplan", 17, undefined, false, "busy: The number is busy."],
  ["rang out at the far side", 19, 480, true, "no_answer: It rang, but no one answered."],
  ["not registered there", 19, 480, false, "no_answer: The telephone called cannot be reached just now"],
  ["declined", 21, 603, false, "busy: The call was declined."],
  ["declined in the own dialplan", 21, undefined, false, "busy: The call was declined."],
  ["declined, as an Asterisk PBX passes it on", 21, 403, true, "busy: The call was declined."],
  ["not allowed", 21, 403, false, "failed: The PBX does not allow this call (SIP 403)."],
  ["unknown number", 1, 404, false, "failed: There is no such number."],
  ["unknown number in the own dialplan", 0, undefined, false, "failed: The call ended unanswered and no reason"],
  ["nobody serves the line", 27, 502, false, "failed: What the number leads to is out of order."],
  ["not registered, in the own dialplan", 20, undefined, false, "no_answer: The telephone called cannot be reached"],
  ["the PBX does not answer the INVITE", 18, 408, false, "no_answer: Nothing came back from there"],
  ["ended by an operator while it rings", 16, undefined, true, "failed: The call was ended at the PBX"],
  ["408 after ringing", 18, 408, true, "no_answer: It rang, but no one answered."],
  ["congestion at the PBX, which does not tell why", 34, 503, false, "no_answer: The PBX could not put the call"],
  ["congestion after ringing, as FreePBX ends it", 34, 503, true, "no_answer: It rang, but no one answered."],
  ["answered elsewhere", 26, undefined, true, "no_answer: The call was answered by another telephone."],
  ["busy everywhere", 17, 600, true, "busy: The number is busy."],
  ["no common codec", 58, 488, false, "failed: The far side accepts no audio format"],
  ["wrong credentials", 21, 401, false, "failed: The PBX did not accept the extension's credentials"],
  ["proxy credentials", 21, 407, false, "failed: The PBX did not accept the extension's credentials"],
  ["number changed", 22, 410, false, "failed: The number has changed"],
  ["forwarded", 23, 302, false, "failed: The number is forwarded to another number."],
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
    const { outcome, detail } = outcomeOfDial({ cause, sipCode, rang });
    assert.ok(`${outcome}: ${detail}`.startsWith(end), `${outcome}: ${detail}`);
  });
}

const OWN = "attendant.own.dial.1";
const FAR = "attendant.own.far.1";
const PEER = "1795686166.12";

const channel = (id: string, context = "from-internal") => ({
  id,
  name: `PJSIP/${id}`,
  state: "Ring",
  caller: { number: "", name: "" },
  dialplan: { context, exten: "202" },
});
const dial = (dialstatus: string): AriEvent => ({ type: "Dial", peer: channel(OWN), dialstatus });
const theirs = (dialstatus: string): AriEvent => ({
  type: "Dial",
  peer: channel(PEER),
  dialledBy: channel(FAR),
  dialstatus,
});
const verdict = (value: string): AriEvent => ({
  type: "ChannelVarset",
  channel: channel(FAR),
  variable: "DIALSTATUS",
  value,
});
const farEnd = (cause: number, context?: string): AriEvent => ({
  type: "ChannelDestroyed",
  channel: channel(FAR, context),
  cause,
});
const peerEnd = (cause: number, sipCode: number): AriEvent => ({
  type: "ChannelDestroyed",
  channel: channel(PEER),
  cause,
  tech_cause: sipCode,
});
const ringing = "rings";

/** What the events say in which Asterisk 22.10.1 told of these, in their order; the last number is the cause of our half. */
const DIALPLAN_ENDS: readonly [
  what: string,
  events: readonly (AriEvent | typeof ringing)[],
  cause: number,
  end: string,
][] = [
  ["Busy()", [dial(""), dial("BUSY"), farEnd(17)], 0, "busy: The number is busy."],
  ["Busy() whose far half is all that is told", [farEnd(17)], 0, "busy: The number is busy."],
  ["Busy() of which the far half's end is lost", [dial("BUSY")], 0, "busy: The number is busy."],
  [
    "a busy telephone",
    [theirs(""), theirs("BUSY"), verdict("BUSY"), dial("BUSY"), farEnd(17)],
    0,
    "busy: The number is busy.",
  ],
  ["do not disturb, set by the dialplan", [verdict("BUSY"), dial("BUSY"), farEnd(17)], 0, "busy: The number is busy."],
  [
    "a busy telephone, and Congestion()",
    [theirs("BUSY"), verdict("BUSY"), dial("CONGESTION"), farEnd(34)],
    0,
    "busy: The number is busy.",
  ],
  [
    "a busy telephone, and Hangup()",
    [theirs("BUSY"), verdict("BUSY"), farEnd(16), dial("NOANSWER")],
    16,
    "busy: The number is busy.",
  ],
  [
    "Congestion()",
    [dial("PROGRESS"), dial("CONGESTION"), farEnd(34)],
    0,
    "no_answer: The PBX could not put the call through",
  ],
  [
    "not registered",
    [verdict(""), verdict("CHANUNAVAIL"), dial("CONGESTION"), farEnd(34)],
    0,
    "no_answer: The telephone called cannot be reached",
  ],
  [
    "not registered, and Hangup()",
    [verdict(""), verdict("CHANUNAVAIL"), farEnd(16)],
    16,
    "no_answer: The telephone called cannot be reached",
  ],
  [
    "rang out",
    [theirs(""), ringing, theirs("RINGING"), theirs("NOANSWER"), verdict("NOANSWER"), dial("CONGESTION"), farEnd(34)],
    0,
    "no_answer: It rang, but no one answered.",
  ],
  [
    "rang out, and the dialplan ended",
    [ringing, theirs("NOANSWER"), verdict("NOANSWER"), farEnd(0)],
    0,
    "no_answer: It rang, but no one answered.",
  ],
  [
    "rang, and Congestion()",
    [ringing, dial("RINGING"), dial("CONGESTION"), farEnd(34)],
    0,
    "no_answer: It rang, but no one answered.",
  ],
  [
    "unavailable for the moment (SIP 480)",
    [theirs(""), theirs("NOANSWER"), verdict("NOANSWER"), dial("CONGESTION")],
    0,
    "no_answer: The telephone called cannot be reached",
  ],
  [
    "declined after ringing",
    [theirs(""), ringing, theirs("NOANSWER"), verdict("CHANUNAVAIL"), dial("CONGESTION"), farEnd(34)],
    0,
    "busy: The call was declined.",
  ],
  [
    "declined after ringing, with its cause",
    [theirs(""), ringing, theirs("NOANSWER"), verdict("CHANUNAVAIL"), farEnd(21)],
    21,
    "busy: The call was declined.",
  ],
  ["declined and told by a signal of busy", [ringing, dial("BUSY"), farEnd(17)], 0, "busy: The number is busy."],
  [
    "refused by the trunk's far side",
    [theirs(""), theirs("NOANSWER"), verdict("CHANUNAVAIL"), dial("CONGESTION"), farEnd(34)],
    0,
    "failed: The far side refused the call",
  ],
  [
    "unknown to the trunk's far side, with its cause",
    [theirs(""), theirs("NOANSWER"), verdict("CHANUNAVAIL"), farEnd(1)],
    1,
    "failed: There is no such number.",
  ],
  [
    "changed, with its cause",
    [theirs(""), theirs("NOANSWER"), verdict("CHANUNAVAIL"), farEnd(22)],
    22,
    "failed: The number has changed",
  ],
  [
    "all lines of the trunk are busy",
    [theirs(""), theirs("CONGESTION"), verdict("CONGESTION"), dial("CONGESTION"), farEnd(34)],
    0,
    "failed: No line was free",
  ],
  [
    "all lines of the trunk are busy, with its cause",
    [theirs(""), theirs("CONGESTION"), verdict("CONGESTION"), farEnd(34), dial("CONGESTION")],
    34,
    "failed: No line was free",
  ],
  [
    "the second trunk is not registered",
    [theirs(""), theirs("CONGESTION"), verdict("CONGESTION"), verdict(""), verdict("CHANUNAVAIL"), dial("CONGESTION")],
    0,
    "no_answer: The telephone called cannot be reached",
  ],
  [
    "a number that FreePBX has no route for",
    [dial("PROGRESS"), dial("CONGESTION"), farEnd(34, "bad-number")],
    0,
    "failed: There is no such number.",
  ],
  [
    "a number that the dialplan does not have",
    [farEnd(0)],
    0,
    "failed: The call ended unanswered and no reason was given",
  ],
  [
    "hung up by hand while it rings",
    [theirs(""), ringing, theirs("RINGING"), farEnd(16)],
    16,
    "failed: The call was ended at the PBX",
  ],
  [
    "a telephone's Dial event of another call",
    [{ ...theirs("BUSY"), dialledBy: channel("another") }, dial("CONGESTION")],
    0,
    "no_answer: The PBX could not put",
  ],
  [
    "declined before it rang (SIP 603)",
    [theirs(""), theirs("NOANSWER"), peerEnd(21, 603), verdict("CHANUNAVAIL"), dial("CONGESTION")],
    0,
    "busy: The call was declined.",
  ],
  [
    "unknown to the trunk's far side (SIP 404)",
    [theirs(""), theirs("NOANSWER"), peerEnd(1, 404), verdict("CHANUNAVAIL"), dial("CONGESTION")],
    0,
    "failed: There is no such number.",
  ],
  [
    "changed (SIP 410)",
    [theirs(""), theirs("NOANSWER"), peerEnd(22, 410), verdict("CHANUNAVAIL"), dial("CONGESTION")],
    0,
    "failed: The number has changed",
  ],
  [
    "never answered by a telephone that has gone (SIP 408)",
    [theirs(""), peerEnd(18, 408), verdict("CHANUNAVAIL"), dial("CONGESTION")],
    0,
    "no_answer: Nothing came back from there",
  ],
  [
    "no audio format in common (SIP 488)",
    [theirs(""), peerEnd(58, 488), verdict("CONGESTION"), dial("CONGESTION")],
    0,
    "failed: The far side accepts no audio format",
  ],
  [
    "a trunk without a free line (SIP 503)",
    [theirs(""), peerEnd(34, 503), verdict("CONGESTION"), dial("CONGESTION")],
    0,
    "failed: No line was free",
  ],
  [
    "one of two that were dialled was unknown",
    [theirs(""), { ...theirs(""), peer: channel("2") }, peerEnd(1, 404), verdict("CHANUNAVAIL"), dial("CONGESTION")],
    0,
    "failed: The far side refused the call",
  ],
  [
    "the first trunk did not know it, the second is full",
    [
      theirs(""),
      peerEnd(1, 404),
      verdict("CHANUNAVAIL"),
      verdict(""),
      { ...theirs("CONGESTION"), peer: channel("2") },
      verdict("CONGESTION"),
    ],
    34,
    "failed: No line was free",
  ],
];

for (const [what, events, cause, end] of DIALPLAN_ENDS) {
  test(`in a dialplan of its own: ${what}`, () => {
    const evidence = new DialEvidenceLog({ channelId: OWN, farId: FAR });
    for (const event of events) {
      if (event === ringing) evidence.rang = true;
      else evidence.note(event);
    }
    const { outcome, detail } = outcomeOfDial(evidence.at({ cause }));
    assert.ok(`${outcome}: ${detail}`.startsWith(end), `${outcome}: ${detail}`);
  });
}

test("a forwarded call fails, and names the number", () => {
  const evidence = new DialEvidenceLog({ channelId: OWN, farId: undefined });
  evidence.note({ ...dial("CANCEL"), forward: "1006" });
  const { outcome, detail } = outcomeOfDial(evidence.at({ cause: 23, sipCode: 302 }));
  assert.equal(outcome, "failed");
  assert.equal(detail, "The number is forwarded to 1006. Forwards are not followed: call 1006 directly.");
});

test("what is no number is not named as the one that a call is forwarded to", () => {
  const evidence = new DialEvidenceLog({ channelId: OWN, farId: undefined });
  evidence.note({ ...dial("CANCEL"), forward: "PJSIP/x@y\n" });
  assert.match(outcomeOfDial(evidence.at({ cause: 23, sipCode: 302 })).detail, /forwarded to another number/);
});

test("every cause and status there is comes to a sentence, and none to a cancelled call", () => {
  for (let cause = 0; cause <= 127; cause++) {
    for (const sipCode of [undefined, ...Array.from({ length: 400 }, (_, at) => 300 + at)]) {
      const { outcome, detail } = outcomeOfDial({ cause, sipCode, rang: false });
      assert.notEqual(outcome, "cancelled");
      assert.match(detail, /^[A-Z].*\.$/);
    }
  }
});
