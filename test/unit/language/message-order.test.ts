import assert from "node:assert/strict";
import { test } from "node:test";
import { createCompletionForm } from "../../../src/language/completion-request.js";
import type { Message } from "../../../src/language/ports.js";

const MESSAGES: readonly Message[] = [
  { role: "system", content: "Be brief." },
  { role: "assistant", content: "Welcome." },
  { role: "user", content: "What" },
  { role: "user", content: "time is it?" },
  { role: "assistant", content: "", toolCalls: [{ id: "a", name: "DATETIME", arguments: "{}" }] },
  { role: "tool", toolCallId: "a", content: "Noon." },
];
const rolesIn = (body: Record<string, unknown>) => (body.messages as readonly Message[]).map(({ role }) => role);

test("for a server whose sides must alternate, the greeting moves to the system prompt, and one side's messages merge", () => {
  const changes: string[] = [];
  const form = createCompletionForm({ model: "m" }, (what) => changes.push(what));
  assert.deepEqual(
    rolesIn(form.body(MESSAGES, [])),
    MESSAGES.map(({ role }) => role),
  );
  assert.ok(form.giveWay("order_unsupported", form.body(MESSAGES, [])));
  const body = form.body(MESSAGES, []);
  assert.deepEqual(rolesIn(body), ["system", "user", "assistant", "tool"]);
  const [system, user] = body.messages as readonly Message[];
  assert.equal(system?.content, 'Be brief.\n\nYou have said to the caller: "Welcome."');
  assert.equal(user?.content, "What\ntime is it?");
  assert.equal(changes.length, 1);
  assert.ok(form.giveWay("order_unsupported", body), "the server may count the system prompt as a side");
  const last = form.body(MESSAGES, []);
  assert.deepEqual(rolesIn(last), ["user", "assistant", "tool"]);
  assert.equal(changes.length, 2);
  assert.ok(form.giveWay("order_unsupported", body), "a request of an earlier form is made again");
  assert.equal(form.giveWay("order_unsupported", last), false, "there is no other order");
  assert.equal(changes.length, 2);
});

test("for a server without a system prompt, it precedes the caller's first words, even before they have said any", () => {
  const form = createCompletionForm({ model: "m" });
  assert.ok(form.giveWay("order_unsupported", form.body(MESSAGES, [])));
  assert.ok(form.giveWay("system_unsupported", form.body(MESSAGES, [])));
  const [first] = form.body(MESSAGES, []).messages as readonly Message[];
  assert.equal(first?.content, 'Be brief.\n\nYou have said to the caller: "Welcome."\n\nWhat\ntime is it?');
  assert.deepEqual(rolesIn(form.body(MESSAGES.slice(0, 1), [])), ["user"]);
});

test("for a server whose sides must alternate, the caller has the last word", () => {
  const form = createCompletionForm({ model: "m" });
  const messages: readonly Message[] = [
    { role: "user", content: "Hello?" },
    { role: "assistant", content: "Good day." },
  ];
  assert.deepEqual(rolesIn(form.body(messages, [])), ["user", "assistant"]);
  assert.ok(form.giveWay("order_unsupported", form.body(messages, [])));
  assert.deepEqual(rolesIn(form.body(messages, [])), ["user", "assistant", "user"]);
});
