import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { msOf } from "../../src/audio/pcm.js";
import { atLevel } from "../support/listening/sounds.js";
import { samplesOfWav } from "../support/backends/wav.js";
import { runScenario } from "../support/scenarios/run-scenario.js";
import { type Inventor, type Scenario, USUAL } from "../support/scenarios/scenario.js";
import { at16kHz, noiseKinds } from "./noise-kinds.js";
import { hearPerson } from "./person.js";
import { findSpeechBed, RECORDED_LANGUAGES } from "./real-speech.js";
import { findWhisperBed, openWhisper, type WhisperModel } from "./whisper.js";

/** What conversations make of noises and of people, with what Whisper really answers about them. */
const bed = findWhisperBed();
const TRIALS = 5;
/** What a request takes on one quiet core, in ms. */
const USUAL_MS = { tiny: 500, base: 950 } as const;
/** Share of noises that may be answered, or cut a reply. */
const DISTURBED = 0.02;
/** The same where a recogniser takes a second or more. */
const DISTURBED_IF_SLOW = 0.05;
/** Share of people's utterances that may go unanswered. */
const LOST = 0.01;
const CALLER_DBFS = -26;
/** A recorded sentence that is played, in ms; of every so many one is. */
const SENTENCE_MS = { least: 500, most: 6_000 };
const EVERY = 8;
const NO_SPEECH = /monkeys|confbridge-(join|leave)|beep|tone|silence/;

/** The model, and how long each request takes; its own time unless given. */
const RECOGNISERS: readonly { readonly model: WhisperModel; readonly slowMs?: number }[] = [
  { model: "tiny" },
  { model: "base" },
  { model: "tiny", slowMs: 1_000 },
  { model: "tiny", slowMs: 1_500 },
  { model: "tiny", slowMs: 2_500 },
];
/** The tiny one is for English alone. */
const LANGUAGES: readonly (readonly [WhisperModel, (typeof RECORDED_LANGUAGES)[number]])[] = [
  ["tiny", "en"],
  ...RECORDED_LANGUAGES.map((language) => ["base", language] as const),
];

describe("with whisper", { skip: bed ? false : "scripts/lib/whisper-bed has none" }, () => {
  for (const { model, slowMs } of RECOGNISERS) {
    const which = slowMs === undefined ? `${model} at its own pace` : `${model} in ${slowMs / 1_000} s`;
    for (const during of ["silence", "reply"] as const) {
      test(`noises ${during === "reply" ? "over a reply do not cut it" : "are not answered"}, ${which}`, async (t) => {
        using whisper = openWhisper(bed ?? "", model);
        const invents: Inventor = (samples) => {
          const { text, ms } = whisper.transcribe(samples);
          return { text, ms: slowMs ?? ms };
        };
        const wrong: string[] = [];
        let count = 0;
        for (const [kind, noise] of Object.entries(noiseKinds(join(bed ?? "", "music")))) {
          const scenario: Scenario = {
            ...{ cell: kind, during, cue: { noise } },
            expected: during === "reply" ? "goes on" : "keeps silent",
            backends: { ...USUAL, stt: slowMs ?? USUAL_MS[model], recogniser: { singleFile: "computes", invents } },
          };
          for (let trial = 0; trial < TRIALS; trial++) {
            const { isRight, mostRequests } = await runScenario(scenario, trial);
            assert.ok(mostRequests <= 1, `${mostRequests} requests at a time for ${kind}`);
            if (!isRight) wrong.push(`${kind} ${trial}`);
            count++;
          }
        }
        t.diagnostic(`${wrong.length} of ${count}: ${wrong.join(", ")}`);
        assert.ok(wrong.length <= count * (slowMs === undefined ? DISTURBED : DISTURBED_IF_SLOW), wrong.join(", "));
      });
    }
  }

  for (const [model, language] of LANGUAGES) {
    test(`people who speak ${language} are answered, ${model}`, async (t) => {
      using whisper = openWhisper(bed ?? "", model);
      const recordings = (findSpeechBed()?.recordings(language) ?? [])
        .filter(({ name }) => !NO_SPEECH.test(name))
        .map(({ name, path }) => ({ name, sound: at16kHz(samplesOfWav(readFileSync(path), 8_000)) }))
        .filter(({ sound }) => msOf(sound) > SENTENCE_MS.least && msOf(sound) < SENTENCE_MS.most)
        .filter((_, at) => at % EVERY === 0);
      const lost: string[] = [];
      for (const [at, { name, sound }] of recordings.entries()) {
        const understand = (samples: Int16Array) => whisper.transcribe(samples, language);
        const { isAnswered, written } = await hearPerson(atLevel(sound, CALLER_DBFS), at + 1, 1_000, understand);
        if (!isAnswered) lost.push(`${name}: ${JSON.stringify(written)}`);
      }
      t.diagnostic(`${lost.length} of ${recordings.length} lost`);
      assert.ok(lost.length <= LOST * recordings.length, lost.join("\n"));
    });
  }
});
