import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { joined } from "../../src/audio/pcm.js";
import { createResampler } from "../../src/audio/resample.js";
import { samplesOfWav } from "../support/backends/wav.js";
import { type Controller, startWorld, type World } from "../support/index.js";
import { NOISES } from "../support/listening/noises.js";
import { findSpeechBed, type RealSpeech, type SpeechBed, startRealSpeech } from "./real-speech.js";
import { plainWords, wordErrors } from "./word-errors.js";

/** Calls over a real Asterisk, of people whose voices were recorded, with a real recogniser and a real voice. */
const bed = findSpeechBed();
const why = "speech models are not available from packages here: see above what scripts/lib/speech-bed said";
const LONG_REPLY = "This is a long story about a house by the sea. ".repeat(12);

describe("a call with real speech", { skip: bed ? false : why, timeout: 600_000 }, () => {
  let speech: RealSpeech;
  let world: World;
  let controller: Controller;

  before(async () => {
    speech = await startRealSpeech(bed as SpeechBed);
    world = await startWorld();
    world.model.when(/password|agent/i).thenSay(LONG_REPLY);
    controller = await world.startController({ ...speech.settings, STT_MODE: "realtime", FILLER_AFTER_MS: "0" });
  });
  after(async () => {
    for (const part of [world, speech]) await part?.[Symbol.asyncDispose]();
  });

  async function person(name: string): Promise<{ readonly samples: Int16Array; readonly words: string }> {
    const found = (bed as SpeechBed).recordings("en").find((each) => each.name === name);
    assert.ok(found, name);
    const upsampling = createResampler(8_000, 16_000);
    const samples = joined([upsampling.push(samplesOfWav(await readFile(found.path), 8_000)), upsampling.flush()]);
    return { samples, words: found.words ?? "" };
  }

  it("understands a person, whose interruption silences the reply, and not for a door", async () => {
    const asks = await person("agent-pass");
    const interrupts = await person("cannot-complete-as-dialed");
    await using caller = await world.telephone.dial("8000");
    const greeted = await caller.hearsSilence({ forMs: 1_000 });
    const from = controller.lines.length;
    const question = await caller.say(asks.samples);
    const { data } = await controller.logged("stt_result", () => true, { from });
    const understood = plainWords(String(data?.text));
    assert.ok(wordErrors(plainWords(asks.words), understood) <= 3, String(data?.text));

    const replied = await caller.hears({ after: Math.max(greeted, question.to), minMs: 500 });
    const door = await caller.say(NOISES.door(1));
    await caller.hears({ after: Math.max(replied, door.to) + 2 * 16_000, minMs: 500 });
    assert.ok(!controller.lines.some(({ event }) => event === "barge_in"), "a door is nobody");
    await caller.say(interrupts.samples);
    await controller.logged("barge_in");
  });
});
