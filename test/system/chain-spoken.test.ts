import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  CALLEES,
  type Controller,
  FULL,
  type Manners,
  Receiver,
  RestClient,
  says,
  serve,
  startWorld,
  type TelephoneCall,
  THEIR_TURN_MS,
  type World,
} from "../support/index.js";

const REPORTED_MS = 60_000;

const isAsked = (call: TelephoneCall, after = 0) => call.hearsSilence({ forMs: THEIR_TURN_MS, after });

const answersWith =
  (text: string): Manners =>
  async (call) => {
    const sound = await says(text);
    await isAsked(call);
    await call.say(sound);
  };

/** Says something that acknowledges nothing, is asked again, and hangs up. */
const answersInVain =
  (text: string): Manners =>
  async (call) => {
    const sound = await says(text);
    await isAsked(call);
    const { to } = await call.say(sound);
    await isAsked(call, to);
    await call.hangUp();
  };

/** Says nothing, is asked again, and hangs up. */
const isSilent: Manners = async (call) => {
  const asked = await isAsked(call);
  await isAsked(call, await call.hears({ after: asked }));
  await call.hangUp();
};

const pressesOne: Manners = async (call) => {
  await isAsked(call);
  await call.press("1");
};

/** Whom a chain calls first, and who acknowledges after that, each at one of these numbers. */
const ALL = [
  {
    ...{ first: "what", numbers: ["1010", "1011"], manners: answersInVain("what") },
    ...{ outcome: "declined", by: "words", then: answersWith("got it") },
  },
  {
    ...{ first: "i am not sure", numbers: ["1007", "1008"], manners: answersInVain("i am not sure") },
    ...{ outcome: "declined", by: "words", then: answersWith("yes i have it") },
  },
  {
    ...{ first: "silence", numbers: ["1017", "1018"], manners: isSilent },
    ...{ outcome: "declined", by: "words", then: answersWith("okay") },
  },
  {
    ...{ first: "a mailbox", numbers: ["1000", "1001"], manners: CALLEES.mailbox.manners },
    ...{ outcome: "machine", by: "key", then: pressesOne },
  },
];
/** The usual form has only one chain that begins with vain words. */
const CHAINS = FULL ? ALL : ALL.slice(1);

let world: World;
let controller: Controller;
let receiver: Receiver;

before(async () => {
  world = await startWorld();
  world.speech.expect(["what", "got it", "i am not sure", "yes i have it", "okay"]);
  receiver = await Receiver.start();
  controller = await world.startController();
});
after(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

/** The body of a chain's only webhook. */
async function resultOf(chainId: string): Promise<Record<string, unknown>> {
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const ofChain = () => bodies().filter(({ chain_id }) => chain_id === chainId);
  for (const late = AbortSignal.timeout(REPORTED_MS); ofChain().length === 0;) {
    late.throwIfAborted();
    await receiver.has(receiver.received.length + 1, REPORTED_MS);
  }
  const [result, another] = ofChain();
  assert.ok(result && !another);
  return result;
}

describe("a chain that is to be acknowledged", { concurrency: true }, () => {
  for (const { first, numbers: extensions, manners, outcome, then, by } of CHAINS) {
    test(`goes on after ${first}, and ends with an acknowledgement by ${by}`, async () => {
      void serve(world.telephone, extensions[0] ?? "", manners);
      void serve(world.telephone, extensions[1] ?? "", then);
      const rest = new RestClient(() => controller.url);
      const { status, body } = await rest.placeCall({
        extensions,
        message: "The pump has stopped.",
        until: "acknowledged",
        on_machine: "hang_up",
        callback_url: receiver.url,
      });
      assert.equal(status, 200, JSON.stringify(body));
      const result = await resultOf(String(body.chain_id));
      const steps = result.steps as readonly { readonly extension: string; readonly outcome: string }[];
      assert.deepEqual(
        steps.map((step) => [step.extension, step.outcome]),
        [
          [extensions[0], outcome],
          [extensions[1], "reached"],
        ],
        JSON.stringify(result),
      );
      assert.deepEqual(
        [result.chain_status, result.extension, result.choice_response, result.choice_matched_by],
        ["reached", extensions[1], "acknowledged", by],
      );
    });
  }
});
