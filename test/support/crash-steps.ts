import assert from "node:assert/strict";
import { AriClient } from "./bed/ari-client.js";
import { TEST_LINES } from "./bed/pbx.js";
import type { Controller } from "./controller.js";
import type { Receiver } from "./receiver/receiver.js";
import { ledger } from "./receiver/webhook-ledger.js";
import type { RestClient } from "./rest-client.js";
import type { World } from "./world.js";

/** A call that was going on when the controller was killed, and what must be told of it afterwards. */
export interface Caught {
  readonly callId: string;
  /** What it was asked for with. */
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** How often its callee's line was dialled, in all. */
  readonly rings: 0 | 1;
  readonly statuses: readonly string[];
  /** What its error says; null for a call that has none. Both, where it depends on the instant. */
  readonly errors: readonly (RegExp | null)[];
  /** What a record that says `completed` says of the message. */
  readonly messagePlayed?: boolean;
  /** How long it may go on with the next controller, ms; not at all unless given. */
  readonly goesOnMs?: number;
}

interface Placed extends Pick<Caught, "callId" | "key" | "body"> {
  readonly position: unknown;
}

/** Where the steps are played. */
export interface Stage {
  readonly world: World;
  readonly controller: Controller;
  readonly rest: RestClient;
  readonly receiver: Receiver;
  /** Asks for a call, with a key of its own and a webhook. Its position is the one in the queue, null where a line is free. */
  place(call: Readonly<Record<string, unknown>>): Promise<Placed>;
  /** Kills the controller, -9. Resolves when it is gone. */
  kill(): Promise<unknown>;
}

/** A point in the way of a call that is placed. */
export interface Step {
  readonly name: string;
  /** Has a call get there, and the controller killed there. */
  crash(stage: Stage): Promise<readonly Caught[]>;
}

const LONG = "This is the first sentence of it. This is the second sentence of it. And here is the last one.";
const SHORT = "Good morning.";
const CHOICE = { prompt: "Do you want it?", options: [{ value: "yes" }, { value: "no" }], timeout_seconds: 3 };
const STOPPED = (when: string) => new RegExp(`^The service stopped unexpectedly ${when}\\.$`);
/** Its callee waits for the next controller, who goes on with it. */
const GOES_ON = { rings: 1, statuses: ["completed"], errors: [null], messagePlayed: true, goesOnMs: 30_000 } as const;

export const CRASH_STEPS: readonly Step[] = [
  {
    name: "queued",
    async crash(stage) {
      const going = await stage.place({ extension: TEST_LINES.silent, message: LONG });
      await stage.rest.callUntil(going.callId, ({ status }) => status === "in_progress");
      const { position, ...waiting } = await stage.place({ extension: TEST_LINES.hangsUp, message: SHORT });
      assert.equal(position, 1);
      await stage.kill();
      return [
        { ...going, ...GOES_ON },
        { ...waiting, rings: 0, statuses: ["failed"], errors: [STOPPED("before it was dialled")] },
      ];
    },
  },
  {
    name: "synthesising",
    async crash(stage) {
      const { speech } = stage.world.speech;
      speech.delayMs = 60_000;
      try {
        const placed = await stage.place({ extension: TEST_LINES.hangsUp, message: SHORT });
        while (stage.world.speech.open === 0) await new Promise((resolve) => setImmediate(resolve));
        await stage.kill();
        return [{ ...placed, rings: 0, statuses: ["failed"], errors: [STOPPED("before it was dialled")] }];
      } finally {
        speech.mend();
      }
    },
  },
  {
    name: "dialling",
    async crash(stage) {
      // A line that neither rings nor answers.
      const deaf = await AriClient.connect(stage.world.bed.pbx.ari, "lines");
      try {
        const come = new Promise<void>((resolve) => deaf.onIncoming(() => resolve()));
        const placed = await stage.place({ extension: TEST_LINES.person, message: SHORT });
        await come;
        assert.equal((await stage.rest.call(placed.callId)).status, "queued");
        await stage.kill();
        return [{ ...placed, rings: 1, statuses: ["failed"], errors: [STOPPED("while it was being dialled")] }];
      } finally {
        await deaf[Symbol.asyncDispose]();
      }
    },
  },
  {
    name: "ringing",
    async crash(stage) {
      const placed = await stage.place({ extension: TEST_LINES.neverAnswers, message: SHORT });
      await stage.rest.callUntil(placed.callId, ({ status }) => status === "ringing");
      await stage.kill();
      // Shown first, and then stored.
      const errors = [STOPPED("while it rang"), STOPPED("while it was being dialled")];
      return [{ ...placed, rings: 1, statuses: ["failed"], errors }];
    },
  },
  {
    name: "speaking",
    async crash(stage) {
      const callee = stage.world.telephone.answerCallsTo(TEST_LINES.anotherPerson);
      const placed = await stage.place({ extension: TEST_LINES.anotherPerson, message: LONG });
      for await (const call of callee) {
        await call.hears({ minMs: 500 });
        await stage.kill();
        break;
      }
      return [{ ...placed, ...GOES_ON }];
    },
  },
  {
    name: "asking",
    async crash(stage) {
      const callee = stage.world.telephone.answerCallsTo(TEST_LINES.anotherPerson);
      const placed = await stage.place({ extension: TEST_LINES.anotherPerson, message: SHORT, choice: CHOICE });
      for await (const call of callee) {
        await call.hearsSilence({ forMs: 1_500 });
        await stage.kill();
        break;
      }
      return [{ ...placed, ...GOES_ON }];
    },
  },
  {
    name: "concluding: just over",
    async crash(stage) {
      const from = stage.controller.lines.length;
      const placed = await stage.place({ extension: TEST_LINES.silent, message: SHORT });
      await stage.controller.logged("call_end", () => true, { from });
      await stage.kill();
      // What was stored last before the kill, that it is over, that the message was played or that it goes on, is a matter of a millisecond.
      return [
        {
          ...placed,
          rings: 1,
          statuses: ["completed", "failed"],
          errors: [null, STOPPED("during the call")],
          messagePlayed: true,
        },
      ];
    },
  },
  {
    name: "concluding: webhook on its way",
    async crash(stage) {
      const { receiver } = stage;
      receiver.otherwise = ({ path }) => (path.endsWith("?hang") ? { way: "hang" } : {});
      try {
        const call = { extension: TEST_LINES.silent, message: SHORT, callback_url: `${receiver.url}?hang` };
        const placed = await stage.place(call);
        while (!ledger(receiver.received).has(placed.callId)) await receiver.has(receiver.received.length + 1, 15_000);
        await stage.kill();
        return [{ ...placed, rings: 1, statuses: ["completed"], errors: [null], messagePlayed: true }];
      } finally {
        receiver.otherwise = {};
      }
    },
  },
];
