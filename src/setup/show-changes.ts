import { createTwoFilesPatch } from "diff";
import { isSecret } from "../config/secret-variables.js";
import { type FileChange, toText } from "./file-state.js";

const MASK = "********";
/** Text before a secret in Asterisk's files, also in lines that are commented out. */
const SECRET_KEY = /^([ +-]?[\s;]*(?:password|secret|md5_cred|auth_pass|remotesecret)\s*=>?\s*)\S.*$/i;
/** A line of a .env, also one that is commented out. */
const ASSIGNMENT = /^([ +-]?[\s#]*(?:export\s+)?([A-Z0-9_]+)\s*=\s*)\S.*$/;
/** Names of the secrets of tools and of Compose. The name of a file is not a secret. */
const SECRET_NAME = /(?:PASSWORD|SECRET|TOKEN|KEY)S?$/;
const IN_ADDRESS = /(\/\/[^/\s:@]*:)[^/\s@]+@/g;

/** Masks the values of secret settings, Asterisk's passwords, and `secrets` anywhere. */
export function masked(text: string, secrets: readonly string[] = []): string {
  const hideValue = (line: string, begin: string, name: string) =>
    isSecret(name) || SECRET_NAME.test(name) ? `${begin}${MASK}` : line;
  const known = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length);
  return text
    .split("\n")
    .map((line) =>
      line.replace(SECRET_KEY, `$1${MASK}`).replace(ASSIGNMENT, hideValue).replace(IN_ADDRESS, `$1${MASK}@`),
    )
    .map((line) => known.reduce((shown, secret) => shown.replaceAll(secret, MASK), line))
    .join("\n");
}

/** Formats planned changes as a unified difference with masked secrets. */
export function showChanges(changes: readonly FileChange[], secrets: readonly string[]): string {
  return changes.map((change) => showChange(change, secrets)).join("\n");
}

function showChange(change: FileChange, secrets: readonly string[]): string {
  const { path, before, after } = change;
  const access = `${after.mode.toString(8).padStart(4, "0")}, user ${after.uid}, group ${after.gid}`;
  if (before?.bytes === after.bytes) return `${path}: permissions ${before.mode.toString(8)} → ${access}\n`;
  if (change.shown === "name" && !before) return `${path}: new, ${after.bytes.length} bytes (${access})\n`;
  const [from, base] = before ? [path, before.bytes] : ["/dev/null", ""];
  const patch = createTwoFilesPatch(from, path, toText(base), toText(after.bytes), "", before ? "" : `new (${access})`);
  return masked(patch.replace(/^(Index: .*\n)?=+\n/, ""), secrets);
}
