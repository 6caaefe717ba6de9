import { resolve } from "node:path";
import { mayBeFile } from "../config/secret-variables.js";
import type { Draft } from "./draft.js";
import type { Facts } from "./facts.js";
import { fitsEnvFile } from "./env-file.js";
import { toBytes, toText } from "./file-state.js";

/** Passwords that setup writes, each into a file of its own when `.env` cannot hold it. */
const OWN = ["SIP_PASSWORD", "ARI_PASSWORD", "AMI_PASSWORD"];
const ownFile = (name: string) => `secrets/${name.toLowerCase()}`;

/** Returns an existing secret: from the environment, the file that a setting names, or `.env`. */
export function knownSecret(facts: Facts, name: string): string | undefined {
  const { given, env } = facts;
  const path = given[`${name}_FILE`] ?? (given[name] ? undefined : env[`${name}_FILE`]);
  return (path ? secretIn(facts, path) : undefined) ?? (given[name] || env[name] || undefined);
}

/** Returns the existing secret of a setting, or a new one. It goes into `.env`, or into a file when `.env` cannot hold it. */
export function secretFor(facts: Facts, draft: Draft, name: string, make: () => string): string {
  const { given, env, folder, owner } = facts;
  const secret = knownSecret(facts, name) ?? make();
  const file = ownFile(name);
  const path = given[`${name}_FILE`] ?? env[`${name}_FILE`] ?? (fitsEnvFile(secret) ? undefined : file);
  if (path === undefined) draft.env[name] = secret;
  else {
    draft.env[`${name}_FILE`] = path;
    delete draft.env[name];
    if (resolve(folder, path) === resolve(folder, file)) {
      draft.folder(resolve(folder, "secrets"), { ...owner, mode: 0o700 }, false);
      draft.write(resolve(folder, path), toBytes(`${secret}\n`), { ...owner, mode: 0o600 }, "name");
    }
  }
  return secret;
}

/** Adds faults for secrets in the environment that are in files already, and that only their owner may change there. */
export function checkGivenSecrets(facts: Facts, draft: Draft): void {
  const { given, env, folder } = facts;
  for (const [name, secret] of Object.entries(given)) {
    const path = mayBeFile(name) && !given[`${name}_FILE`] ? env[`${name}_FILE`] : undefined;
    if (!path || (OWN.includes(name) && resolve(folder, path) === resolve(folder, ownFile(name)))) continue;
    delete draft.env[name];
    if (secretIn(facts, path) !== secret) draft.faults.push(`${name} is in ${path}: change it there`);
  }
}

function secretIn({ folder, file }: Facts, path: string): string | undefined {
  const bytes = file(resolve(folder, path))?.bytes;
  return bytes === undefined ? undefined : toText(bytes).replace(/(\r?\n)+$/, "");
}
