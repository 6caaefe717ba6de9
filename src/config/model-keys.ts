import type { Environment, ReadFile } from "./environment.js";

/**
 * Names of the variables with the keys of assistants' language models. The prefix keeps a file of assistants, which can be
 * changed over REST, from sending any other secret of the environment to a server of its choice.
 */
const MODEL_KEY = /^MODEL_KEY_[A-Z0-9_]{1,60}$/;
export const MODEL_KEY_NAME = "MODEL_KEY_ and a name in capitals, such as MODEL_KEY_LARGE";
const FILE = "_FILE";

/** Whether a variable has such a key, or the path of a file with one. */
export function isModelKey(variable: string): boolean {
  return MODEL_KEY.test(variable);
}

/** Returns NAME for the variable NAME_FILE, which has the path of a file with a key; undefined for all others. */
export function modelKeyOfFile(variable: string): string | undefined {
  const name = variable.endsWith(FILE) ? variable.slice(0, -FILE.length) : "";
  return isModelKey(name) ? name : undefined;
}

/** Returns the key in a variable, or in the file that NAME_FILE names; undefined when there is none. */
export function modelKeyIn(environment: Environment, variable: string, readFile: ReadFile): string | undefined {
  if (!isModelKey(variable)) return undefined;
  const own = environment[variable]?.trim();
  if (own) return own;
  const path = environment[`${variable}${FILE}`]?.trim();
  if (!path) return undefined;
  try {
    return readFile(path).trim() || undefined;
  } catch {
    return undefined; // It is reported like one that is not set.
  }
}

/** Returns all such keys: values that no log line may contain. */
export function modelKeysIn(environment: Environment, readFile: ReadFile): readonly string[] {
  const names = Object.keys(environment).filter(isModelKey);
  const variables = names.map((name) => modelKeyOfFile(name) ?? name);
  return [...new Set(variables)].flatMap((name) => modelKeyIn(environment, name, readFile) ?? []);
}
