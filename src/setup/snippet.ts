/** What a file of the project says, by its path there, or by its name in `asterisk-config/freepbx`. */
export type Snippet = (name: string) => string;

/** @throws when the file of the project is not as it is expected: then this and that have to be changed together */
export function replaced(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((changed, [pattern, by]) => {
    if (!pattern.test(changed)) throw new Error(`the file of the project has nothing that is ${pattern}`);
    pattern.lastIndex = 0;
    return changed.replace(pattern, () => by);
  }, text);
}
