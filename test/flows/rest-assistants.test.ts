import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { AttendantError } from "../../src/kernel/errors.js";
import { calls } from "../support/fakes/fake-model.js";
import { STALL } from "../support/fakes/requests.js";
import { faultsOf, startRestServer } from "../unit/http/rest-server.js";

const NEW = "assistants:\n  sales:\n    answers: ['8001']\n";

describe("the assistants over REST", () => {
  it("are listed with what they have of their own, and when they open", async (t) => {
    const rest = await startRestServer(t);
    const list = (await rest.ask("/assistants")).body as unknown as Record<string, unknown>[];
    assert.deepEqual(list, [
      {
        id: "reception",
        name: "Berg",
        voice: "anna",
        speed: null,
        open: true,
        is_default: true,
        answers: ["8000"],
        language: "en",
        model: "small",
        tools: ["TIDES"],
        operator: null,
        next_opening: null,
      },
      { ...list[1], id: "night", is_default: false, open: false, next_opening: "2026-03-02T15:00:00.000Z" },
    ]);
    assert.deepEqual((await rest.ask("/assistants/night")).body, list[1]);
    assert.equal((await rest.ask("/assistants/nobody")).status, 404);
  });

  it("answer a sentence without a call, and no tool runs", async (t) => {
    const rest = await startRestServer(t);
    const said = await rest.post("/assistants/night/try", { text: "When are you open?" });
    assert.deepEqual([said.body.reply, said.body.tool_calls], ["We open at nine.", []]);
    assert.deepEqual(rest.assistants.model.requests[0]?.asked, [
      { role: "system", content: "You are night." },
      { role: "user", content: "When are you open?" },
    ]);
    rest.assistants.model.next(calls("TIDES", { at: "noon" }));
    const used = await rest.post("/assistants/night/try", { text: "What about the tides?" });
    assert.deepEqual([used.body.reply, used.body.tool_calls], ["", [{ name: "TIDES", arguments: '{"at":"noon"}' }]]);
    rest.assistants.model.next(new AttendantError("llm_failed", "It is away."));
    const failed = await rest.post("/assistants/night/try", { text: "Hello?" });
    assert.deepEqual([failed.status, failed.body.code], [503, "llm_failed"]);
  });
});

describe("a reply that takes long", () => {
  it("holds up no list, and is given up when the client leaves", async (t) => {
    const rest = await startRestServer(t);
    const { model } = rest.assistants;
    const leaving = new AbortController();
    const asks = [1, 2].map(async () => {
      model.next(STALL);
      const body = JSON.stringify({ text: "Hello?" });
      const headers = { "Content-Type": "application/json" };
      return rest.ask("/assistants/night/try", { method: "POST", body, headers, signal: leaving.signal });
    });
    const left = asks.map((each) => assert.rejects(each, { name: "AbortError" }));
    const until = async (condition: () => boolean) => {
      while (!condition()) await setImmediate();
    };
    await until(() => model.requests.length === 2);
    assert.equal((await rest.ask("/schedule")).status, 200);
    leaving.abort();
    await Promise.all(left);
    await until(() => model.requests.every(({ signal }) => signal.aborted));
    assert.deepEqual(
      rest.lines.filter(({ level }) => level === "ERROR"),
      [],
    );
  });
});

describe("the file of the assistants over REST", () => {
  it("is checked without being used; each fault has its line", async (t) => {
    const rest = await startRestServer(t);
    const good = await rest.post("/assistants-file/check", { text: NEW });
    assert.deepEqual(good.body, { ok: true, assistants: ["sales"], faults: [] });
    const bad = await rest.post("/assistants-file/check", { text: "assistants:\n  sales:\n    voise: anna\n" });
    const message = "is not known; did you mean voice?";
    assert.deepEqual(bad.body, {
      ok: false,
      assistants: [],
      faults: [{ path: "/assistants/sales/voise", message, line: 3 }],
    });
    assert.match(rest.assistantsFile.text, /reception/);
  });

  it("is replaced, and put back", async (t) => {
    const rest = await startRestServer(t);
    const before = (await rest.ask("/assistants-file")).body;
    const replaced = await rest.put("/assistants-file", { text: NEW, revision: before.revision });
    assert.equal(replaced.status, 200);
    assert.equal(replaced.body.text, NEW);
    assert.notEqual(replaced.body.revision, before.revision);
    const [version] = (await rest.ask("/assistants-file/versions")).body as unknown as { readonly id: string }[];
    assert.equal((await rest.ask(`/assistants-file/versions/${version?.id}`)).body.text, before.text);
    const restored = await rest.post(`/assistants-file/versions/${version?.id}/restore`);
    assert.deepEqual(restored.body, before);
    assert.equal((await rest.ask("/assistants-file/versions/none")).status, 404);
  });

  it("is not replaced by one with faults, nor over the change of another client, nor on a full disk", async (t) => {
    const rest = await startRestServer(t);
    const before = (await rest.ask("/assistants-file")).body;
    const faulty = await rest.put("/assistants-file", { text: "assistants: []\n" });
    assert.equal(faulty.status, 400);
    assert.equal(faultsOf(faulty)["/text"], "line 1, /assistants: must be an object");
    const late = await rest.put("/assistants-file", { text: NEW, revision: "of-yesterday" });
    assert.deepEqual([late.status, late.body.code], [409, "assistants_changed"]);
    rest.assistantsFile.refusal = new AttendantError("assistants_not_stored", "The disk is full.");
    const full = await rest.put("/assistants-file", { text: NEW });
    assert.deepEqual([full.status, full.body.code], [503, "assistants_not_stored"]);
    assert.deepEqual((await rest.ask("/assistants-file")).body, before);
  });
});
