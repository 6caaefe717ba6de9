import assert from "node:assert/strict";
import { test } from "node:test";
import { DateTime } from "luxon";
import { answerCall } from "../../src/calls/answer-call.js";
import { LiveCalls } from "../../src/calls/live/live-calls.js";
import { asked, MINUTE, startWorld } from "../support/fakes/scheduling.js";
import { FakeIncomingCall } from "../support/fakes/fake-incoming-call.js";
import { FakeDialler } from "../support/fakes/fake-dialler.js";
import { switchboardOf } from "../support/fakes/fake-switchboard.js";
import { PHRASES, prepareTalk, startTalk } from "../support/fakes/talk.js";

/*
 * With LOG_NUMBERS=none no line of the log holds anybody's number, from the call that comes in to the one that is refused.
 */

const FAR = "+4930123456";
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

test("scheduled calls, callbacks, timers and refusals", async (t) => {
  for (const numbers of ["full", "none"] as const) {
    const world = startWorld(t);
    const service = world.starts({ numbers, limits: { inAll: 2, perNumber: 2 }, deny: [/^7777/], most: 3 });
    const tasks = service.tasks.of(service.talks("4711").live);
    const at = DateTime.fromMillis(world.now + MINUTE);
    for (let i = 0; i < 3; i++) await tasks.callBack({ at, message: "Hello.", destination: "4712" });
    await tasks.setTimer({ seconds: 7200, message: "Pasta." });
    for (const [i, extension] of [FAR, "4713"].entries()) {
      const when = { kind: "time", time: "08:02", date: null } as const;
      await service.schedules.create(asked({ scheduleId: `s${i}`, extension, when }));
    }
    await world.store.replaceSchedule({ ...world.schedule("s1"), extension: "7777", revision: 2 });
    await world.lives(5 * MINUTE);
    await assert.rejects(service.schedules.create(asked({ scheduleId: "x", extension: "77771" })));
    // An id may have the digits of a number in it.
    const text = JSON.stringify(world.logged).replaceAll(UUID, "an id");
    assert.ok(world.events("call_start").length >= 2 && world.events("caller_dial_refused").length > 0);
    const held = ["4711", "4712", "4713", "7777", "30123456"].filter((number) => text.includes(number));
    if (numbers === "full") assert.ok(held.includes("4712") && held.includes("30123456") && held.includes("7777"));
    else assert.deepEqual(held, []);
    t.mock.timers.reset();
  }
});

test("a call that comes in, and one that is turned away", async (t) => {
  for (const logNumbers of ["full", "none"] as const) {
    const talk = await prepareTalk(t, { logNumbers });
    const number = talk.line.caller.number;
    assert.ok(number.length > 2);
    const answer = (most: number) =>
      answerCall(new FakeIncomingCall(talk.scope, talk.line), {
        now: Date.now,
        owner: () => "me",
        handedOverTo: "nobody",
        records: { saveCall: async () => true, saveTranscript: async () => {}, takeCall: async () => true },
        outbox: { enqueue: () => assert.fail("nobody asked for a webhook") },
        resources: talk.resources,
        metrics: talk.call.metrics,
        phrases: PHRASES,
        systemPrompt: "Be brief.",
        maxCallMs: MINUTE,
        liveCalls: new LiveCalls(most),
        tasks: { of: () => talk.needs.tasks },
        log: talk.call.log,
      });
    const answering = answer(1);
    await talk.settles();
    await answer(0);
    await answering;
    const text = JSON.stringify(talk.logged);
    assert.equal(talk.events("call_start").length + talk.events("call_rejected").length, 2);
    assert.equal(talk.events("call_end").length, 1);
    assert.equal(new RegExp(`"${number}"`).test(text), logNumbers === "full");
    t.mock.timers.reset();
    t.mock.restoreAll();
  }
});

test("a caller who is put through to a number that has no name", async (t) => {
  for (const logNumbers of ["full", "none"] as const) {
    const dialler = new FakeDialler();
    const switchboard = await switchboardOf(dialler, [], "47");
    const { talk, conversation } = await startTalk(t, { logNumbers, switchboard });
    conversation.catch(() => {});
    await talk.hearsAll();
    talk.line.presses("0");
    await talk.settles();
    dialler.last.answers();
    await talk.settles();
    const lines = [...talk.events("transfer"), ...talk.events("transferred")];
    assert.equal(lines.length, 2);
    assert.equal(JSON.stringify(lines).includes('"47"'), logNumbers === "full");
    t.mock.timers.reset();
    t.mock.restoreAll();
  }
});
