/** A check that is no test file. */
export interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const npmRun = (script: string, ...args: string[]): Check => ({
  name: script,
  command: ["npm", "run", "--silent", script, ...(args.length > 0 ? ["--", ...args] : [])],
});

/** Files that ESLint reads; Prettier leaves alone what it has no form for. */
const CODE = /\.(ts|tsx|mjs|js)$/;

/**
 * Checks by the name that `--with` takes; those of a name may run side by side.
 * @param changed paths, where only what has changed is checked
 */
export const CHECKS: Readonly<Record<string, (changed: readonly string[] | undefined) => readonly Check[]>> = {
  types: () => [npmRun("types:code"), npmRun("types:pages")],
  lint: (changed) => {
    const code = changed?.filter((path) => CODE.test(path)) ?? ["."];
    return [
      ...(code.length > 0 ? [npmRun("lint:code", "--no-warn-ignored", ...code)] : []),
      npmRun("lint:format", "--ignore-unknown", ...(changed ?? ["."])),
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
