import { samplesIn } from "../../src/audio/pcm.js";
import { createLatency } from "../../src/speech/latency.js";
import { recogniseInBatch } from "../../src/speech/recognise-in-batch.js";
import { passing } from "../support/fakes/requests.js";
import { PHRASES } from "../support/fakes/talk.js";
import { realVoice } from "../support/scenarios/real-voice.js";
import { startVirtualCall } from "../support/scenarios/virtual-call.js";
import type { WhisperAnswer } from "./whisper.js";

/** What came of something that a person said when it was their turn. */
export interface Answered {
  /** Whether the model was asked to answer it. */
  readonly isAnswered: boolean;
  /** What the recogniser wrote of it, as far as it was asked; and what the service took of that. */
  readonly written: readonly string[];
  readonly taken: readonly string[];
  readonly mostRequests: number;
}

const GREETED_MS = 3_000;
/** So long after the end of the sound an answer is waited for, in ms. */
const PATIENCE_MS = 12_000;

/**
 * Plays what a person says into a call, in virtual time, after the greeting.
 *
 * @param usualMs what the recogniser was found to take, in ms
 */
export async function hearPerson(
  sound: Int16Array,
  seed: number,
  usualMs: number,
  understand: (samples: Int16Array) => WhisperAnswer,
): Promise<Answered> {
  const latency = createLatency();
  latency.count(usualMs);
  let mostRequests = 0;
  const call = await startVirtualCall({
    seed,
    tts: realVoice(100, "slt"),
    recogniser: ({ stt }) => recogniseInBatch(stt, latency),
    phrases: { ...PHRASES, greetings: ["Good morning."] },
    onFrame() {
      mostRequests = Math.max(mostRequests, call.talk.stt.requests.filter(({ open }) => open).length);
      return [];
    },
  });
  const answers: WhisperAnswer[] = [];
  call.talk.stt.script = (samples) => {
    const answer = understand(samples);
    answers.push(answer);
    return [passing(answer.ms), answer.text];
  };
  call.talk.model.script = () => [passing(300), "That is a good question."];
  await call.clock.runs(GREETED_MS);
  call.track.add({ at: call.now, samples: sound });
  await call.clock.runs(sound.length / samplesIn(1));
  await call.clock.runsUntil(() => call.talk.model.requests.length > 0, PATIENCE_MS);
  const isAnswered = call.talk.model.requests.length > 0;
  await call.end();
  return {
    isAnswered,
    written: answers.map(({ written }) => written),
    taken: answers.map(({ text }) => text),
    mostRequests,
  };
}
