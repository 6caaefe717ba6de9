import { type Manners, THEIR_TURN_MS } from "./bed/callees.js";
import { TEST_LINES } from "./bed/pbx.js";
import type { TelephoneCall } from "./bed/telephone-call.js";
import type { Controller } from "./controller.js";
import type { Receiver } from "./receiver/receiver.js";
import type { RestClient, ShownCall } from "./rest-client.js";

/** The five numbers of a chain: the first is busy, the second hangs up when asked, and the others acknowledge when asked. */
export const CHAIN_NUMBERS = [TEST_LINES.busy, "1007", "1008", "1010", "1017"] as const;
const [, SECOND, THIRD] = CHAIN_NUMBERS;

/** Where the steps are played. */
export interface ChainStage {
  readonly controller: Controller;
  readonly rest: RestClient;
  readonly receiver: Receiver;
  /** Has a number answered by someone with these manners, in place of their usual ones. */
  plays(number: string, manners: Manners): void;
  /** Begins the chain, with other numbers in the places of some. @returns its id */
  begin(others?: Readonly<Record<number, string>>): Promise<string>;
  /** Kills the controller, -9. Resolves when it is gone. */
  kill(): Promise<unknown>;
}

/** A point in the way of a chain: there the controller is killed. */
export interface ChainStep {
  readonly name: string;
  /** How its calls may have ended, in their order. */
  readonly outcomes: readonly (readonly string[])[];
  /** Has a chain get there, and the controller killed there. */
  crash(stage: ChainStage): Promise<Crashed>;
}

interface Crashed {
  readonly chainId: string;
  /** What someone who is still on the line does once the next controller is there. */
  goesOn?(next: Controller): Promise<unknown>;
}

/** In this time a chain gets to its third call on a busy machine, in ms; nothing is judged by it. */
const THERE_MS = 60_000;
const REACHED = ["busy", "declined", "reached"];
/** The third telephone was ringing, or may have been, when the controller died. */
const FAILED = ["busy", "declined", "failed", "reached"];

/** Each time they are asked: an answer that is not stored yet dies with its controller, and the next one asks again. */
export const acknowledges: Manners = async (call) => {
  for (let after = 0; ;) {
    after = await call.hearsSilence({ forMs: THEIR_TURN_MS, after });
    await call.press("1");
    after = await call.hears({ after });
  }
};

/** A number that is answered by someone who waits for what the test has them do. */
function answered({ plays }: ChainStage, number: string): Promise<TelephoneCall> {
  return new Promise((resolve) => plays(number, async (call) => resolve(call)));
}

/** Resolves when the controller has logged an event of a chain's call. */
function logged({ controller }: ChainStage, event: string, callId: string): Promise<unknown> {
  return controller.logged(event, ({ data }) => data?.call_id === callId, { ms: THERE_MS });
}

/** Resolves when the record of a chain's call passes `test`. */
async function shown(stage: ChainStage, callId: string, test: (call: ShownCall) => boolean): Promise<void> {
  await logged(stage, "call_start", callId);
  await stage.rest.callUntil(callId, test, THERE_MS);
}

const isRinging = ({ status }: ShownCall) => status === "ringing";

/** Someone whose controller has died acts once the next one speaks to them. */
const whenSpokenTo = (call: TelephoneCall, act: Manners) => async (next: Controller) => {
  const from = call.length;
  await next.logged("call_resumed");
  await call.hearsSilence({ forMs: THEIR_TURN_MS, after: from });
  await act(call);
};

export const CHAIN_CRASH_STEPS: readonly ChainStep[] = [
  {
    name: "while the first rings",
    outcomes: [["failed", "declined", "reached"]],
    async crash(stage) {
      const chainId = await stage.begin({ 0: TEST_LINES.neverAnswers });
      await shown(stage, `${chainId}-1`, isRinging);
      await stage.kill();
      return { chainId };
    },
  },
  {
    name: "while the second is spoken to",
    outcomes: [REACHED],
    async crash(stage) {
      const second = answered(stage, SECOND);
      const chainId = await stage.begin();
      const call = await second;
      await call.hears({ minMs: 500 });
      await stage.kill();
      return { chainId, goesOn: whenSpokenTo(call, () => call.hangUp()) };
    },
  },
  {
    name: "when the second has hung up",
    // What was stored last before the kill, that it is over or that it goes on, is a matter of a millisecond.
    outcomes: [REACHED, ["busy", "failed", "reached"]],
    async crash(stage) {
      const chainId = await stage.begin();
      await logged(stage, "call_end", `${chainId}-2`);
      await stage.kill();
      return { chainId };
    },
  },
  {
    name: "between the second and the third",
    outcomes: [REACHED, FAILED],
    async crash(stage) {
      const chainId = await stage.begin();
      await logged(stage, "schedule_over", `${chainId}-2`);
      await stage.kill();
      return { chainId };
    },
  },
  {
    name: "while the third rings",
    outcomes: [FAILED],
    async crash(stage) {
      const chainId = await stage.begin({ 2: TEST_LINES.neverAnswers });
      await shown(stage, `${chainId}-3`, isRinging);
      await stage.kill();
      return { chainId };
    },
  },
  {
    name: "when the third has answered",
    // Whether Asterisk had reported the answer to the controller is another.
    outcomes: [REACHED, FAILED],
    async crash(stage) {
      const third = answered(stage, THIRD);
      const chainId = await stage.begin();
      const call = await third;
      await stage.kill();
      const goesOn = whenSpokenTo(call, () => call.press("1"));
      return { chainId, goesOn: (next) => Promise.race([goesOn(next), call.ended]) };
    },
  },
  {
    name: "while the third is asked",
    outcomes: [REACHED],
    async crash(stage) {
      const third = answered(stage, THIRD);
      const chainId = await stage.begin();
      const call = await third;
      await call.hearsSilence({ forMs: THEIR_TURN_MS });
      await stage.kill();
      return { chainId, goesOn: whenSpokenTo(call, () => call.press("1")) };
    },
  },
  {
    name: "when the third has acknowledged",
    outcomes: [REACHED],
    async crash(stage) {
      const chainId = await stage.begin();
      await shown(stage, `${chainId}-3`, ({ choice_status }) => choice_status === "matched");
      await stage.kill();
      return { chainId };
    },
  },
  {
    name: "before the result is sent",
    outcomes: [REACHED],
    async crash(stage) {
      const chainId = await stage.begin();
      await logged(stage, "call_end", `${chainId}-3`);
      await stage.kill();
      return { chainId };
    },
  },
  {
    name: "while the result is sent",
    outcomes: [REACHED],
    async crash({ begin, receiver, kill }) {
      const before = receiver.received.length;
      receiver.plan({ way: "hang" });
      const chainId = await begin();
      await receiver.has(before + 1, THERE_MS);
      await kill();
      return { chainId };
    },
  },
];
