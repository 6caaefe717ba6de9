import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { blamed, Controller, examined, freePort, shown, startWorld } from "../support/index.js";

test("the doctor finds a set-up that works all good, with the service stopped and with it running, whose application stays its", async (t) => {
  await using world = await startWorld();
  const folder = await mkdtemp(join(tmpdir(), "attendant-doctor-"));
  const begun = performance.now();
  const stopped = await examined(world.settings, folder);
  t.diagnostic(`stopped: ${Math.round(performance.now() - begun)} ms`);
  assert.deepEqual(blamed(stopped), []);
  // A busy machine makes its recogniser slow, as the doctor then says.
  const isSpeed = ({ name, detail }: (typeof stopped.results)[number]) =>
    name === "stt" && /At this speed/.test(detail);
  assert.deepEqual(stopped.results.filter((each) => each.state !== "good" && !isSpeed(each)).map(shown), []);

  await using controller = await Controller.start({ ...world.settings, PORT: String(await freePort()) });
  await controller.healthy();
  const again = performance.now();
  const running = await examined({ ...world.settings, PORT: new URL(controller.url).port }, folder);
  t.diagnostic(`running: ${Math.round(performance.now() - again)} ms`);
  assert.deepEqual(blamed(running), []);
  const unlooked = running.results.filter(({ state }) => state === "unchecked").map(({ name }) => name);
  assert.equal(
    controller.lines.filter(({ event }) => event === "runs_as_root").length,
    process.getuid?.() === 0 ? 1 : 0,
  );
  assert.deepEqual(unlooked, ["asterisk-sessions"]);
  assert.match(running.results.find(({ name }) => name === "ari-application")?.detail ?? "", /The service on .* has/);
  assert.deepEqual(
    controller.lines.filter(({ event }) => /application_taken|asterisk_away/.test(event)),
    [],
  );
  await rm(folder, { recursive: true });
});
