/** Exit codes of all programs, as in sysexits.h. Restarting the program leads to the same result. */

/** The command line is wrong. */
export const EX_USAGE = 64;
/** A setting is wrong. */
export const EX_CONFIG = 78;
