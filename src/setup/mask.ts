import { allSettings } from "../config/schema.js";

const MASK = "********";
/** Text before a secret in Asterisk's files, also in lines that are commented out. */
const SECRET_KEY = /^([ +-]?[\s;]*(?:password|secret|md5_cred|auth_pass|remotesecret)\s*=>?\s*)\S.*$/i;
/** Names of secrets in a .env, including those of tools and Compose. The name of a file is not a secret. */
const SECRET_NAME = "[A-Z0-9_]*(?:PASSWORD|SECRET|TOKEN|KEY)S?";
const IN_ADDRESS = /(\/\/[^/\s:@]*:)[^/\s@]+@/g;

/** Masks the values of secret settings, Asterisk's passwords, and `secrets` anywhere. */
export function masked(text: string, secrets: readonly string[] = []): string {
  const names = allSettings().filter(({ secret }) => secret);
  const setting = new RegExp(
    `^([ +-]?[\\s#]*(?:export\\s+)?(?:${[...names.map(({ name }) => name), SECRET_NAME].join("|")})\\s*=\\s*)\\S.*$`,
  );
  const known = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length);
  return text
    .split("\n")
    .map((line) =>
      line.replace(SECRET_KEY, `$1${MASK}`).replace(setting, `$1${MASK}`).replace(IN_ADDRESS, `$1${MASK}@`),
    )
    .map((line) => known.reduce((shown, secret) => shown.replaceAll(secret, MASK), line))
    .join("\n");
}
