/** The party at the other end of a line, as the telephone network reports it; empty strings if it does not. */
export interface Party {
  readonly number: string;
  readonly name: string;
}

/** A place in the dialplan at which a call can go on. */
export interface DialplanPlace {
  readonly context: string;
  readonly extension: string;
}

/**
 * An answered channel with its media: the only part of telephony that the conversation uses.
 *
 * Audio is mono signed 16-bit at 16 000 Hz. The far side plays by its own clock, so no timing here relies on durations: `mark`
 * shows how far playback has got.
 */
export interface Line {
  /** Unique within the telephone system; the Asterisk channel's id. */
  readonly id: string;
  readonly caller: Party;
  /** The extension that was dialled to reach us. */
  readonly extension: string;
  /** Aborts, with an {@link Ending} as its reason, when the line has gone; nothing can be heard or said after that. */
  readonly signal: AbortSignal;

  /**
   * Calls `listener` for every frame heard (320 samples, 20 ms), synchronously as it arrives. The frame is a view that is
   * valid during the call only. No frames come while the far side sends none. Returns a function that stops it.
   */
  hear(listener: (frame: Int16Array) => void): () => void;

  /** Calls `listener` with each key pressed: one of `0`–`9 * # A`–`D`. Returns a function that stops it. */
  onKey(listener: (key: string) => void): () => void;

  /** Whether the far side has us on hold. Meanwhile, what is played is not heard there, and no frames come. */
  isHeld(): boolean;

  /**
   * Calls `listener` when the far side puts us on hold, with `true`, and when it comes back, with `false`. `isHeld` has changed
   * by then. Returns a function that stops it.
   */
  onHeld(listener: (isHeld: boolean) => void): () => void;

  /**
   * Queues samples to be played after those already queued. Resolves when there is room for more: almost always at once, later
   * while the far side's queue (20 s) is full. Samples short of a whole frame wait for those that follow or for the next
   * `mark`. Does nothing once the line has gone.
   */
  play(samples: Int16Array): Promise<void>;

  /**
   * Resolves `true` when everything queued since the last mark was played and heard; `false` when it was flushed, the far side
   * had us on hold meanwhile, the line ended, or the far side did not report it in time. The time of a pause does not count. Never rejects.
   */
  mark(): Promise<boolean>;

  /**
   * Discards queued audio that is not played yet: the far side is silent within a frame. Pending marks resolve `false`, and a
   * pause ends.
   */
  flush(): void;

  /**
   * Silences the far side within a frame and keeps the queue: until `resume` nothing is played and no mark comes, except one
   * that was on its way. Pausing twice is no error.
   */
  pause(): void;

  /** Resumes playback at the sample where `pause` stopped it. Does nothing while not paused. */
  resume(): void;

  /**
   * Puts the far side on hold: the telephone system plays its music of a class, and nothing is heard from them, except keys.
   * Resolves with whether there is music; without it, only what is played here is heard. Never rejects.
   */
  hold(music: string): Promise<boolean>;

  /** Ends the hold. Does nothing while there is none. */
  endHold(): Promise<void>;

  /**
   * Hands the far side over to a place in the telephone system's dialplan, which ends the line as `transferred`. Resolves
   * `false`, and the line stays, if there is no such place or the telephone system refuses.
   */
  continueAt(place: DialplanPlace): Promise<boolean>;

  /**
   * Puts the far side through to that of another line of the same telephone system. They hear each other once this resolves;
   * from then on nothing is played to or heard from either here. A hold ends. Each line still ends independently.
   *
   * @throws {AttendantError} `asterisk_unreachable` or `asterisk_request_failed`
   */
  join(other: Line): Promise<void>;

  /** Ends the call. Resolves when it has ended; hanging up twice is no error. */
  hangUp(): Promise<void>;
}
