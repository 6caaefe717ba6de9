/** Reads a file of the project, by its path or its name in `asterisk-config/freepbx`. */
export type Snippet = (name: string) => string;

/** @throws when the file is not as expected: this code and that file must be changed together */
export function replaced(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((changed, [pattern, by]) => {
    if (!pattern.test(changed)) throw new Error(`the file of the project has nothing that is ${pattern}`);
    pattern.lastIndex = 0;
    return changed.replace(pattern, () => by);
  }, text);
}
