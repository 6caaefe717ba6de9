/** Exit codes of all programs, as in sysexits.h. Starting again ends in the same way. */

/** The command line is wrong. */
export const EX_USAGE = 64;
/** A setting is wrong. */
export const EX_CONFIG = 78;
