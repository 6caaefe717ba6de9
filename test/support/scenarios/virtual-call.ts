import { mock } from "node:test";
import { FRAME_MS } from "../../../src/audio/pcm.js";
import { createAudioClock } from "../fakes/audio-clock.js";
import { type StartOptions, startTalk } from "../fakes/talk.js";
import { createCallerTrack } from "./caller-track.js";

export interface VirtualCallOptions extends Omit<StartOptions, "realTimers" | "clockRuns" | "greeted"> {
  readonly seed: number;
  /** What happens on the line besides, in each frame: told what was played, gives what is mixed into the caller's sound. */
  readonly onFrame?: (played: Int16Array | undefined) => readonly Int16Array[];
}

/**
 * A conversation in virtual time: each frame of 20 ms something is played or not, the caller's telephone sends what it
 * hears, and all timers keep pace. Only one at a time, because time is the process's.
 */
export async function startVirtualCall(options: VirtualCallOptions) {
  const cleanups: (() => unknown)[] = [];
  const context = { mock, after: (clean: () => unknown) => void cleanups.push(clean) };
  const track = createCallerTrack(options.seed);
  const started = await startTalk(context as Parameters<typeof startTalk>[0], {
    turnTaking: "adaptive",
    monitored: true,
    ...options,
    greeted: false,
  });
  const { talk } = started;
  let pieces = 0;
  /** For each frame of the call, whether there was anything to be heard. */
  const played: boolean[] = [];
  const clock = createAudioClock(context as Parameters<typeof createAudioClock>[0], talk.line, () => {
    const sound = talk.line.heard.slice(pieces);
    pieces = talk.line.heard.length;
    played.push(sound.length > 0);
    talk.line.says(track.next(options.onFrame?.(sound[0])));
  });

  return {
    ...started,
    track,
    clock,
    played: played as readonly boolean[],
    /** ms of the call so far. */
    get now() {
      return played.length * FRAME_MS;
    },
    /** Ends the call, and gives the process its time back. */
    async end(): Promise<void> {
      talk.line.leaves();
      await started.conversation.catch(() => {});
      await talk.settles();
      for (const clean of cleanups) await clean();
      mock.reset();
    },
  };
}

export type VirtualCall = Awaited<ReturnType<typeof startVirtualCall>>;
