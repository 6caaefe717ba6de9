// @ts-check
/**
 * Limits of what passes between host and worker, enforced on both sides. JavaScript, because the worker must be the same file in
 * the sources and in the build. Lengths are in characters.
 */

/** The definitions of a file's tools. */
export const MAX_DEFINITIONS = 64 * 1024;
/** A result's message: the longest message that can be spoken in a placed call. */
export const MAX_MESSAGE = 4_000;
/** A result with its data, as JSON. */
export const MAX_RESULT = 64 * 1024;
/** A tool's memory for a call, as JSON. */
export const MAX_MEMORY = 64 * 1024;
/** A reason, a log message, a printed line. */
export const MAX_LINE = 1_000;
/** The data of a log message, as JSON. */
export const MAX_LOGGED = 4 * 1024;
/** A sentence spoken while a tool works. */
export const MAX_SENTENCE = 500;
/** Such sentences per run. */
export const MAX_SENTENCES = 5;
/** Requests to `tasks` per run. */
export const MAX_TASK_REQUESTS = 50;
/** Log messages and printed lines within the time below. */
export const MAX_LINES = 100;
/** ms */
export const LINES_WINDOW_MS = 10_000;
