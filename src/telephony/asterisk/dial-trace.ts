/*
 * The trace of a channel: a variable of Asterisk's own by which it remembers that the channel was to be dialled, and that it
 * was. A channel that has gone leaves nothing else behind.
 */

export const ANNOUNCED = "announced";
export const DIALLED = "dialled";

export function traceName(channelId: string): string {
  return `DIAL_TRACE_${channelId.replaceAll(/[^A-Za-z0-9]/g, "_")}`;
}

/**
 * What an originate request sets. Asterisk does so after it has made the channel and before it dials, so that no channel is
 * ever seen without its trace.
 */
export function traceVariables(channelId: string): Readonly<Record<string, string>> {
  return { [`GLOBAL(${traceName(channelId)})`]: DIALLED };
}
