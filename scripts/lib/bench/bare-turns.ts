import { baseAddressOf } from "../../../src/backends/address.js";
import type { Backends } from "./backends.js";
import { Child } from "./child.js";
import { CONTROLLER_CORE, pin } from "./own-core.js";
import { chainsOf, type Stages } from "./turn-shares.js";

export interface BareTurnsPlan {
  readonly urls: { readonly speech: string; readonly model: string };
  readonly turns: number;
  /** Pause between turns, in ms. */
  readonly pauseMs: number;
}

/** The requests of one reply; times in ms on the machine's clock. */
export interface BareTurn {
  /** Identifies the reply in the back ends' logs. */
  readonly number: number;
  readonly askedAt: number;
  /** When the reply's first audio arrived. */
  readonly soundAt: number;
}

const TURNS = 30;
const PAUSE_MS = 250;

/**
 * Measures turns that consist only of the requests: the minimum time for the round trips to the back ends on this machine. Runs
 * on the controllers' core while they are idle.
 */
export async function bareTurns(backends: Backends, signal: AbortSignal): Promise<readonly Stages[]> {
  const { speech, model } = backends.urls;
  const urls = { speech: baseAddressOf(speech), model: baseAddressOf(model) };
  const plan: BareTurnsPlan = { urls, turns: TURNS, pauseMs: PAUSE_MS };
  const { child } = await Child.start("bare-client", plan, signal);
  await using client = child;
  pin(client.pid, CONTROLLER_CORE);
  const { turns } = await client.ask<{ turns: readonly BareTurn[] }>("turns", signal);
  const chains = chainsOf(await backends.requests(signal));
  return turns.flatMap(({ number, askedAt, soundAt }) => {
    const { stt, llm, tts } = chains.get(number) ?? {};
    if (!stt || !llm || !tts) return [];
    return {
      utteranceToStt: stt.receivedAt - askedAt,
      textToModel: llm.receivedAt - stt.firstByteAt,
      wordsToTts: tts.receivedAt - llm.firstByteAt,
      audioToEar: soundAt - tts.firstByteAt,
    };
  });
}
