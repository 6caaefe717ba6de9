// @ts-check
// node --test examples/tools
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { testContext } from "ari-attendant/testing";

/** @typedef {import("ari-attendant/tool").ToolDefinition} ToolDefinition */

/** What a Home Assistant would answer. @type {Record<string, object>} */
const STATES = {
  "sensor.living": { state: "21.48", attributes: { unit_of_measurement: "°C" } },
  "binary_sensor.front": { state: "on", attributes: { device_class: "door" } },
};

const server = createServer((request, response) => {
  const state = STATES[request.url?.split("/").at(-1) ?? ""];
  const known = request.headers.authorization === "Bearer token-of-the-house";
  response.writeHead(!known ? 401 : state ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(state ?? {}));
});
/** @type {ToolDefinition} */
let house;

before(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  process.env.HOUSE_URL = `http://127.0.0.1:${port}`;
  process.env.HOUSE_TOKEN = "token-of-the-house";
  process.env.HOUSE_THINGS = "Living room=sensor.living, front door = binary_sensor.front, attic=sensor.gone";
  ({ default: house } = await import("./house.mjs")); // Settings are read when the file is loaded.
});
after(() => server.close());

test("a temperature is told in words", async () => {
  const { context, deeds } = testContext();
  const result = await house.execute({ thing: "living room" }, context);
  assert.equal(result.message, "The living room is 21.5 degrees.");
  assert.deepEqual(result.data, { id: "sensor.living", state: "21.48" });
  await house.execute({ thing: "living room" }, context);
  assert.deepEqual(deeds.said, ["Let me have a look."]);
});

test("an open door is open, not on", async () => {
  const result = await house.execute({ thing: "front door" }, testContext().context);
  assert.equal(result.message, "The front door is open.");
});

test("what Home Assistant does not know is said to be out of sight, and logged", async () => {
  const { context, deeds } = testContext();
  const result = await house.execute({ thing: "attic" }, context);
  assert.deepEqual(result, { status: "FAILED", message: "I cannot see the attic at the moment." });
  assert.deepEqual(deeds.logged, ["Home Assistant refused"]);
});

test("a caller who hangs up ends the request", async () => {
  const { context } = testContext({ signal: AbortSignal.abort() });
  await assert.rejects(async () => house.execute({ thing: "attic" }, context), { name: "AbortError" });
});

test("only the things that are set may be asked about", () => {
  assert.deepEqual(house.parameters?.thing?.enum, ["living room", "front door", "attic"]);
  assert.equal(house.enabled, true);
});
