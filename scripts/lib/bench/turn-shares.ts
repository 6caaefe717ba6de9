import type { BackendRequest } from "./backends.js";
import type { HeldCall } from "./caller.js";
import { TONES, toneAt, toneStart } from "./sounds.js";

/**
 * One turn, cut into what belongs to whom. All in ms. `mouthToEar` is the sum of the four stages, the endpoint's silence
 * and what the three back ends took; the media path's own loop is still in the first and the last stage.
 */
export interface MeasuredTurn {
  /** From the caller's last sample to the first sample of the reply, on the telephone's recording. */
  readonly mouthToEar: number;
  /** From a request's last byte to the answer's first, in the back ends' own logs. */
  readonly backends: { readonly stt: number; readonly llm: number; readonly tts: number };
  readonly stages: Stages;
}

export interface Stages {
  /** From the end of the endpoint's silence until the utterance has arrived at speech-to-text. */
  readonly utteranceToStt: number;
  /** From speech-to-text's answer until the question has arrived at the model. */
  readonly textToModel: number;
  /** From the model's first words until the sentence has arrived at text-to-speech. */
  readonly wordsToTts: number;
  /** From text-to-speech's first byte to the first sample in the caller's ear. */
  readonly audioToEar: number;
}

export interface TurnsOfCall {
  readonly turns: readonly MeasuredTurn[];
  /** Sayings that no reply was heard to before the next one. */
  readonly unanswered: number;
}

/** What the back ends were asked for one reply. */
interface Chain {
  readonly stt: BackendRequest;
  readonly llm: BackendRequest;
  readonly tts: BackendRequest;
}

/** A first byte of speech is heard within this time, ms, or it was another reply's. */
const SOON_MS = 1_500;
/** So much before the first byte, ms, it may seem to be heard: the recording lays frames where their later ones say. */
const EARLY_MS = 20;

/** Requests that belong together, by the number that the scripted recogniser gave each utterance. */
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

/** Finds the reply to each saying in the recording, and by its tone the requests that made it. */
export function turnsOf(call: HeldCall, chains: ReadonlyMap<number, Chain>, endpointMs: number): TurnsOfCall {
  const { recording, said, zeroMs } = call;
  const turns: MeasuredTurn[] = [];
  for (const [index, { to }] of said.entries()) {
    const heard = toneStart(recording.assistant, to, said[index + 1]?.from ?? recording.assistant.length);
    if (heard === undefined) continue;
    const chain = chainOf(chains, toneAt(recording.assistant, heard), zeroMs + heard / 16);
    if (chain) turns.push(measure(chain, { silentAt: zeroMs + to / 16, heardAt: zeroMs + heard / 16, endpointMs }));
  }
  return { turns, unanswered: said.length - turns.length };
}

/** Of the replies with this tone, the one last begun. */
function chainOf(chains: ReadonlyMap<number, Chain>, tone: number, heardAt: number): Chain | undefined {
  const soon = [...chains].filter(([number, { tts }]) => {
    const agoMs = heardAt - tts.firstByteAt;
    return number % TONES === tone && agoMs > -EARLY_MS && agoMs < SOON_MS;
  });
  return soon.at(-1)?.[1];
}

function measure(
  { stt, llm, tts }: Chain,
  { silentAt, heardAt, endpointMs }: { silentAt: number; heardAt: number; endpointMs: number },
): MeasuredTurn {
  const took = ({ receivedAt, firstByteAt }: BackendRequest) => firstByteAt - receivedAt;
  return {
    mouthToEar: heardAt - silentAt,
    backends: { stt: took(stt), llm: took(llm), tts: took(tts) },
    stages: {
      utteranceToStt: stt.receivedAt - silentAt - endpointMs,
      textToModel: llm.receivedAt - stt.firstByteAt,
      wordsToTts: tts.receivedAt - llm.firstByteAt,
      audioToEar: heardAt - tts.firstByteAt,
    },
  };
}

/** What is left of mouth to ear for the controller, ms. @param loopMs the media path's own */
export function shareOf({ stages }: MeasuredTurn, loopMs: number): number {
  return stages.utteranceToStt + stages.textToModel + stages.wordsToTts + stages.audioToEar - loopMs;
}
