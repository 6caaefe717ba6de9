import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { withDeadline } from "../../src/kernel/deadline.js";
import { type Controller, FULL, says, startWorld, type TelephoneCall, type World } from "../support/index.js";

/** Everything of a call is gone within this, ms, however busy the machine: before a back end's own time-out, 10 s, would end a request. */
const GONE_MS = 8_000;

let world: World;
let controller: Controller;

before(async () => {
  world = await startWorld();
  controller = await world.startController();
  // The first call opens the connections to the back ends, which are kept: they are nothing of the calls that follow.
  await using first = await world.telephone.dial("8000");
  await ask(first);
  await controller.logged("tts_spoken");
});
after(() => world[Symbol.asyncDispose]());

interface Moment {
  readonly name: string;
  /** Another is like it, here or in test/flows/hang-up.test.ts. */
  readonly isLikeOthers?: true;
  /** Makes the world such that the moment lasts. */
  readonly arrange?: () => void;
  /** Brings the call to the moment. */
  reach(call: TelephoneCall, from: number): Promise<unknown>;
}

const ask = async (call: TelephoneCall, text = "what time is it") => {
  await call.hearsSilence({ forMs: 800 });
  await call.say(await says(text));
};
/** Waits until a request to a back end is under way. */
const asked = (path: "/transcriptions" | "/speech" | "/completions", count: number) => {
  const { requests } = path === "/completions" ? world.model : world.speech;
  return withDeadline(10_000, undefined, `a request for ${path}`, async (signal) => {
    while (requests.filter((request) => request.path.endsWith(path) && request.receivedAt).length < count) {
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
};

const MOMENTS: readonly Moment[] = [
  { name: "at the very answer", reach: async () => {} },
  { name: "during the greeting", reach: (call) => call.hears({ minMs: 200 }) },
  { name: "while the assistant listens", isLikeOthers: true, reach: (call) => call.hearsSilence({ forMs: 1000 }) },
  {
    name: "while they speak",
    reach: async (call) => {
      await call.hearsSilence({ forMs: 800 });
      void call.say(await says("tell me about the telephone")).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 600));
    },
  },
  {
    name: "during speech-to-text",
    arrange: () => world.speech.transcriptions.hang(1),
    reach: async (call) => {
      await ask(call);
      await asked("/transcriptions", 1);
    },
  },
  {
    name: "before the model's first word",
    arrange: () => world.model.completions.hang(1),
    reach: async (call) => {
      await ask(call);
      await asked("/completions", 1);
    },
  },
  {
    name: "while the model writes",
    isLikeOthers: true,
    arrange: () => world.model.completions.stallAfterTokens(3, 1),
    reach: async (call) => {
      await ask(call, "tell me about the telephone");
      await asked("/completions", 1);
    },
  },
  {
    name: "after a tool has run, during the second round",
    isLikeOthers: true,
    arrange: () => {
      world.model.completions.delayMs = 400;
    },
    reach: async (call, from) => {
      await ask(call);
      await controller.logged("tool_call", () => true, { from });
    },
  },
  {
    name: "during text-to-speech",
    isLikeOthers: true,
    arrange: () => world.speech.speech.hang(),
    reach: async (call) => {
      await ask(call);
      await asked("/speech", 1);
    },
  },
  {
    name: "half-way through a sentence's audio",
    arrange: () => world.speech.speech.stallAfterBytes(20_000),
    reach: async (call) => {
      await ask(call);
      await asked("/speech", 1);
    },
  },
  {
    name: "during the reply",
    isLikeOthers: true,
    reach: async (call) => {
      await ask(call, "tell me about the telephone");
      await call.hears({ after: call.length, minMs: 500 });
    },
  },
  {
    name: "during a barge-in",
    reach: async (call, from) => {
      await ask(call, "tell me about the telephone");
      await call.hears({ after: call.length, minMs: 500 });
      void call.say(await says("how much is seven times six")).catch(() => {});
      await controller.logged("barge_in", () => true, { from });
    },
  },
];

for (const { name, isLikeOthers, arrange, reach } of MOMENTS) {
  const skip = !FULL && isLikeOthers && "like others: TEST_FORM=full";
  test(`a caller who hangs up ${name} leaves nothing behind`, { skip }, async (t) => {
    const idle = await idleResources();
    world.model.forget();
    world.speech.forget();
    arrange?.();
    const from = controller.lines.length;
    try {
      await using call = await world.telephone.dial("8000");
      await reach(call, from);
      const hungUpAt = performance.now();
      await call.hangUp();
      const goneAfterMs = await gone(idle, hungUpAt);
      t.diagnostic(`gone after ${goneAfterMs.toFixed(0)} ms`);
    } finally {
      world.model.completions.mend();
      world.speech.speech.mend();
      world.speech.transcriptions.mend();
    }
    const unexpected = controller.lines.slice(from).filter(({ level }) => level === "ERROR");
    assert.deepEqual(unexpected, []);
  });
}

test("nothing came out of the controller but log lines", () => {
  assert.deepEqual(controller.noise, []);
});

/** Waits until no trace of the call is left; throws with what is left after that. */
async function gone(idle: Resources, since: number): Promise<number> {
  for (;;) {
    const left = { ...(await inAsterisk()), ...(await resources()), open: world.model.open + world.speech.open };
    const calls = (await controller.health()).active_calls;
    const isGone =
      calls === 0 &&
      left.open === 0 &&
      left.channels.length + left.bridges.length === 0 &&
      left.timers <= idle.timers &&
      left.sockets <= idle.sockets;
    const passed = performance.now() - since;
    if (isGone) return passed;
    assert.ok(
      passed < GONE_MS,
      `after ${passed.toFixed(0)} ms there is still: ${JSON.stringify({ calls, ...left, idle })}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function inAsterisk(): Promise<{ channels: unknown[]; bridges: unknown[] }> {
  const { url, user, password } = world.bed.assistantAsterisk.ari;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const list = async (what: string) =>
    (await (await fetch(`${url}/ari/${what}`, { headers: { authorization } })).json()) as unknown[];
  return { channels: await list("channels"), bridges: await list("bridges") };
}

interface Resources {
  readonly timers: number;
  readonly sockets: number;
}

/** The most that is there when there is no call, looked at as often as afterwards: the looking itself takes connections. */
async function idleResources(): Promise<Resources> {
  let most: Resources = { timers: 0, sockets: 0 };
  for (let look = 0; look < 10; look++) {
    await controller.health();
    const { timers, sockets } = await resources();
    most = { timers: Math.max(most.timers, timers), sockets: Math.max(most.sockets, sockets) };
  }
  return most;
}

/** What keeps the controller's event loop busy, by its own metrics. Sockets of the media kind are clients of ours. */
async function resources(): Promise<Resources> {
  const text = await (await fetch(`${controller.url}/metrics`)).text();
  const of = (type: string) =>
    Number(new RegExp(`nodejs_active_resources\\{type="${type}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  return { timers: of("Timeout"), sockets: of("TCPSocketWrap") };
}
