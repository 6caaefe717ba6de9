import { FRAME_MS, FRAME_SAMPLES, samplesIn } from "../../../src/audio/pcm.js";
import { createLatency, type Latency } from "../../../src/speech/latency.js";
import { recogniseInBatch } from "../../../src/speech/recognise-in-batch.js";
import { passing } from "../fakes/requests.js";
import { PHRASES } from "../fakes/talk.js";
import { seeded } from "../rest-fuzzer.js";
import { type Cast, TUNED } from "../listening/casts.js";
import { atLevel, concat } from "../listening/sounds.js";
import { ODD_NOISES } from "../listening/odd-noises.js";
import { type Measured, measure } from "./measure.js";
import { realVoice, sentenceSound, speechOf, spokenFrame, type SpokenFrame } from "./real-voice.js";
import { trailingRecogniser } from "./realtime.js";
import { type Mishear, mishearing, recognise } from "./recogniser.js";
import { createSingleFileServer } from "./single-file-server.js";
import type { Inventor, Noise, Scenario } from "./scenario.js";
import { startVirtualCall } from "./virtual-call.js";

const CALLER_DBFS = -26;
const GREETING = "Good morning, you have reached the shop at the corner of Main Street.";
const QUESTION = "Please tell me when you are open";
/** What is said over, and nothing in it asks. */
export const REPLY = [
  "We are open from nine to five on weekdays.",
  "On Saturday we open at ten and close at two.",
  "The shop is closed on Sunday and on holidays.",
  "You can always reach us by mail.",
  "There is room for your car right behind the house.",
];
/** A call that has come to nothing by then is over, ms. */
const LONGEST_MS = 90_000;
/** What sounds behind the caller begins anew after so long, ms. */
const BEHIND_MS = 20_000;
/** So long after everybody has finished it is listened whether anybody says more, ms. */
const AFTERMATH_MS = 4_000;

/** Plays a scenario through once. The trial's number chooses the voice and the moment; the same one is the same call. */
export async function runScenario(scenario: Scenario, trial: number, cast: Cast = TUNED): Promise<Measured> {
  const { during, echo, backends, cues = [], voices = cast.callers } = scenario;
  const { trailMs } = backends;
  const cue = cues[trial % cues.length] ?? scenario.cue;
  const next = seeded(7_919 * trial + 17);
  const voice = voices[trial % voices.length] ?? "slt";
  const ourVoice = cast.ours[0] ?? "slt";
  /** For each frame, what of a sentence was played in it: `null` for another sound, undefined for silence. */
  const timeline: (SpokenFrame | null | undefined)[] = [];
  const behind = scenario.behind && noiseOf({ ms: BEHIND_MS, ...scenario.behind }, trial + 1, cast);
  const echoed = new Map<number, SpokenFrame>();
  const ours: (Int16Array | undefined)[] = [];
  let mostRequests = 0;

  const call = await startVirtualCall({
    seed: trial + 1,
    tts: realVoice(backends.tts, ourVoice),
    recogniser: ({ stt, scope }) =>
      trailMs === undefined
        ? recogniseInBatch(stt, probed(backends.stt))
        : trailingRecogniser(stt, scope, { trailMs, understand: (samples) => understand(samples).text }),
    phrases: { ...PHRASES, greetings: [GREETING] },
    onFrame(played) {
      mostRequests = Math.max(mostRequests, call.talk.stt.requests.filter(({ open }) => open).length);
      const now = ours.push(played) - 1;
      timeline.push(played && (spokenFrame(played) ?? null));
      const from = echo && now - echo.delayMs / FRAME_MS;
      const source = from === undefined ? undefined : ours[Math.round(from)];
      const mixed = behind ? [frameOf(behind, now)] : [];
      if (!echo || !source || from === undefined) return mixed;
      const spoken = timeline[Math.round(from)];
      if (spoken) echoed.set(now, spoken);
      const gain = 10 ** (echo.db / 20);
      return [...mixed, source.map((sample) => Math.round(sample * gain))];
    },
  });
  const { talk, track, clock } = call;
  const heardEcho = echo?.isRecognised ? echoed : undefined;
  const misheard = mishearing(backends.recogniser?.errs ?? 0);
  const mishear: Mishear = (word, sound, index) => (sound.text === QUESTION ? word : misheard(word, sound, index));
  const understand = (samples: Int16Array): ReturnType<Inventor> => {
    const text = recognise(samples, track, mishear, heardEcho);
    return text ? { text } : (backends.recogniser?.invents?.(samples, trial + 1) ?? { text });
  };
  const { singleFile } = backends.recogniser ?? {};
  const server = singleFile && createSingleFileServer(backends.stt, singleFile);
  talk.stt.script = (samples, signal) => {
    const { text, ms = backends.stt } = understand(samples);
    return [server?.serve(signal, ms) ?? passing(ms), text];
  };
  let answers = 0;
  talk.model.script = (messages) => [
    passing(backends.llm),
    messages.at(-1)?.content === QUESTION ? REPLY.join(" ") : `Here is answer number ${++answers}.`,
  ];

  const lengthOf = (sentence: string) => sentenceSound(sentence, ourVoice).length / samplesIn(1);
  const isSpeaking = (text: string) => timeline.at(-1)?.text === text;
  const say = (text: string, at: number, dbfs = CALLER_DBFS) => {
    const samples = atLevel(speechOf(text, voice), dbfs);
    track.add({ at, samples, text });
    return at + Math.ceil(samples.length / samplesIn(1));
  };

  /** The caller's part: returns when it begins and ends. */
  function perform(at: number): { from: number; to: number } {
    if (!cue) return { from: at, to: at };
    if ("noise" in cue) {
      const samples = noiseOf(cue, trial + 1, cast);
      track.add({ at, samples });
      return { from: at, to: at + samples.length / samplesIn(1) };
    }
    let to = at;
    for (const piece of cue.says) to = typeof piece === "number" ? to + piece : say(piece, to, scenario.callerDbfs);
    return { from: at, to };
  }

  /** Lets the call come to the moment of the caller's part, and has them do it. */
  async function comeToIt(): Promise<{ from: number; to: number; askedUntil?: number }> {
    await clock.runsUntil(() => isSpeaking(GREETING), 3_000);
    if (during === "greeting") {
      const [from, to] = scenario.startsWithinMs ?? [0, 0.6 * lengthOf(GREETING)];
      return perform(call.now + Math.round(from + next() * (to - from)));
    }
    await clock.runsUntil(() => !isSpeaking(GREETING), 10_000);
    const at = call.now + 700;
    if (during === "silence") return perform(at + Math.round(next() * 1_000));
    const askedUntil = say(QUESTION, at);
    if (during === "thinking") return { ...perform(askedUntil + 740 + Math.round(next() * 400)), askedUntil };
    await clock.runsUntil(() => isSpeaking(REPLY[0] ?? ""), 10_000);
    const replyMs = REPLY.reduce((ms, text) => ms + lengthOf(text), 0);
    const place = 0.08 + 0.7 * ((trial % 5) / 5 + next() / 5);
    return { ...perform(call.now + Math.round(place * replyMs)), askedUntil };
  }

  const { askedUntil, ...span } = await comeToIt();
  let quietMs = 0;
  await clock.runsUntil(() => {
    quietMs = timeline.at(-1) === undefined && call.now > span.to ? quietMs + FRAME_MS : 0;
    return quietMs > AFTERMATH_MS && !talk.line.isPaused;
  }, LONGEST_MS);
  const understood = talk.transcript.entries.flatMap((entry) => (entry.who === "caller" ? entry.text.split(" ") : []));
  await call.end();
  const talking = track.sounds.map(({ at, samples }) => ({ from: at, to: at + samples.length / samplesIn(1) }));
  const said = track.sounds.flatMap((sound) =>
    (sound.text?.split(" ") ?? []).map((word, index) => mishear(word, sound, index)),
  );
  const being = during === "greeting" ? [GREETING] : during === "silence" ? [] : REPLY;
  return measure({
    scenario,
    timeline,
    being,
    greeting: GREETING,
    span,
    talking,
    askedUntil,
    said,
    understood,
    mostRequests,
  });
}

/** The latency of a recogniser that was probed at the start. */
function probed(ms: number): Latency {
  const latency = createLatency();
  latency.count(ms);
  return latency;
}

/** As long as it is to be, of one such sound after the other. */
function noiseOf({ noise, dbfs, ms }: Noise, seed: number, cast: Cast): Int16Array {
  const make = typeof noise === "string" ? { ...cast.noises, ...ODD_NOISES }[noise] : noise;
  let sound = make(seed);
  for (let more = seed + 1; ms !== undefined && sound.length < samplesIn(ms); more++) sound = concat(sound, make(more));
  if (ms !== undefined) sound = sound.slice(0, samplesIn(ms));
  return dbfs === undefined ? sound : atLevel(sound, dbfs);
}

function frameOf(sound: Int16Array, index: number): Int16Array {
  const from = (index * FRAME_SAMPLES) % (sound.length - FRAME_SAMPLES);
  return sound.subarray(from, from + FRAME_SAMPLES);
}
