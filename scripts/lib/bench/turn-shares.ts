import { FRAME_MS, FRAME_SAMPLES } from "../../../src/audio/pcm.js";
import { distributionOf } from "../../../test/support/index.js";
import type { BackendRequest } from "./backends.js";
import type { HeldCall } from "./caller.js";
import { TONES, toneAt, toneStart } from "./sounds.js";

/** How much of the caller's silence passes before each step, in ms. */
export interface Waits {
  /** The caller's turn is judged to be over: no reply is played earlier. */
  readonly endpointMs: number;
  /** The back ends are asked: at the same time, or earlier with speculative replies. */
  readonly askedMs: number;
}

/** One turn, divided into its stages. All in ms; the media path's round trip is in the first and the last stage. */
export interface MeasuredTurn {
  /** From the caller's last sample to the first sample of the reply, on the telephone's recording. */
  readonly mouthToEar: number;
  /** The earliest possible time with these back ends and waits: the rest is due to the controller and the media path. */
  readonly soonest: number;
  /** From a request's last byte to the answer's first, in the back ends' own logs. */
  readonly backends: { readonly stt: number; readonly llm: number; readonly tts: number };
  readonly stages: Stages;
  /** The stages without waiting for frames and ticks: the controller's own time. If known. */
  readonly own: Stages | undefined;
}

export interface Stages {
  /** From when the back ends are to be asked until the utterance has arrived at speech-to-text. */
  readonly utteranceToStt: number;
  /** From speech-to-text's answer until the question has arrived at the model. */
  readonly textToModel: number;
  /** From the model's first words until the sentence has arrived at text-to-speech. */
  readonly wordsToTts: number;
  /** From text-to-speech's first byte, or the endpoint if that is later, to the first sample in the caller's ear. */
  readonly audioToEar: number;
}

export interface TurnsOfCall {
  readonly turns: readonly MeasuredTurn[];
  /** Utterances without a reply before the next one. */
  readonly unanswered: number;
}

/** The back ends' requests for one reply. */
interface Chain {
  readonly stt: BackendRequest;
  readonly llm: BackendRequest;
  readonly tts: BackendRequest;
}

/** A first byte of speech is heard within this time, in ms, or it belongs to another reply. */
const SOON_MS = 1_500;
/**
 * The speech may appear to be heard this long before the first byte, in ms: the recording places frames by their later
 * timestamps.
 */
const EARLY_MS = 20;

/** Groups requests by the number that the scripted recogniser gave each utterance. */
export function chainsOf(requests: readonly BackendRequest[]): ReadonlyMap<number, Chain> {
  const found = new Map<number, Partial<Record<keyof Chain, BackendRequest>>>();
  for (const request of requests) {
    const number = Number(/(?:question|answer to number) (\d+)/.exec(request.text ?? "")?.[1]);
    if (Number.isNaN(number)) continue;
    const chain = found.get(number) ?? {};
    found.set(number, chain);
    if (request.path.endsWith("/transcriptions")) chain.stt = request;
    else if (request.path.endsWith("/completions")) chain.llm = request;
    else chain.tts = request;
  }
  const whole = [...found].filter((entry): entry is [number, Chain] => {
    const [, { stt, llm, tts }] = entry;
    return Boolean(stt && llm && tts);
  });
  return new Map(whole);
}

/** Finds the reply to each utterance in the recording, and by its tone the requests that made it. */
export function turnsOf(call: HeldCall, chains: ReadonlyMap<number, Chain>, waits: Waits): TurnsOfCall {
  const { recording, said, zeroMs } = call;
  const turns: MeasuredTurn[] = [];
  for (const [index, { to }] of said.entries()) {
    const heard = toneStart(recording.assistant, to, said[index + 1]?.from ?? recording.assistant.length);
    if (heard === undefined) continue;
    const chain = chainOf(chains, toneAt(recording.assistant, heard), zeroMs + heard / 16);
    if (!chain) continue;
    const moments = { silentAt: zeroMs + to / 16, heardAt: zeroMs + heard / 16 };
    // A frame with little speech at its beginning counts as silent.
    const firstFrame = Math.ceil(to / FRAME_SAMPLES) * FRAME_SAMPLES;
    const isEarly = call.frames && chain.stt.receivedAt < call.frames.sentAt(firstFrame + silenceOf(waits.askedMs));
    const silentFrom = isEarly ? firstFrame - FRAME_SAMPLES : firstFrame;
    const lastSent = call.frames && {
      lullAt: call.frames.sentAt(silentFrom + silenceOf(waits.askedMs)),
      endAt: call.frames.sentAt(silentFrom + silenceOf(waits.endpointMs)),
      readyAt: call.frames.readyAt(heard),
    };
    turns.push(measure(chain, { ...moments, ...waits }, lastSent));
  }
  return { turns, unanswered: said.length - turns.length };
}

/** The latest reply with this tone. */
function chainOf(chains: ReadonlyMap<number, Chain>, tone: number, heardAt: number): Chain | undefined {
  const soon = [...chains].filter(([number, { tts }]) => {
    const agoMs = heardAt - tts.firstByteAt;
    return number % TONES === tone && agoMs > -EARLY_MS && agoMs < SOON_MS;
  });
  return soon.at(-1)?.[1];
}

/** Up to the last frame of a silence of so many ms, in samples: whole frames are silent. */
function silenceOf(ms: number): number {
  return (ms / FRAME_MS - 1) * FRAME_SAMPLES;
}

function measure(
  { stt, llm, tts }: Chain,
  { silentAt, heardAt, endpointMs, askedMs }: Waits & { silentAt: number; heardAt: number },
  frames: { lullAt: number; endAt: number; readyAt: number } | undefined,
): MeasuredTurn {
  const between = { textToModel: llm.receivedAt - stt.firstByteAt, wordsToTts: tts.receivedAt - llm.firstByteAt };
  const took = ({ receivedAt, firstByteAt }: BackendRequest) => firstByteAt - receivedAt;
  const backends = { stt: took(stt), llm: took(llm), tts: took(tts) };
  return {
    mouthToEar: heardAt - silentAt,
    soonest: Math.max(endpointMs, askedMs + backends.stt + backends.llm + backends.tts),
    backends,
    stages: {
      utteranceToStt: stt.receivedAt - silentAt - askedMs,
      ...between,
      audioToEar: heardAt - Math.max(tts.firstByteAt, silentAt + endpointMs),
    },
    own: frames && {
      utteranceToStt: stt.receivedAt - frames.lullAt,
      ...between,
      audioToEar: frames.readyAt - Math.max(tts.firstByteAt, frames.endAt),
    },
  };
}

/** The controller's share of the mouth-to-ear delay, in ms. @param loopMs the media path's own */
export function shareOf({ mouthToEar, soonest }: MeasuredTurn, loopMs: number): number {
  return mouthToEar - soonest - loopMs;
}

/** The sum of all stages of a turn, in ms. */
export function sumOf({ utteranceToStt, textToModel, wordsToTts, audioToEar }: Stages): number {
  return utteranceToStt + textToModel + wordsToTts + audioToEar;
}

/** Each stage of all these turns, by its name in a report. */
export function stagesOf(stages: readonly Stages[]) {
  return {
    utterance_to_stt: distributionOf(stages.map(({ utteranceToStt }) => utteranceToStt)),
    text_to_model: distributionOf(stages.map(({ textToModel }) => textToModel)),
    words_to_tts: distributionOf(stages.map(({ wordsToTts }) => wordsToTts)),
    audio_to_ear: distributionOf(stages.map(({ audioToEar }) => audioToEar)),
  };
}
