import { allSettings } from "../config/schema.js";
import type { Environment } from "../config/read-environment.js";
import { createMask } from "../observability/log-value.js";
import { createNumberMask } from "../observability/number-mask.js";
import type { Installation } from "./installation.js";

/** Takes out of texts what nobody else may see. */
export interface Redactor {
  /** Secrets, in whatever dress: for the administrator's own screen. */
  secrets(text: string): string;
  /** Secrets, telephone numbers and words that were said: for somebody else. */
  everything(text: string): string;
}

/** Settings that hold telephone numbers. */
const NUMBER_SETTINGS = /^(SIP_USER|OPERATOR_EXTENSION|(CALLER_)?DIAL_(ALLOW|DENY)|API_CLIENTS)$/;
/** What is a secret by where it stands, whoever's it is. */
const BY_PLACE: readonly (readonly [RegExp, string])[] = [
  [/(\/\/)[^/\s@"']+@/g, "$1***@"],
  [/\b(Basic|Bearer)\s+[\w+/=.~-]{6,}/gi, "$1 ***"],
  [/\b(sk|pk|rk|whsec|xox[a-z]|gsk|hf|ghp)[-_][\w+/=-]{8,}/gi, "***"],
  [/([?&](?:api[-_]?key|key|token|password|secret|api_key)=)[^&\s"']+/gi, "$1***"],
];
/** In what the doctor writes, words of people stand between these. */
const QUOTED = /“[^”]*”/g;

export function redactor({ environment, secrets }: Pick<Installation, "environment" | "secrets">): Redactor {
  const mask = createMask(formsOf([...secrets, ...secretTexts(environment)], environment));
  const numbers = createNumberMask("none");
  for (const [name, value] of Object.entries(environment)) {
    if (!value || !NUMBER_SETTINGS.test(name)) continue;
    for (const number of value.split(/[\s,;:|]+/)) numbers?.(number, "number"); // From now on it knows it.
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

/** Of settings that cannot be used as well: a key with a blank in it is one all the same. */
function secretTexts(environment: Environment): string[] {
  const names = allSettings().flatMap(({ name, secret }) => (secret ? [name] : []));
  return names
    .flatMap((name) => (environment[name] ?? "").split(/[\s,]+/))
    .flatMap((text) => [text, ...text.split(":").slice(-1)])
    .filter(Boolean);
}

/** As they are written into JSON, URLs and headers. */
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
