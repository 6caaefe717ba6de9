/** Longest time that a test file may take in `./scripts/test`, in seconds. */
export const BUDGET_SECONDS = 20;

/** Files that may take longer, each with the reason. */
export const ALLOWED: Readonly<Record<string, { readonly seconds: number; readonly reason: string }>> = {};

/** Of a machine that other programs keep busy nothing can be said. In cores. */
export const BUSY_WITH_OTHERS = 0.5;

/** Returns how long `file` may take, in seconds. */
export const budgetOf = (file: string) => ALLOWED[file]?.seconds ?? BUDGET_SECONDS;
