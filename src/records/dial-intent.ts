/**
 * The state of a channel whose intent was recorded: `unknown` when Asterisk has no record, because it was restarted or the record
 * was removed.
 */
export type DialState = "dialled" | "not_dialled" | "unknown";

/** Records, in Asterisk, the channels that are about to be dialled: a channel that has ended leaves no other trace. */
export interface DialIntents {
  /**
   * Records in Asterisk that a channel is about to be dialled and, from then on, whether it was.
   * @throws {AttendantError} `asterisk_unreachable` or `asterisk_request_failed`
   */
  record(channelId: string, signal: AbortSignal): Promise<void>;
  /**
   * Returns whether a channel was dialled whose intent an earlier process instance recorded; undefined while Asterisk cannot be
   * asked. Takes a second if it was not: a request may have been on its way when that instance died.
   * @throws the signal's reason
   */
  lookUp(channelId: string, signal: AbortSignal): Promise<DialState | undefined>;
  /** Removes Asterisk's record of the channel when it is no longer needed. Never rejects. */
  clear(channelId: string): Promise<void>;
}
