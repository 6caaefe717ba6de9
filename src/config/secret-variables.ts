import { isModelKey } from "./model-keys.js";
import { allSettings } from "./schema.js";

const FILE = "_FILE";

/** Whether the value of a variable is a secret. The path in NAME_FILE is none. */
export function isSecret(variable: string): boolean {
  if (isModelKey(variable)) return !variable.endsWith(FILE);
  return allSettings().some(({ name, secret }) => secret && name === variable);
}

/** Returns NAME for the variable NAME_FILE of a secret; undefined for all others. */
export function secretOfFile(variable: string): string | undefined {
  const name = variable.endsWith(FILE) ? variable.slice(0, -FILE.length) : "";
  return isSecret(name) ? name : undefined;
}

/** Whether NAME_FILE may give a variable. */
export function mayBeFile(variable: string): boolean {
  return isSecret(variable) || allSettings().some(({ name, file }) => file && name === variable);
}
