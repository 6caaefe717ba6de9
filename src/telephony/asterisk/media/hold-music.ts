import { unlessAborted, withDeadline } from "../../../kernel/deadline.js";
import type { Scope } from "../../../kernel/scope.js";
import type { AriConnection } from "../ari/ari-connection.js";

/** Music in a bridge, for a party who is on hold. */
export interface HoldMusic {
  /** Whether the party is on hold: what comes from the bridge is music then, not their voice. */
  readonly isOn: boolean;
  /** Notes a frame that came from the bridge. */
  heard(frame: Int16Array): void;
  /** Starts the music of a class. Resolves with whether it is heard: an unknown or empty class is silent. */
  start(music: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** Time within which music has to be heard, in ms. A caller should not be left in silence for longer than 2 s. */
const HEARD_WITHIN_MS = 1_300;
/** Number of loud frames (20 ms) that are music: more than a caller's "thank you" has. */
const MUSIC_FRAMES = 50;
/** Level of a loud frame: the highest sample, of 32,767. Noise of a line is softer. */
const LOUD = 200;

/** @param scope scope of the line */
export function createHoldMusic(bridgeId: string, ari: AriConnection, scope: Scope): HoldMusic {
  let isOn = false;
  let loud = 0;
  let onMusic = () => {};
  let starting: Promise<unknown> = Promise.resolve();
  let stopping: Promise<void> | undefined;

  /** Waits for the start: two requests that are under way at once may be carried out in either order. */
  async function end(): Promise<void> {
    await starting.catch(() => {});
    // A bridge without music refuses this.
    await ari.invoke("bridges", "stopMoh", { bridgeId }, scope.signal).catch(() => {});
    isOn = false;
  }

  return {
    get isOn() {
      return isOn;
    },
    heard(frame) {
      if (loud < MUSIC_FRAMES && isLoud(frame) && ++loud === MUSIC_FRAMES) onMusic();
    },
    async start(music) {
      [isOn, loud] = [true, 0];
      const isHeard = new Promise<boolean>((resolve) => (onMusic = () => resolve(true)));
      try {
        starting = ari.invoke("bridges", "startMoh", { bridgeId, mohClass: music }, scope.signal);
        await starting;
        return await withDeadline(HEARD_WITHIN_MS, scope.signal, "music on hold", (signal) =>
          unlessAborted(signal, isHeard),
        );
      } catch {
        return false; // It is silent, Asterisk lacks the modules for it, or the line has gone.
      }
    },
    async stop() {
      if (!isOn) return;
      stopping ??= end().finally(() => (stopping = undefined));
      await stopping;
    },
  };
}

function isLoud(frame: Int16Array): boolean {
  return frame.some((sample) => sample > LOUD || sample < -LOUD);
}
