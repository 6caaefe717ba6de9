import assert from "node:assert/strict";
import { type Server, type Socket, connect, createServer } from "node:net";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { FRAME_BYTES, bytesOf, msOf, samplesIn, samplesOf } from "../../../src/audio/pcm.js";
import { type HeardAt, hearCaller } from "../../../src/turn-taking/hear-caller.js";
import { Scope } from "../../../src/kernel/scope.js";
import { says } from "../../support/backends/says.js";
import { FakeLine } from "../../support/fakes/fake-line.js";
import { silence } from "../../support/fakes/talk.js";

const QUICK = { endpointSilenceMs: 300 };

async function listening(options = QUICK) {
  const scope = new Scope("call");
  const line = new FakeLine(scope);
  const heard: HeardAt[] = [];
  const hearing = await hearCaller(line, options, scope, (each) => each.kind === "lull" || heard.push(each));
  const comes = async (kind: HeardAt["kind"]) => {
    for (const begun = performance.now(); !heard.some((each) => each.kind === kind); await setTimeout(10)) {
      assert.ok(performance.now() - begun < 3_000, `${kind} was heard`);
    }
  };
  return { scope, line, heard, comes, hearing };
}

test("an utterance comes with the moment it was known at, and how long the caller had been silent by then", async () => {
  const { scope, line, heard } = await listening();
  const before = performance.now();
  line.says(silence(500));
  line.says(await says("What time is it?"));
  line.says(silence(500));
  assert.deepEqual(
    heard.map(({ kind }) => kind),
    ["voice", "utterance"],
  );
  const [voice, utterance] = heard;
  assert.ok(voice && utterance && voice.at >= before && utterance.at >= voice.at);
  assert.equal(utterance.silentMs, QUICK.endpointSilenceMs);
  scope.end();
});

test("a caller who goes on has paused for so long, and may be waited for longer", async () => {
  const { scope, line, heard, hearing } = await listening({ endpointSilenceMs: 700 });
  line.says(silence(500));
  line.says((await says("What time is it?")).subarray(0, samplesIn(1_000)));
  line.says(silence(400));
  hearing.speech.endAfter(1_200);
  line.says(silence(500));
  line.says(await says("What time is it?"));
  const [, resumed] = heard;
  assert.deepEqual(
    heard.map(({ kind }) => kind),
    ["voice", "resumed"],
  );
  assert.ok(resumed && resumed.silentMs > 900 && resumed.silentMs < 1_200, `${resumed?.silentMs} ms`);
  scope.end();
});

test("when the far side sends nothing in silence, the utterance ends all the same", async () => {
  const { scope, line, comes, heard } = await listening({ endpointSilenceMs: 700 });
  line.says(silence(500));
  line.says(await says("What time is it?"));
  const silentFrom = performance.now();
  await comes("utterance");
  assert.equal(heard.length, 2);
  const waited = (heard.at(-1)?.at ?? 0) - silentFrom;
  assert.ok(waited >= 660, `no sooner than the silence lasted: ${waited} ms`);
  scope.end();
});

test("after the call has ended no listener is left, and nothing is reported", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  const { scope, line, heard } = await listening();
  assert.equal(line.listeners, 1);
  line.says(silence(500));
  line.says(await says("What time is it?"));
  scope.end();
  assert.equal(line.listeners, 0);
  assert.equal(timers(), before);
  assert.equal(heard.length, 1);
});

test("a call that ends while listening is being set up leaves no listener", async () => {
  const scope = new Scope("call");
  const line = new FakeLine(scope);
  const settingUp = hearCaller(line, QUICK, scope, () => assert.fail("nothing is told"));
  scope.end();
  await settingUp;
  assert.equal(line.listeners, 0);
});

/** Frames that come through a socket, as Asterisk's do: while the process stands still they wait there. */
async function throughSocket(line: FakeLine): Promise<{ far: Socket; server: Server; near: Socket }> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address && typeof address === "object");
  const far = connect(address.port, "127.0.0.1");
  const [near] = (await once(server, "connection")) as [Socket];
  let rest = Buffer.alloc(0);
  near.on("data", (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const whole = rest.length - (rest.length % FRAME_BYTES);
    line.says(samplesOf(new Uint8Array(rest.subarray(0, whole))));
    rest = rest.subarray(whole);
  });
  return { far, server, near };
}

test("a process that stood still does not take the frames that wait for silence", async (t) => {
  const { scope, line, heard, comes } = await listening();
  const { far, near, server } = await throughSocket(line);
  t.after(() => {
    scope.end();
    far.destroy();
    near.destroy();
    server.close();
  });
  const sound = await says("Set a timer for ten minutes now.");
  const half = samplesIn(600);
  far.write(bytesOf(silence(500)));
  far.write(bytesOf(sound.subarray(0, half)));
  await comes("voice");
  far.write(bytesOf(sound.subarray(half)));
  far.write(bytesOf(silence(500)));
  // Longer than the silence that ends an utterance, at a moment when a look at what is overdue is due as well.
  for (const begun = performance.now(); performance.now() - begun < 450;);
  while (near.bytesRead < far.bytesWritten) await setTimeout(10);
  await comes("utterance");
  assert.deepEqual(
    heard.map(({ kind }) => kind),
    ["voice", "utterance"],
  );
  const utterance = heard.at(-1);
  assert.ok(
    utterance?.kind === "utterance" && utterance.endedAt - utterance.startedAt > msOf(sound) - 200,
    "all of it, in one piece",
  );
});
