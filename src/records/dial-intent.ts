/**
 * What is known of a channel whose intent was recorded: `unknown` where Asterisk remembers nothing, since it was restarted,
 * or was told to forget.
 */
export type DialState = "dialled" | "not_dialled" | "unknown";

/** What Asterisk remembers of channels that were to be dialled: a channel that has gone leaves nothing else behind. */
export interface DialIntents {
  /**
   * Has Asterisk remember that a channel is about to be dialled, and, from then on, whether it was.
   * @throws {AttendantError} `asterisk_unreachable` or `asterisk_request_failed`
   */
  record(channelId: string, signal: AbortSignal): Promise<void>;
  /**
   * Whether a channel was dialled whose intent an earlier run has recorded; undefined while Asterisk cannot be asked. Takes a
   * second where it was not: a request may have been on its way when that run died.
   * @throws the signal's reason
   */
  lookUp(channelId: string, signal: AbortSignal): Promise<DialState | undefined>;
  /** Has Asterisk forget the channel, when nobody will ask any more. Never rejects. */
  clear(channelId: string): Promise<void>;
}
