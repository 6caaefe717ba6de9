/** The party at the other end of a line, as far as the telephone network reports it; empty strings otherwise. */
export interface Party {
  readonly number: string;
  readonly name: string;
}

/**
 * An answered channel with its media: the one thing the conversation knows of telephony.
 *
 * Audio is mono signed 16-bit at 16 000 Hz. The far side plays by a clock of its own, so nothing here waits for a
 * duration: `mark` shows when playback has got somewhere.
 */
export interface Line {
  /** Unique for the life of the telephone system; the Asterisk channel's id. */
  readonly id: string;
  readonly caller: Party;
  /** The extension that was dialled to get here. */
  readonly extension: string;
  /** Aborts, with an {@link Ending} as its reason, when the line is gone; nothing can be heard or said after that. */
  readonly signal: AbortSignal;

  /**
   * Calls `listener` for every frame heard (320 samples, 20 ms), synchronously as it arrives. The frame is a view
   * that is valid during the call only. No frames come while the far side sends none. Returns a way to stop.
   */
  hear(listener: (frame: Int16Array) => void): () => void;

  /** Calls `listener` with each key pressed: one of `0`–`9 * # A`–`D`. Returns a function that stops it. */
  onKey(listener: (key: string) => void): () => void;

  /**
   * Queues samples to be played, after what is queued already. Resolves when there is room for more: at once nearly
   * always, later while the far side's queue (20 s) is full. Samples short of a whole frame wait for those that follow
   * or for the next `mark`. Does nothing once the line is gone.
   */
  play(samples: Int16Array): Promise<void>;

  /**
   * Resolves `true` when everything queued before it was played, `false` when it was flushed away, the line went, or the
   * far side did not tell of it in time. The time of a pause does not count. Never rejects.
   */
  mark(): Promise<boolean>;

  /**
   * Throws away what is queued and not yet played: the far side is silent within a frame. Pending marks come to `false`,
   * and a pause is over.
   */
  flush(): void;

  /**
   * Silences the far side within a frame and keeps what is queued: nothing is played and no mark comes until `resume`,
   * but for one that was on its way. Pausing twice is no error.
   */
  pause(): void;

  /** Goes on playing where `pause` stopped, with the very next sample. Does nothing while not paused. */
  resume(): void;

  /**
   * Puts its far side through to that of another line of the same telephone system. They hear each other once this
   * resolves, and nothing is played to either or heard from them here any more. Each line still ends by itself.
   *
   * @throws {AttendantError} `asterisk_unreachable` or `asterisk_request_failed`
   */
  join(other: Line): Promise<void>;

  /** Ends the call. Resolves when it is gone; hanging up twice is no error. */
  hangUp(): Promise<void>;
}
