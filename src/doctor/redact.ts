import { allSettings } from "../config/schema.js";
import type { Environment } from "../config/environment.js";
import { createMask } from "../observability/log-value.js";
import { createNumberMask } from "../observability/number-mask.js";
import type { Installation } from "./installation.js";

/** Removes secrets and personal details from texts. */
export interface Redactor {
  /** Removes secrets in any encoding, for the administrator's own screen. */
  secrets(text: string): string;
  /** Removes secrets, telephone numbers and spoken words, for other people. */
  everything(text: string): string;
}

/** Settings that contain telephone numbers, including former ones. */
const NUMBER_SETTINGS = /^(SIP_USER|OPERATOR_EXTENSION|DIAL_RULES|(CALLER_)?DIAL_(ALLOW|DENY)|API_CLIENTS)$/;
/** Limits after a key of API_KEYS. */
const LIMITS_OF_KEYS = /(?<=\s)(dial_allow|rate_per_minute)=[^,\r\n]*/g;
/** Texts that are secrets by their position. */
const BY_PLACE: readonly (readonly [RegExp, string])[] = [
  [/(\/\/)[^/\s@"']+@/g, "$1***@"],
  [/\b(Basic|Bearer)\s+[\w+/=.~-]{6,}/gi, "$1 ***"],
  [/\b(sk|pk|rk|whsec|xox[a-z]|gsk|hf|ghp)[-_][\w+/=-]{8,}/gi, "***"],
  [/([?&](?:api[-_]?key|key|token|password|secret|api_key)=)[^&\s"']+/gi, "$1***"],
];
/** Quotation marks in which the doctor puts spoken words. */
const QUOTED = /“[^”]*”/g;

export function redactor({ environment, secrets }: Pick<Installation, "environment" | "secrets">): Redactor {
  const mask = createMask(formsOf([...secrets, ...secretTexts(environment)], environment));
  const numbers = createNumberMask("none");
  for (const [name, value] of Object.entries(environment)) {
    const held = NUMBER_SETTINGS.test(name) ? [value ?? ""] : name === "API_KEYS" ? value?.match(LIMITS_OF_KEYS) : null;
    for (const number of held?.join(" ").split(/[\s,;:|=]+/) ?? []) numbers?.(number, "number"); // Registers the number, so that later texts are masked.
  }
  const bySecret = (text: string) => BY_PLACE.reduce((rest, [pattern, by]) => rest.replace(pattern, by), mask(text));
  return {
    secrets: bySecret,
    everything: (text) => {
      const plain = bySecret(text).replace(QUOTED, "“…”");
      return numbers ? numbers(plain) : plain;
    },
  };
}

/** Returns all secrets, including those of faulty settings: a key that contains a blank is still a key. */
function secretTexts(environment: Environment): string[] {
  const names = allSettings().flatMap(({ name, secret }) => (secret ? [name] : []));
  return names
    .flatMap((name) => (environment[name] ?? "").replace(LIMITS_OF_KEYS, "").split(/[\s,]+/))
    .flatMap((text) => [text, ...text.split(":").slice(-1)])
    .filter(Boolean);
}

/** Returns the forms in which secrets appear in JSON, URLs and headers. */
function formsOf(
  secrets: readonly string[],
  { ARI_USER: ari = "attendant", AMI_USER: ami = "attendant", SIP_USER: sip = "" }: Environment,
): string[] {
  const base64 = (text: string) => Buffer.from(text).toString("base64").replace(/=+$/, "");
  return secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    base64(secret),
    ...[ari, ami, sip].map((user) => base64(`${user}:${secret}`)),
  ]);
}
