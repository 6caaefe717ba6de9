import type { Log } from "../../../src/observability/log.js";

/** A log that keeps its lines to itself. */
export const quietLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  said: () => {},
  hide: () => {},
  with: () => quietLog,
};
