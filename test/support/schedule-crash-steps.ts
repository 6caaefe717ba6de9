import { AriClient } from "./bed/ari-client.js";
import { TEST_LINES } from "./bed/pbx.js";
import type { Controller } from "./controller.js";
import type { RestClient } from "./rest-client.js";
import type { World } from "./world.js";

/** A schedule that has been made and is due in a moment. */
export interface Made {
  readonly scheduleId: string;
  /** Resolves when it is due. */
  isDue(): Promise<void>;
}

/** Where the steps are played. */
export interface ScheduleStage {
  readonly world: World;
  readonly controller: Controller;
  readonly rest: RestClient;
  /** Has a schedule made that is due in so many ms. */
  schedule(inMs: number, call: Readonly<Record<string, unknown>>): Promise<Made>;
  /** Kills the controller, -9. Resolves when it is gone. */
  kill(): Promise<unknown>;
}

/** A point in the way of a scheduled call: there the controller is killed. */
export interface ScheduleStep {
  readonly name: string;
  /** What may have become of the occurrence in the end. */
  readonly outcomes: readonly string[];
  /** @returns the schedule's id */
  crash(stage: ScheduleStage): Promise<string>;
}

const LONG = "This is the first sentence of it. This is the second sentence of it. And here is the last one.";
const SHORT = "Good morning.";
const QUICK = { extension: TEST_LINES.silent, message: SHORT };
/** From the request to its time, ms: enough to be taken in and, where it is to be killed before, to be started again. */
const SOON_MS = 3_000;
const LATER_MS = 6_000;

export const SCHEDULE_CRASH_STEPS: readonly ScheduleStep[] = [
  {
    name: "created",
    outcomes: ["completed"],
    async crash({ schedule, kill }) {
      const { scheduleId } = await schedule(LATER_MS, QUICK);
      await kill();
      return scheduleId;
    },
  },
  {
    name: "due",
    outcomes: ["completed", "failed"],
    async crash({ schedule, kill }) {
      const { scheduleId, isDue } = await schedule(SOON_MS, QUICK);
      await isDue();
      await kill();
      return scheduleId;
    },
  },
  {
    name: "claimed",
    outcomes: ["completed"],
    async crash({ schedule, kill, world }) {
      const { speech } = world.speech;
      speech.delayMs = 60_000;
      try {
        const { scheduleId } = await schedule(SOON_MS, QUICK);
        while (world.speech.open === 0) await new Promise((resolve) => setImmediate(resolve));
        await kill();
        return scheduleId;
      } finally {
        speech.mend();
      }
    },
  },
  {
    name: "dialling",
    outcomes: ["failed"],
    async crash({ schedule, kill, world }) {
      // A line that neither rings nor answers.
      const deaf = await AriClient.connect(world.bed.pbx.ari, "lines");
      try {
        const come = new Promise<void>((resolve) => deaf.onIncoming(() => resolve()));
        const { scheduleId } = await schedule(SOON_MS, { extension: TEST_LINES.person, message: SHORT });
        await come;
        await kill();
        return scheduleId;
      } finally {
        await deaf[Symbol.asyncDispose]();
      }
    },
  },
  {
    name: "ringing",
    outcomes: ["failed"],
    async crash({ schedule, kill, controller, rest }) {
      const from = controller.lines.length;
      const { scheduleId } = await schedule(SOON_MS, { extension: TEST_LINES.neverAnswers, message: SHORT });
      const { data } = await controller.logged("call_start", () => true, { from });
      await rest.callUntil(String(data?.call_id), ({ status }) => status === "ringing");
      await kill();
      return scheduleId;
    },
  },
  {
    name: "speaking",
    outcomes: ["completed"],
    async crash({ schedule, kill, world }) {
      const callee = world.telephone.answerCallsTo(TEST_LINES.anotherPerson);
      const { scheduleId } = await schedule(SOON_MS, { extension: TEST_LINES.anotherPerson, message: LONG });
      for await (const call of callee) {
        await call.hears({ minMs: 500 });
        await kill();
        break;
      }
      return scheduleId;
    },
  },
  {
    name: "concluding",
    // What was stored last before the kill, that it is over or that it goes on, is a matter of a millisecond.
    outcomes: ["completed", "failed"],
    async crash({ schedule, kill, controller }) {
      const from = controller.lines.length;
      const { scheduleId } = await schedule(SOON_MS, QUICK);
      await controller.logged("call_end", () => true, { from });
      await kill();
      return scheduleId;
    },
  },
];
