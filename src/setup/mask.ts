import { allSettings } from "../config/schema.js";

const MASK = "********";
/** What stands before a secret in the files of Asterisk, of a line that is commented out as well. */
const SECRET_KEY = /^([ +-]?[\s;]*(?:password|secret|md5_cred|auth_pass|remotesecret)\s*=>?\s*)\S.*$/i;
/** What is a secret in a .env by its name, also one of a tool or of Compose; a file that has it is none. */
const SECRET_NAME = "[A-Z0-9_]*(?:PASSWORD|SECRET|TOKEN|KEY)S?";
const IN_ADDRESS = /(\/\/[^/\s:@]*:)[^/\s@]+@/g;

/** Hides what must not be shown: the values of secret settings, passwords of Asterisk's, and `secrets` wherever they are. */
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
