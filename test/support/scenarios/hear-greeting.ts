import { mock } from "node:test";
import { FRAME_MS, FRAME_SAMPLES, joined, msOf, samplesIn } from "../../../src/audio/pcm.js";
import { createResampler } from "../../../src/audio/resample.js";
import { tone } from "../../../src/audio/tone.js";
import { watchPickUp } from "../../../src/conversation/pick-up/watch-pick-up.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createLog } from "../../../src/observability/log.js";
import { createLatency } from "../../../src/speech/latency.js";
import type { Recogniser, Speech } from "../../../src/speech/ports.js";
import type { Finding } from "../../../src/turn-taking/pick-up/machine.js";
import { monitored } from "../../../src/turn-taking/monitored-line.js";
import type { Greeting, Heard } from "../../scenarios/greetings/greeting.js";
import { createAudioClock } from "../fakes/audio-clock.js";
import { FakeLine } from "../fakes/fake-line.js";
import { FakeModel } from "../fakes/fake-model.js";
import { passing } from "../fakes/requests.js";
import { speak, type Voice } from "../listening/voices.js";
import { seeded } from "../rest-fuzzer.js";

/** How a greeting is heard. */
export interface GreetingLine {
  /** What espeak-ng calls the voice, with its options. */
  readonly voice: string;
  /** Band of a G.711 telephone, or all of 16 kHz. */
  readonly isNarrow: boolean;
  /** Hiss behind it, in amplitudes; and our own voice in what is heard, as a share of it. */
  readonly hiss: number;
  readonly echo: number;
  /** Share of the words (0–1) that are misheard or missing. */
  readonly errs: number;
  readonly seed: number;
  /** How long we speak, in ms. */
  readonly oursMs?: number;
}

interface SpokenWord {
  readonly word: string;
  /** ms since the answer. */
  readonly from: number;
  readonly to: number;
}

/** Spoken over the greeting. */
const OUR_MESSAGE = "This is a message for you. Your appointment is tomorrow.";
/** How much of it is played unless given, in ms. */
const OUR_MESSAGE_MS = 4_000;
/** How long a recogniser takes, in ms. */
const RECOGNISED_MS = 400;
/** How long is listened on after the greeting, in ms. */
const LISTENED_ON_MS = 3_000;
/** What is heard instead of a word that is misheard. */
const WRONG_WORDS = ["the", "for", "ten", "haus", "pero", "donc", "poi", "um"];

/** Returns who is found to have greeted like this, in virtual time, without a language model. */
export async function findGreeter(
  [, ...heard]: Greeting,
  language: string,
  how: GreetingLine,
): Promise<Finding | undefined> {
  const { sound, words } = soundOf(heard, how);
  const cleanups: (() => unknown)[] = [];
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const scope = new Scope("call");
  try {
    const fake = new FakeLine(scope);
    const line = monitored(fake);
    const random = seeded(how.seed);
    let at = 0;
    let pieces = 0;
    const clock = createAudioClock(
      { mock, after: (clean: () => unknown) => void cleanups.push(clean) } as never,
      fake,
      () => {
        const ours = fake.heard.slice(pieces)[0];
        pieces = fake.heard.length;
        const theirs = sound.subarray(at, (at += FRAME_SAMPLES));
        fake.says(
          Int16Array.from({ length: FRAME_SAMPLES }, (_, i) =>
            Math.round((theirs[i] ?? 0) + how.echo * (ours?.[i] ?? 0) + how.hiss * (random() - 0.5)),
          ),
        );
      },
    );
    const recogniser = recogniserOf(words, how);
    const log = createLog({ level: "error", transcripts: false, sink: () => {} });
    const isAvailable = (backend: string) => backend === "stt";
    const needs = { line, listening: {}, recogniser, isAvailable, model: new FakeModel(), language, log };
    const watch = watchPickUp(needs, scope, OUR_MESSAGE);
    const ours = speak(OUR_MESSAGE.repeat(4), "slt");
    void line.play(ours.subarray(0, samplesIn(how.oursMs ?? OUR_MESSAGE_MS)));
    await clock.runs((sound.length / FRAME_SAMPLES) * FRAME_MS + LISTENED_ON_MS);
    return watch.state.finding;
  } finally {
    scope.end();
    for (const clean of cleanups) await clean();
    mock.reset();
  }
}

function soundOf(heard: readonly Heard[], { voice, isNarrow }: GreetingLine) {
  const pieces: Int16Array[] = [];
  const words: SpokenWord[] = [];
  let ms = 0;
  for (const piece of heard) {
    const samples =
      typeof piece === "number"
        ? new Int16Array(samplesIn(piece))
        : typeof piece === "string"
          ? trimmed(speak(piece, voice as Voice))
          : tone(piece.hz, piece.ms);
    if (typeof piece === "string") words.push(...wordsOf(piece, ms, msOf(samples)));
    pieces.push(isNarrow ? narrowed(samples) : samples);
    ms += msOf(samples);
  }
  return { sound: joined(pieces), words };
}

/** Without the silence that the synthesiser puts around it. */
function trimmed(samples: Int16Array): Int16Array {
  const isSound = (sample: number) => Math.abs(sample) > 300;
  return samples.slice(samples.findIndex(isSound), samples.findLastIndex(isSound) + 1);
}

/** The words of a text with their times, as if each letter took as long. */
function wordsOf(text: string, from: number, ms: number): SpokenWord[] {
  let at = 0;
  return text.split(" ").map((word) => {
    const start = at;
    at += word.length + 1;
    return { word, from: from + (start / text.length) * ms, to: from + (Math.min(at, text.length) / text.length) * ms };
  });
}

function narrowed(samples: Int16Array): Int16Array {
  return createResampler(8_000, 16_000).push(createResampler(16_000, 8_000).push(samples));
}

function recogniserOf(words: readonly SpokenWord[], { errs, seed }: GreetingLine): Recogniser {
  const random = seeded(seed + 7);
  const understood = words.map((each) => {
    if (random() >= errs) return each;
    return { ...each, word: random() < 0.3 ? "" : (WRONG_WORDS[Math.floor(random() * WRONG_WORDS.length)] ?? "") };
  });
  return {
    hear() {},
    heard() {},
    async transcribe([speech]: readonly Speech[]) {
      await passing(RECOGNISED_MS);
      if (!speech) return "";
      // The samples begin before the first voiced frame, and end a little after the last.
      const to = speech.endedAt + 200;
      const from = to - msOf(speech.samples) - 100;
      return understood
        .filter((each) => each.from >= from && each.to <= to && each.word)
        .map(({ word }) => word)
        .join(" ");
    },
    hasPartials: false,
    latency: createLatency(),
    onPartial: () => () => {},
  };
}
