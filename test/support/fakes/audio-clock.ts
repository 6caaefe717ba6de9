import type { TestContext } from "node:test";
import { FRAME_MS } from "../../../src/audio/pcm.js";
import type { FakeLine } from "./fake-line.js";
import { mockNow } from "./mock-now.js";
import { turns } from "./turns.js";

/**
 * Time as a telephone has it: every 20 ms a frame is played, and timers and `performance.now` keep pace. So a minute of a
 * call takes a moment, and silences are measured to the frame. The test's timers must be set up already.
 *
 * @param onFrame what the caller's side does in each frame, after it was played
 */
export function createAudioClock(t: Pick<TestContext, "mock">, line: FakeLine, onFrame = () => {}) {
  const begun = performance.now();
  let elapsedMs = 0;
  mockNow(t, () => begun + elapsedMs);
  /** How long it has been silent now, and at most since it was last asked, ms. */
  let silentMs = 0;
  let longestMs = 0;

  async function frame(): Promise<void> {
    silentMs = line.queuedMs > 0 && !line.isPaused ? 0 : silentMs + FRAME_MS;
    longestMs = Math.max(longestMs, silentMs);
    line.plays(FRAME_MS);
    onFrame();
    elapsedMs += FRAME_MS;
    t.mock.timers.tick(FRAME_MS);
    await turns(5);
  }

  return {
    get elapsedMs() {
      return elapsedMs;
    },
    /** From here on silence is counted; `alreadyMs` of it have passed. */
    beginSilence(alreadyMs = 0): void {
      silentMs = longestMs = alreadyMs;
    },
    /** The longest silence since then, ms. */
    get longestSilenceMs() {
      return longestMs;
    },
    /** Lets frames be played until the condition holds. Resolves whether it came to hold within `ms`. */
    async runsUntil(condition: () => boolean, ms: number): Promise<boolean> {
      for (let at = 0; at < ms; at += FRAME_MS) {
        if (condition()) return true;
        await frame();
      }
      return condition();
    },
    async runs(ms: number): Promise<void> {
      for (let at = 0; at < ms; at += FRAME_MS) await frame();
    },
  };
}
