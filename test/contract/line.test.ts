import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Ending } from "../../src/kernel/ending.js";
import { Scope } from "../../src/kernel/scope.js";
import { attachToAsterisk } from "../../src/telephony/asterisk/asterisk.js";
import { createBrowserCalls } from "../../src/telephony/browser/browser-calls.js";
import type { IncomingCall } from "../../src/telephony/incoming-call.js";
import type { Line } from "../../src/telephony/line.js";
import { FakeAsterisk } from "../support/fakes/fake-asterisk.js";
import { FakeLine } from "../support/fakes/fake-line.js";
import type { FakeMedia } from "../support/fakes/fake-media.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { concat } from "../support/listening/sounds.js";
import { Page } from "../support/page.js";
import { lineContract, type LineWithFarSide } from "./line.contract.js";

const FRAME_MS = 20;

lineContract("the tests", async () => {
  const scope = new Scope("call");
  const line = new FakeLine(scope);
  return {
    line,
    says: (sound) => line.says(sound),
    presses: (key) => line.presses(key),
    leaves: () => line.leaves(),
    plays: (ms) => line.plays(ms),
    isPaused: () => line.isPaused,
    heard: () => concat(...line.heard),
    queuedMs: () => line.queuedMs,
    [Symbol.asyncDispose]: () => scope[Symbol.asyncDispose](),
  };
});

lineContract("a caller of Asterisk", () =>
  overAsterisk(async ({ fake, nextCall }) => {
    fake.calls("1700000000.1");
    return ["1700000000.1", await (await nextCall).answer()];
  }),
);

lineContract("somebody called by Asterisk", () =>
  overAsterisk(async ({ fake, dial }) => {
    const placed = new Promise<string>((resolve) => (fake.onOriginate = resolve));
    const dialled = dial();
    const id = await placed;
    fake.answers(id);
    return [id, await dialled];
  }),
);

lineContract("a page in a browser", async () => {
  const scope = new Scope("process");
  const calls: IncomingCall[] = [];
  const browserCalls = createBrowserCalls({ onCall: (call) => calls.push(call), scope });
  const server = createServer().listen(0, "127.0.0.1");
  server.on("upgrade", (request, socket, head) => browserCalls.accept(request, socket, head, undefined));
  await once(server, "listening");
  const page = await Page.open({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const line = await (calls[0] as IncomingCall).answer();
  return {
    line,
    says: (sound) => page.hears(sound),
    presses: (key) => page.presses(key),
    leaves: () => page.leaves(),
    plays: (ms) => page.plays(ms),
    isPaused: () => page.isPaused,
    heard: () => concat(...page.played),
    queuedMs: () => page.queuedMs,
    [Symbol.asyncDispose]: async () => {
      await page[Symbol.asyncDispose]();
      await scope[Symbol.asyncDispose]();
      server.close();
    },
  };
});

interface Ways {
  readonly fake: FakeAsterisk;
  readonly nextCall: Promise<IncomingCall>;
  dial(): Promise<Line>;
}

async function overAsterisk(reach: (ways: Ways) => Promise<[channelId: string, line: Line]>): Promise<LineWithFarSide> {
  const fake = await FakeAsterisk.start();
  const scope = new Scope("process");
  let onCall: (call: IncomingCall) => void = () => {};
  const nextCall = new Promise<IncomingCall>((resolve) => (onCall = resolve));
  const dialler = await new Promise<ReturnType<typeof attachToAsterisk>>((resolve) => {
    const attached = attachToAsterisk({
      ari: fake.credentials,
      app: "attendant",
      ami: undefined,
      log: quietLog,
      scope,
      connection: scope,
      reportAsterisk: (ok) => ok && setImmediate(() => resolve(attached)),
      reportRegistration: () => {},
      reportSip: () => {},
    });
    attached.open((call) => onCall(call));
  });
  const dial = async () => {
    const channelId = dialler.newChannelId();
    const request = { number: "100", channelId, ringTimeoutMs: 5_000, scope: scope.child("call"), onRinging: () => {} };
    const dialled = await dialler.dial(request);
    if (dialled.kind !== "answered") throw new Error(dialled.detail);
    return dialled.line;
  };
  const [channelId, line] = await reach({ fake, nextCall, dial });
  const media = fake.media[0] as FakeMedia;
  return {
    line,
    says: (sound) => {
      for (let at = 0; at + 320 <= sound.length; at += 320) {
        media.socket.send(new Uint8Array(sound.slice(at, at + 320).buffer));
      }
    },
    presses: (digit) => fake.happens("ChannelDtmfReceived", channelId, { digit }),
    leaves: () => fake.ends(channelId),
    plays: (ms) => media.plays(ms === undefined ? undefined : ms / FRAME_MS),
    isPaused: () => media.isPaused,
    heard: () => concat(...media.played),
    queuedMs: () => media.queuedFrames * FRAME_MS,
    [Symbol.asyncDispose]: async () => {
      scope.end(new Ending("finished"));
      await scope.closed;
      await fake[Symbol.asyncDispose]();
    },
  };
}
