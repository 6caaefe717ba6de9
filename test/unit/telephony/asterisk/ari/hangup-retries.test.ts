import assert from "node:assert/strict";
import { test } from "node:test";
import { Ending } from "../../../../../src/kernel/ending.js";
import { AttendantError } from "../../../../../src/kernel/errors.js";
import { Scope } from "../../../../../src/kernel/scope.js";
import type { Log } from "../../../../../src/observability/log.js";
import type { Invoke } from "../../../../../src/telephony/asterisk/ari/ari-operations.js";
import { asteriskRefusal } from "../../../../../src/telephony/asterisk/ari/asterisk-errors.js";
import { createHangupRetries } from "../../../../../src/telephony/asterisk/ari/hangup-retries.js";
import { quietLog } from "../../../../support/fakes/quiet-log.js";
import { settled } from "../attached.js";

const GONE = asteriskRefusal("channels.hangup", '{"message":"Channel not found"}');
const RESET = asteriskRefusal("channels.hangup", "read ECONNRESET");
const BUSY = asteriskRefusal("channels.hangup", '{"message":"Internal error"}');
const LATE = new Ending("deadline", "channels.hangup took more than 5000 ms");
const AWAY = new AttendantError("asterisk_unreachable", "Asterisk is not connected");

/** An Asterisk that answers the requests with these in turn; undefined is a success. */
function answering(...answers: (Error | undefined)[]) {
  const asked: string[] = [];
  const invoke = ((resource: string, operation: string, parameters: object) => {
    asked.push(`${resource}.${operation} ${JSON.stringify(parameters)}`);
    const error = answers.shift();
    return error ? Promise.reject(error) : Promise.resolve();
  }) as Invoke;
  return { asked, invoke };
}

async function pass(timers: { tick(ms: number): void }, ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 250) {
    await settled();
    timers.tick(250);
  }
  await settled();
}

test("what Node says of a broken connection is no refusal of Asterisk's", () => {
  for (const text of ["read ECONNRESET", "socket hang up", "connect ECONNREFUSED 127.0.0.1:8088", "write EPIPE"]) {
    assert.equal(asteriskRefusal("x", text).code, "asterisk_unreachable", text);
  }
  for (const text of ['{"message":"read ECONNRESET"}', "Channel not found", ""]) {
    assert.equal(asteriskRefusal("x", text).code, "asterisk_request_failed", text);
  }
});

test("a hang-up is repeated until Asterisk confirms it, whatever it was that failed", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await using scope = new Scope("process");
  const { asked, invoke } = answering(RESET, LATE, BUSY, AWAY, undefined);
  const lines: string[] = [];
  const log: Log = { ...quietLog, warn: (event) => void lines.push(event), info: (event) => void lines.push(event) };
  const hangupRetries = createHangupRetries({ invoke, log, scope });
  const removal = hangupRetries.hangUp("a", "17");
  assert.equal(hangupRetries.hangUp("a", "16"), removal, "one that is under way is joined");
  assert.ok(hangupRetries.has("a"));
  await pass(t.mock.timers, 6_000);
  assert.equal(await removal, true);
  assert.deepEqual(asked, Array(5).fill('channels.hangup {"channelId":"a","reason_code":"17"}'));
  assert.deepEqual(lines, ["asterisk_removal_fails", "asterisk_removal_done"], "said once, not for each attempt");
  assert.equal(hangupRetries.has("a"), false);
});

test("what is gone is taken away", async () => {
  await using scope = new Scope("process");
  const { asked, invoke } = answering(GONE, undefined);
  const hangupRetries = createHangupRetries({ invoke, log: quietLog, scope });
  assert.equal(await hangupRetries.hangUp("a", "16"), false);
  assert.equal(await hangupRetries.destroyBridge("b"), true);
  assert.deepEqual(asked[1], 'bridges.destroy {"bridgeId":"b"}');
});

test("a removal ends with the process, and not before it was tried", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const scope = new Scope("process");
  const { asked, invoke } = answering(AWAY, AWAY, AWAY);
  const hangupRetries = createHangupRetries({ invoke, log: quietLog, scope });
  const removal = hangupRetries.hangUp("a", "16");
  await settled();
  scope.end(new Ending("shutting_down"));
  await assert.rejects(removal, (error) => error === scope.ending);
  await scope.closed;
  assert.equal(asked.length, 1);
  await assert.rejects(hangupRetries.hangUp("b", "16"));
  assert.equal(asked.length, 2);
});
