import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Call } from "../../src/calls/record/call.js";
import { LiveCalls } from "../../src/calls/live/live-calls.js";
import { watchCalls } from "../../src/calls/live/watch-calls.js";
import { Transcript } from "../../src/conversation/transcript.js";
import { createEventHub, type EventHub, type ReaderNeeds } from "../../src/http/events/event-hub.js";
import { Scope } from "../../src/kernel/scope.js";
import { callIn } from "../support/fakes/call-in.js";
import { gate } from "../support/fakes/requests.js";
import { startRestServer } from "../unit/http/rest-server.js";

/** A look, and five of them, which make a level. */
const LOOK_MS = 50;
const LEVEL_MS = 250;

type Told = readonly [event: string, data: Readonly<Record<string, unknown>>];

/** Somebody who reads events. */
function reader(hub: EventHub, needs: Partial<ReaderNeeds> = {}) {
  const sent: Uint8Array[] = [];
  let close = () => {};
  let isEnded = false;
  hub.read({ key: undefined, callId: undefined, mayReadWords: true, ...needs }, () => ({
    send: (bytes) => void sent.push(bytes),
    end: () => {
      isEnded = true;
      close();
    },
    onClose: (listener) => {
      close = listener;
    },
  }));
  return {
    sent,
    get ended() {
      return isEnded;
    },
    leaves: () => close(),
    /** All events since the last time. */
    told(): Told[] {
      const text = Buffer.concat(sent.splice(0)).toString();
      return [...text.matchAll(/event: (\w+)\ndata: ([^\n]*)\n\n/g)].map(([, event = "", data = ""]) => [
        event,
        JSON.parse(data),
      ]);
    },
  };
}

/** The words among events: who, whether that is final, what was said and is to be said. */
function words(told: readonly Told[]): unknown[] {
  return told
    .filter(([event]) => event === "words")
    .map(([, { who, final, text, unheard }]) => [who, final ? "final" : "so far", text, ...(unheard ? [unheard] : [])]);
}

const names = (told: readonly Told[]) => told.map(([event]) => event);

function hubOf(liveCalls: LiveCalls, signal = new AbortController().signal): EventHub {
  return createEventHub({ watch: (tell) => watchCalls(liveCalls, tell), signal, now: Date.now });
}

test("a follower of a call receives words as they are recognised and as they are heard", async (t) => {
  const { talk, liveCalls } = await callIn(t);
  const [page, another] = [reader(hubOf(liveCalls)), reader(hubOf(liveCalls), { mayReadWords: false })];
  const begun = page.told();
  assert.deepEqual(names(begun), ["call", "words"]);
  assert.equal(begun[0]?.[1].status, "in_progress");
  assert.deepEqual(words(begun), [["assistant", "so far", "", "Welcome."]]);
  await talk.hearsAll();
  await talk.passes(LOOK_MS);
  const greeted = page.told();
  assert.deepEqual(words(greeted), [["assistant", "final", "Welcome."]]);
  assert.equal(greeted[0]?.[1].id, begun[1]?.[1].id, "the same words keep their number");

  talk.stt.next("tell me two things");
  const writing = gate();
  talk.model.next(writing, "One. Two.");
  await talk.asks();
  await talk.passes(LOOK_MS);
  const asked = page.told();
  assert.deepEqual(words(asked), [["caller", "so far", "tell me two things"]], "before anything is answered");
  writing.open();
  await talk.settles();
  await talk.passes(LOOK_MS);
  const answering = page.told();
  assert.deepEqual(words(answering), [
    ["caller", "final", "tell me two things"],
    ["assistant", "so far", "", "One. Two."],
  ]);
  assert.equal(answering[0]?.[1].id, asked[0]?.[1].id);
  await talk.hears(1_000);
  await talk.passes(LOOK_MS);
  assert.deepEqual(words(page.told()), [["assistant", "so far", "One.", "Two."]]);
  await talk.hearsAll();
  await talk.passes(LOOK_MS);
  const heard = page.told();
  assert.deepEqual(words(heard), [["assistant", "final", "One. Two."]]);
  const [event, { id, turn }] = heard.find(([name]) => name === "turn") ?? ["", {}];
  assert.deepEqual([event, id], ["turn", heard[0]?.[1].id]);
  assert.ok("first_sound_ms" in (turn as object));

  talk.line.leaves();
  await talk.settles();
  await talk.passes(LOOK_MS);
  const over = page.told();
  assert.deepEqual(
    names(over).filter((name) => name !== "level"),
    ["call", "gone"],
  );
  assert.equal(over[0]?.[1].status, "completed");
  const untold = new Set(names(another.told()));
  assert.ok(!untold.has("words") && untold.has("turn") && untold.has("gone"), [...untold].join());
});

test("a call is measured only while it is followed", async (t) => {
  const { talk, liveCalls } = await callIn(t);
  const hub = hubOf(liveCalls);
  await talk.hearsAll();
  await talk.passes(LEVEL_MS);
  const { listeners } = talk.line;
  const [first, second] = [reader(hub), reader(hub)];
  await talk.passes(LEVEL_MS);
  assert.equal(talk.line.listeners, listeners + 1, "measured once, however many read");
  await talk.speaks();
  await talk.passes(LEVEL_MS);
  const levels = first.told().filter(([event]) => event === "level");
  assert.equal(levels[0]?.[1].caller_db, -70);
  assert.ok(Number(levels.at(-1)?.[1].caller_db) > -40, JSON.stringify(levels));
  first.leaves();
  await talk.passes(LEVEL_MS);
  assert.equal(talk.line.listeners, listeners + 1);
  second.leaves();
  assert.equal(talk.line.listeners, listeners);
  talk.line.leaves();
  await talk.settles();
  talk.assertNothingLeft();
});

test("an update is built once for all followers who receive the same", async (t) => {
  const { talk, liveCalls } = await callIn(t);
  const hub = hubOf(liveCalls);
  const [one, other, wordless] = [reader(hub), reader(hub), reader(hub, { mayReadWords: false })];
  for (const each of [one, other, wordless]) each.sent.splice(0);
  await talk.hearsAll();
  await talk.passes(LEVEL_MS);
  assert.ok(one.sent.length > 0);
  assert.ok(
    one.sent.every((bytes, i) => bytes === other.sent[i]),
    "the same bytes, not a copy of them",
  );
  assert.notEqual(wordless.sent.at(-1), one.sent.at(-1));
});

test("a call that begins and ends between two polls is reported, including how it ended", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const liveCalls = new LiveCalls(5);
  const page = reader(hubOf(liveCalls));
  const call = new Call(
    { callId: "brief", owner: "me", direction: "outbound", extension: "100", status: "queued" },
    new Transcript("", Date.now),
    Date.now,
  );
  const live = { call, scope: new Scope("call") };
  liveCalls.enqueue(live, () => {});
  call.over("busy");
  liveCalls.remove(live);
  t.mock.timers.tick(LOOK_MS);
  const told = page.told();
  assert.deepEqual(
    told.map(([event, data]) => [event, data.call_id, data.status]),
    [
      ["call", "brief", "busy"],
      ["gone", "brief", undefined],
    ],
  );
});

test("a follower of one call receives no other call, all of its transcript, and its end as the last event", async (t) => {
  const { talk, liveCalls } = await callIn(t);
  const hub = hubOf(liveCalls);
  await talk.hearsAll();
  const [live] = [...liveCalls];
  const { call } = live ?? assert.fail();
  const { callId } = call.record;
  for (let i = 0; i < 50; i++) call.transcript.callerSaid(`thing ${i}`);
  const other = new Call(
    { callId: "other", owner: "me", direction: "inbound", extension: "100", status: "ringing" },
    new Transcript("", Date.now),
    Date.now,
  );
  liveCalls.add({ call: other, scope: new Scope("other") });
  const [page, all] = [reader(hub, { callId }), reader(hub)];
  assert.equal(words(page.told()).length, 51);
  assert.equal(words(all.told()).length, 20, "of many calls the latest");
  other.answered();
  talk.line.leaves();
  await talk.settles();
  await talk.passes(LOOK_MS);
  assert.ok(page.told().every(([, data]) => data.call_id === callId));
  assert.deepEqual([page.ended, all.ended], [true, false]);
  assert.throws(() => reader(hub, { callId: "none" }), { code: "not_found" });
});

test("spoken text stays data, whatever it contains", async (t) => {
  const { talk, liveCalls } = await callIn(t);
  const hostile = "</script><script>alert(1)</script>\n\nevent: gone\ndata: {}\r\n\u2028\u0000";
  const page = reader(hubOf(liveCalls));
  page.told();
  [...liveCalls][0]?.call.transcript.callerSaid(hostile);
  await talk.passes(LOOK_MS);
  const told = page.told().filter(([event]) => event !== "level");
  assert.deepEqual(words(told), [["caller", "final", hostile]]);
  assert.deepEqual(names(told), ["words"]);
});

test("a reader who reads nothing is cut off", async (t) => {
  const streams = gate();
  let closed = false;
  let send: (bytes: Uint8Array) => void = () => {};
  const rest = await startRestServer(t, {
    events: {
      read(_needs, open) {
        const stream = open();
        send = (bytes) => stream.send(bytes);
        stream.onClose(() => {
          closed = true;
        });
        streams.open();
      },
    },
  });
  const response = await fetch(`${rest.url}/events`);
  assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  await streams;
  const much = Buffer.alloc(256 * 1024, ":");
  for (let i = 0; i < 2_000 && !closed; i++) {
    send(much);
    await setImmediate();
  }
  assert.ok(closed, "what waits for one reader has no end");
  await response.body?.cancel().catch(() => {});
});

test("all readers are disconnected when the service stops", async () => {
  const leaving = new AbortController();
  const hub = hubOf(new LiveCalls(1), leaving.signal);
  const page = reader(hub);
  leaving.abort();
  assert.ok(page.ended);
});

test("one key can use half of the connections, and leaves the other half", async (t) => {
  const { liveCalls } = await callIn(t);
  const hub = hubOf(liveCalls);
  const [first] = Array.from({ length: 100 }, () => reader(hub, { key: "one" }));
  assert.throws(() => reader(hub, { key: "one" }), { code: "rate_limited" });
  reader(hub, { key: "another" });
  first?.leaves();
  reader(hub, { key: "one" });
});
