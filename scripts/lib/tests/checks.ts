/** A check that is not a test file. */
export interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

/** On one core each, as the schedule counts them: with more, calls of tests beside them lose audio. */
const npmRun = (script: string, ...args: string[]): Check => ({
  name: script,
  command: ["env", "GOMAXPROCS=1", "npm", "run", "--silent", script, ...(args.length > 0 ? ["--", ...args] : [])],
});

/** So that no file of all those named has to be one that is checked. */
const NOTHING_IS_FINE = ["--no-error-on-unmatched-pattern"];
const ONE_THREAD = "--threads=1";

/** Files that the linter reads. */
const CODE = /\.(ts|tsx|mjs|js)$/;

/**
 * Checks by their names in `--with`; those with the same name may run concurrently.
 * @param changed paths, to check only what has changed
 */
export const CHECKS: Readonly<Record<string, (changed: readonly string[] | undefined) => readonly Check[]>> = {
  types: () => [npmRun("types:code"), npmRun("types:pages")],
  lint: (changed) => {
    const code = changed?.filter((path) => CODE.test(path)) ?? ["."];
    return [
      ...(code.length > 0 ? [npmRun("lint:code", ONE_THREAD, ...NOTHING_IS_FINE, ...code)] : []),
      npmRun("lint:format", ONE_THREAD, ...NOTHING_IS_FINE, ...(changed ?? ["."])),
    ];
  },
};

/** Returns the checks behind `names`. @throws Error that names an unknown one */
export function checksOf(names: readonly string[], changed: readonly string[] | undefined): readonly Check[] {
  return names.flatMap((name) => {
    const checks = CHECKS[name];
    if (checks === undefined)
      throw new Error(`--with: "${name}" is not known; expected ${Object.keys(CHECKS).join(", ")}`);
    return checks(changed);
  });
}
