import { onFirstUse } from "../kernel/on-first-use.js";
import { isModelKey, modelKeyOfFile } from "./model-keys.js";
import { allSettings } from "./schema.js";

const FILE = "_FILE";
const settingNames = onFirstUse(() => {
  const namesOf = (is: "secret" | "file") => new Set(allSettings().flatMap((each) => (each[is] ? [each.name] : [])));
  return { secret: namesOf("secret"), file: namesOf("file") };
});

/** Whether the value of a variable is a secret. The path in NAME_FILE is none. */
export function isSecret(variable: string): boolean {
  if (isModelKey(variable)) return modelKeyOfFile(variable) === undefined;
  return settingNames().secret.has(variable);
}

/** Returns NAME for the variable NAME_FILE of a secret; undefined for all others. */
export function secretOfFile(variable: string): string | undefined {
  const name = variable.endsWith(FILE) ? variable.slice(0, -FILE.length) : "";
  return isSecret(name) ? name : undefined;
}

/** Whether NAME_FILE may give a variable. */
export function mayBeFile(variable: string): boolean {
  return isSecret(variable) || settingNames().file.has(variable);
}
