import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { samplesIn } from "../../src/audio/pcm.js";
import {
  FULL,
  keyByInfo,
  says,
  Softphone,
  SOFTPHONE_EXTENSIONS,
  startWorld,
  type TelephoneCall,
  TEST_LINES,
  whereSaid,
  type World,
} from "../support/index.js";

const GREETED = "How can I help you?";
const QUESTION = "what time is it";
const ANSWER = "It is half past nine in the evening.";
const OPERATOR = "you have reached the front desk";
/** What is offered, the best first, and what is spoken then; Asterisk has no Opus. */
const OFFERS = [
  { codecs: ["G722/16000/1"], spoken: /^G722 / },
  { codecs: ["PCMU/8000/1"], spoken: /^PCMU / },
  ...(FULL ? [{ codecs: ["PCMA/8000/1"], spoken: /^PCMA / }] : []), // Narrow like PCMU.
  { codecs: ["opus/48000/2", "G722/16000/1", "PCMU/8000/1"], spoken: /^G722 / },
];

describe("a SIP client of others at an extension of the PBX", { concurrency: true, timeout: 120_000 }, () => {
  let world: World;
  let extension: { sipPort: number; extension: string; password: string };

  before(async () => {
    world = await startWorld();
    const { sipPort, passwords } = world.bed.pbx;
    const [name] = SOFTPHONE_EXTENSIONS;
    extension = { sipPort, extension: name, password: passwords.get(name) ?? "" };
    await world.startController({ OPERATOR_EXTENSION: TEST_LINES.person });
    world.model.when(/time/).thenSay(ANSWER);
    // By the sound: the tests' recogniser knows no voice at 8 kHz.
    world.speech.hearAs(async (samples) => ((await whereSaid(samples, QUESTION)) ? QUESTION : "something else"));
    void putThrough();
  });
  after(() => world[Symbol.asyncDispose]());

  for (const { codecs, spoken } of OFFERS) {
    it(`is heard, answered and put through by a key when it offers ${codecs.join(", ")}`, async () => {
      await using softphone = await Softphone.start({ ...extension, codecs });
      await softphone.dial("8000");
      await softphone.hears(GREETED, "rms");
      assert.match(softphone.codec ?? "", spoken);
      await softphone.say(await says(QUESTION));
      await softphone.hears(ANSWER, "rms");
      softphone.press("0");
      await softphone.hears(OPERATOR, "slt");
    });
  }

  it("is put through by a key that comes by SIP INFO", () => keyByInfo({ ...extension, number: "8000" }));

  async function putThrough(): Promise<void> {
    // A client that has heard enough is gone before the operator has hung up.
    for await (const call of world.telephone.answerCallsTo(TEST_LINES.person)) operate(call).catch(() => {});
  }

  /** Says the same to everybody, more than once for this process may stall over listening, and hangs up when the last is there. */
  async function operate(call: TelephoneCall): Promise<void> {
    const sentence = await says(OPERATOR);
    const spoken = new Int16Array(sentence.length + samplesIn(500));
    spoken.set(sentence);
    for (let time = 0; time < 3; time++) await call.say(spoken);
    await call.hangUp();
  }
});
