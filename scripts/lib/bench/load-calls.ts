import { randomUUID } from "node:crypto";
import { FRAME_MS } from "../../../src/audio/pcm.js";
import { pause, unlessAborted, withDeadline } from "../../../src/kernel/deadline.js";
import type { FakeAsterisk } from "../../../test/support/index.js";
import { machineNow } from "./clock.js";
import { type LoadCall, LoadCaller } from "./load-caller.js";

export interface LoadCallsPlan {
  readonly calls: number;
  /** The utterances of each call, in order. */
  readonly sayings: (call: number) => readonly Int16Array[];
  /** From one utterance of a caller to the next, in ms. */
  readonly periodMs: number;
  /** The first one begins this long after the answer, in ms: after the greeting. */
  readonly firstAfterMs: number;
  /** Calls that begin per second. */
  readonly arrivals: number;
  readonly signal: AbortSignal;
}

export type LoadOutcome =
  | { readonly kind: "held"; readonly call: LoadCall }
  | { readonly kind: "turned_away"; readonly afterMs: number; readonly cause: string }
  | { readonly kind: "not_answered" };

export interface LoadCalls {
  readonly outcomes: readonly LoadOutcome[];
  /** Maximum delay of the callers' own ticks, in ms: audio may be heard late by this much because of them. */
  readonly lateMs: number;
}

/** A call that was neither answered nor rejected within this time counts as not answered, in ms. */
const ANSWER_MS = 10_000;
/** Interval between checks for due ticks, in ms: each call ticks at its own moment, as Asterisk's channels do. */
const LOOK_MS = 4;

/** Runs all calls, which speak at fixed times and hang up. */
export async function makeLoadCalls(asterisk: FakeAsterisk, plan: LoadCallsPlan): Promise<LoadCalls> {
  const { calls, arrivals, signal } = plan;
  const talking = new Set<LoadCaller>();
  let lateMs = 0;
  let lookedAt = machineNow();
  const clock = setInterval(() => {
    const now = machineNow();
    lateMs = Math.max(lateMs, now - lookedAt - LOOK_MS);
    lookedAt = now;
    for (const caller of talking) if (!caller.run(now)) talking.delete(caller);
  }, LOOK_MS);
  try {
    const lines = Array.from({ length: calls }, async (_, line) => {
      await pause((line / arrivals) * 1000, signal);
      return await call(line, asterisk, talking, plan);
    });
    return { outcomes: await Promise.all(lines), lateMs };
  } finally {
    clearInterval(clock);
  }
}

async function call(
  line: number,
  asterisk: FakeAsterisk,
  talking: Set<LoadCaller>,
  { sayings, periodMs, firstAfterMs, signal }: LoadCallsPlan,
): Promise<LoadOutcome> {
  const id = `caller-${randomUUID()}`;
  const begun = machineNow();
  const mediaOf = () => {
    const bridge = [...asterisk.bridges.values()].find((channels) => channels.has(id));
    return bridge && asterisk.media.find(({ channelId }) => bridge.has(channelId));
  };
  asterisk.calls(id, String(2001 + line));
  const isOurs = () => asterisk.channels.get(id)?.inApplication === true;
  const seenTo = asterisk.until(() => !isOurs() || mediaOf() !== undefined);
  try {
    await withDeadline(ANSWER_MS, signal, "an answer", (limit) => unlessAborted(limit, seenTo));
  } catch {
    signal.throwIfAborted();
    return { kind: "not_answered" };
  }
  const media = mediaOf();
  if (!media) {
    const hangup = asterisk.requests.find(
      ({ operation, parameters }) => operation === "channels.hangup" && parameters.channelId === id,
    );
    asterisk.channels.delete(id);
    return { kind: "turned_away", afterMs: machineNow() - begun, cause: hangup?.parameters.reason_code ?? "dialplan" };
  }
  const ticks = (ms: number) => Math.round(ms / FRAME_MS);
  const said = sayings(line);
  const caller = new LoadCaller(media, machineNow(), said, ticks(firstAfterMs), ticks(periodMs));
  talking.add(caller);
  await pause(firstAfterMs + said.length * periodMs, signal);
  talking.delete(caller);
  if (asterisk.channels.has(id)) asterisk.ends(id);
  return { kind: "held", call: caller.held() };
}
