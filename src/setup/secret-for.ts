import { resolve } from "node:path";
import type { Draft } from "./draft.js";
import type { Facts } from "./facts.js";
import { fitsEnvFile } from "./env-file.js";
import { toBytes, toText } from "./file-state.js";

/** Returns an existing secret: from the file that a setting names, the environment or `.env`. */
export function knownSecret({ given, env, folder, file }: Facts, name: string): string | undefined {
  const path = given[`${name}_FILE`] ?? env[`${name}_FILE`];
  const inFile = path ? file(resolve(folder, path))?.bytes : undefined;
  return inFile === undefined ? given[name] || env[name] || undefined : toText(inFile).replace(/(\r?\n)+$/, "");
}

/** Returns the existing secret of a setting, or a new one. It goes into `.env`, or into a file when `.env` cannot hold it. */
export function secretFor(facts: Facts, draft: Draft, name: string, make: () => string): string {
  const { given, env, folder, owner } = facts;
  const secret = knownSecret(facts, name) ?? make();
  const file = `secrets/${name.toLowerCase()}`;
  const path = given[`${name}_FILE`] ?? env[`${name}_FILE`] ?? (fitsEnvFile(secret) ? undefined : file);
  if (path === undefined) draft.env[name] = secret;
  else {
    draft.env[`${name}_FILE`] = path;
    delete draft.env[name];
    if (path === file) {
      draft.folder(resolve(folder, "secrets"), { ...owner, mode: 0o700 }, false);
      draft.write(resolve(folder, path), toBytes(`${secret}\n`), { ...owner, mode: 0o600 }, "name");
    }
  }
  return secret;
}
