import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { saysUnwanted } from "../../src/conversation/unwanted.js";
import { AttendantError } from "../../src/kernel/errors.js";
import { localeOf } from "../../src/locales/locales.js";
import { CHOICE, startPlacedCalls } from "../support/fakes/placed-calls.js";
import { gate } from "../support/fakes/requests.js";
import { asked, DAILY, DAY, HOUR, startWorld } from "../support/fakes/scheduling.js";
import { faultsOf, startRestServer } from "../unit/http/rest-server.js";

const entry = (number: string) => ({ number, addedAt: Date.UTC(2026, 2, 2), client: null, reason: null });
const REFUSED = {
  code: "destination_not_allowed",
  message: /^The number \S+ is on the do-not-call list since 2026-03-02;/,
};

test("a number on the do-not-call list is not dialled, however it is written", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.unwanted.addDoNotCall(entry("100"));
  for (const extension of ["100", "1-0-0", "10.0"]) {
    await assert.rejects(calls.callControl.place(calls.request({ extension })), REFUSED);
  }
  await calls.places({ extension: "101" });
  assert.equal(calls.dialler.callees.length, 1);
});

test("a number listed while its call waits for a line is not dialled, and the call says why", async (t) => {
  const calls = await startPlacedCalls(t, { most: 1, queue: 1 });
  await calls.answered({ extension: "101" });
  const { callId } = await calls.places({ extension: "100" });
  await calls.unwanted.addDoNotCall(entry("100"));
  await calls.hearsAll();
  const { status, error } = await calls.record(callId);
  assert.deepEqual([status, calls.dialler.callees.length], ["failed", 1]);
  assert.match(error ?? "", /do-not-call list/);
  calls.assertNothingLeft();
});

test("a caller on the list who asks to be called back is called, and nobody else on it for them", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.unwanted.addDoNotCall(entry("1003"));
  await calls.unwanted.addDoNotCall(entry("1002"));
  await assert.rejects(calls.callControl.place(calls.request({ extension: "1002", onBehalfOf: "1003" })), REFUSED);
  await calls.places({ extension: "1003", onBehalfOf: "1003" });
  assert.equal(calls.dialler.callees.length, 1);
});

test("calls are placed while the list cannot be read, and the log says so", async (t) => {
  const calls = await startPlacedCalls(t);
  calls.unwanted.before = () => {
    throw new AttendantError("store_unavailable", "The store is away.");
  };
  await calls.places();
  assert.equal(calls.dialler.callees.length, 1);
  assert.ok(calls.events("do_not_call_unread").length > 0);
});

test("a scheduled call to a number listed since is refused once, with its reason, and a daily one stays", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create({ ...asked(), ...DAILY });
  await world.unwanted.addDoNotCall(entry(world.schedule().extension));
  assert.equal(await world.lives(2 * HOUR), 0);
  const { outcome, error } = world.lastRun() ?? {};
  assert.equal(outcome, "failed");
  assert.match(error ?? "", /is on the do-not-call list since 2026-03-02/);
  assert.equal(world.store.occurrences.length, 1, "it is not tried again");
  await world.unwanted.removeDoNotCall(world.schedule().extension);
  assert.equal(await world.lives(DAY), 1);
});

test("a callee who says so is asked to confirm it, is told, and is not called again", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.asked({ extension: "1005" });
  await calls.says("Please don't call me again!");
  await calls.hearsAll();
  await calls.says("Yes");
  await calls.hearsAll();
  await calls.hearsAll();
  assert.deepEqual(calls.heard, [
    ...["Dinner is ready.", "Will you come?"],
    ...["Do you want this number not to be called again?", "Press one or say yes, or press two or say no."],
    ...["This number will not be called again.", "Farewell."],
  ]);
  assert.deepEqual([calls.result.status, calls.result.choice_status], ["completed", "no_match"]);
  assert.equal(calls.unwanted.entries.get("1005")?.client, null);
  await assert.rejects(calls.callControl.place(calls.request({ extension: "1005" })), {
    code: "destination_not_allowed",
  });
  calls.assertNothingLeft();
});

for (const [said, what] of [
  ["Please don't call me again!", "in the last attempt"],
  ["No, please don't call me again!", "with an answer"],
] as const) {
  test(`a callee who says so ${what} is asked to confirm it all the same`, async (t) => {
    const calls = await startPlacedCalls(t);
    await calls.asked({ extension: "1005", choice: { ...CHOICE, attempts: 1 } });
    await calls.says(said);
    await calls.hearsAll();
    await calls.says("Yes");
    await calls.hearsAll();
    await calls.hearsAll();
    assert.equal(calls.heard[2], "Do you want this number not to be called again?");
    assert.deepEqual([calls.result.choice_status, calls.unwanted.entries.size], ["no_match", 1]);
    calls.assertNothingLeft();
  });
}

for (const [when, begins, onMachine] of [
  ["when it is transcribed only when the question is being asked", "pauses", "speak"],
  ["when it ends only in the question", "settles", "speak"],
  ["where no one listens for machines", "pauses", undefined],
] as const) {
  test(`a callee who says so in the message is asked to confirm it, also ${when}`, async (t) => {
    const calls = await startPlacedCalls(t);
    await calls.answered({ extension: "1005", choice: CHOICE, onMachine });
    calls.stt.script = () => ["no no"];
    await calls.speaks();
    await calls.pauses();
    const understood = gate();
    calls.stt.script = () => [understood, "stop calling me"];
    await calls.speaks();
    await calls[begins]();
    await calls.hearsAll();
    await calls.pauses();
    understood.open();
    await calls.settles();
    await calls.hearsAll();
    await calls.hearsAll();
    await calls.says("Yes");
    await calls.hearsAll();
    await calls.hearsAll();
    assert.ok(calls.heard.includes("This number will not be called again."), calls.heard.join(" "));
    assert.deepEqual([calls.result.choice_status, calls.unwanted.entries.size], ["no_match", 1]);
    calls.assertNothingLeft();
  });
}

test("a callee who says so after much talk in the message is heard, and only whole utterances are transcribed", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.answered({ extension: "1005", choice: CHOICE });
  calls.stt.script = () => ["no no"];
  for (let i = 0; i < 25; i++) {
    await calls.speaks();
    await calls.pauses();
  }
  assert.equal(calls.stt.requests.length, 25);
  calls.stt.script = () => ["stop calling me"];
  await calls.speaks();
  await calls.pauses();
  await calls.hearsAll();
  await calls.hearsAll();
  assert.ok(calls.heard.includes("Do you want this number not to be called again?"), calls.heard.join(" "));
});

for (const again of ["Don't call me again!", "No, do not call me again.", "Stop calling me"]) {
  test(`a callee who says so again, asked to confirm it, is not called again: "${again}"`, async (t) => {
    const calls = await startPlacedCalls(t);
    await calls.asked({ extension: "1005" });
    await calls.says("Stop calling me!");
    await calls.hearsAll();
    await calls.says(again);
    await calls.hearsAll();
    await calls.hearsAll();
    assert.deepEqual(calls.heard.slice(-2), ["This number will not be called again.", "Farewell."]);
    assert.deepEqual([calls.result.choice_status, calls.unwanted.entries.size], ["no_match", 1]);
    calls.assertNothingLeft();
  });
}

for (const [how, unclear] of [
  ["unclear", ["Not to be called again?", "No, never!"]],
  ["a denial of what was said", ["I never said don't call me again", "Did I say stop calling me"]],
] as const) {
  test(`a callee whose confirmation stays ${how} is neither listed nor asked the question again`, async (t) => {
    const calls = await startPlacedCalls(t);
    await calls.asked({ extension: "1005" });
    await calls.says("Stop calling me!");
    for (const said of unclear) {
      await calls.hearsAll();
      await calls.says(said);
    }
    await calls.hearsAll();
    assert.equal(calls.heard.filter((sentence) => sentence === "Will you come?").length, 1);
    assert.equal(calls.heard.filter((sentence) => sentence.startsWith("Do you want this number")).length, 2);
    assert.deepEqual([calls.result.choice_status, calls.unwanted.entries.size], ["no_match", 0]);
    calls.assertNothingLeft();
  });
}

test("a callee who does not confirm it is asked the question once more, and may be called again", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.asked({ extension: "1005" });
  await calls.says("Do not call me again");
  await calls.hearsAll();
  await calls.says("No");
  await calls.hearsAll();
  await calls.says("Sure");
  await calls.hearsAll();
  assert.deepEqual([calls.result.choice_response, calls.unwanted.entries.size], ["yes", 0]);
  calls.assertNothingLeft();
});

test("an answer that only mentions a call is not taken for it", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.asked({ extension: "1005" });
  await calls.says("I do not know, call me again tomorrow");
  await calls.hearsAll();
  assert.deepEqual(calls.heard, ["Dinner is ready.", "Will you come?", "Will you come?"]);
});

test("a callee is not told that they are listed while the store is away", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.asked({ extension: "1005" });
  await calls.says("Stop calling!");
  await calls.hearsAll();
  await calls.hearsAll();
  calls.unwanted.before = () => {
    throw new AttendantError("store_unavailable", "The store is away.");
  };
  await calls.says("Yes");
  await calls.hearsAll();
  await calls.hearsAll();
  assert.ok(!calls.heard.includes("This number will not be called again."));
  assert.equal(calls.result.status, "completed");
  calls.assertNothingLeft();
});

test("what callees say who do not want to be called again is understood in each language, and what others say is not", () => {
  for (const [code, unwanted, other] of [
    ["en", "Please don't call me again.", "You can call me again."],
    ["de", "Bitte rufen Sie mich nicht mehr an!", "Rufen Sie mich morgen an."],
    ["es", "Por favor, no me vuelva a llamar.", "Llámeme mañana."],
    ["fr", "Ne m’appelez plus, s’il vous plaît.", "Appelez-moi demain."],
    ["it", "Per favore, non mi chiami più.", "Mi chiami domani."],
  ] as const) {
    const phrases = localeOf(code).phrases.words_do_not_call;
    const says = saysUnwanted(phrases, code);
    assert.deepEqual([says(unwanted), says(other)], [true, false], code);
  }
});

describe("/do-not-call", () => {
  const as = (name: string) => ({ "x-api-key": `key-of-${name}-0123456789` });
  const keys = ["read", "call", "admin"].map((name) => `${name}:${name}:key-of-${name}-0123456789`);

  it("lists, adds and removes numbers, each with its scope", async (t) => {
    const rest = await startRestServer(t, { keys });
    const added = await rest.post(
      "/do-not-call",
      { number: "+49 30".replace(" ", "-"), reason: "a letter" },
      as("call"),
    );
    assert.deepEqual([added.status, added.body.number, added.body.client], [200, "+4930", "call"]);
    const again = await rest.post("/do-not-call", { number: "+4930", reason: "another" }, as("call"));
    assert.deepEqual(again.body, added.body, "the first entry is kept");
    const { body } = await rest.ask("/do-not-call", { headers: as("read") });
    assert.deepEqual(body, { numbers: [added.body], next_cursor: null });
    const remove = (name: string) => rest.ask("/do-not-call/%2B49-30", { method: "DELETE", headers: as(name) });
    assert.deepEqual(
      [(await remove("call")).status, (await remove("admin")).status, (await remove("admin")).status],
      [403, 200, 404],
    );
  });

  it("keeps one entry of a number, however its country code is written, and removes it by either form", async (t) => {
    const rest = await startRestServer(t, { keys });
    const add = async (number: string) => (await rest.post("/do-not-call", { number }, as("call"))).body.number;
    assert.deepEqual([await add("+4930123456"), await add("004930123456")], ["+4930123456", "+4930123456"]);
    const removed = await rest.ask("/do-not-call/004930123456", { method: "DELETE", headers: as("admin") });
    const { body } = await rest.ask("/do-not-call", { headers: as("read") });
    assert.deepEqual([removed.status, body.numbers], [200, []]);
  });

  it("finds one number in whichever form it is written, and nothing for one that may be called", async (t) => {
    const rest = await startRestServer(t, { keys });
    for (const number of ["+4930123456", "1001"]) await rest.post("/do-not-call", { number }, as("call"));
    const found = async (number: string) => {
      const { body } = await rest.ask(`/do-not-call?number=${number}`, { headers: as("read") });
      assert.equal(body.next_cursor, null);
      return (body.numbers as { readonly number: string }[]).map((each) => each.number);
    };
    assert.deepEqual(await found("004930-123456"), ["+4930123456"]);
    assert.deepEqual(await found("1002"), []);
    const refused = await rest.ask("/do-not-call?number=SIP/1", { headers: as("read") });
    assert.ok(faultsOf(refused)["?number"]);
  });

  it("refuses what is no number, and an invalid cursor", async (t) => {
    const rest = await startRestServer(t, { keys });
    for (const number of ["SIP/1", "", 5.5, undefined]) {
      assert.ok(faultsOf(await rest.post("/do-not-call", { number }, as("call")))["/number"], String(number));
    }
    const { status } = await rest.ask("/do-not-call?cursor=nonsense", { headers: as("read") });
    assert.equal(status, 400);
  });
});
