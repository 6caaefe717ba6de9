import { plainHost } from "../../kernel/host.js";
import { area, flag, hasControls, type Parsed, reader, setting } from "../setting.js";

const SECRETS =
  "whsec_ with base64 of at least 24 bytes, or plain text of at least 24 characters; several with blanks between";

const HOSTS = "host names, IP addresses and *.example.com for all names below one, separated by blanks or commas";

export const webhooks = area("Webhooks", ["WEBHOOK_"], {
  secrets: setting(
    "WEBHOOK_SECRET",
    { values: SECRETS, parse: secrets },
    {
      default: [],
      fallbackText: "",
      secret: true,
      description:
        "Secret that signs webhooks, as in Standard Webhooks. Without it, webhooks are not signed. If there are several, each of them signs every webhook, so that receivers can change from one to the next.",
    },
  ),
  allowPrivate: setting("WEBHOOK_ALLOW_PRIVATE", flag(), {
    default: true,
    description:
      "Whether webhooks may be sent to private and loopback addresses. Link-local and cloud metadata addresses are always refused.",
  }),
  allowHosts: setting("WEBHOOK_ALLOW_HOSTS", reader(HOSTS, hosts), {
    default: [],
    fallbackText: "any",
    description:
      "The only hosts that webhooks may be sent to. A host listed by its name may have a private address even if WEBHOOK_ALLOW_PRIVATE is false; one that only *. matches needs WEBHOOK_ALLOW_PRIVATE=true for that.",
  }),
});

function secrets(text: string): Parsed<readonly string[]> {
  const given = text.split(/\s+/).filter((secret) => secret !== "");
  return given.length > 0 && given.every(isSecret) ? { value: given } : { expected: SECRETS };
}

function isSecret(secret: string): boolean {
  if (!secret.startsWith("whsec_")) return secret.length >= 24 && !hasControls(secret);
  const [, digits = "", padding = ""] = /^whsec_([A-Za-z0-9+/]+)(={0,2})$/.exec(secret) ?? [];
  const whole = padding === "" ? digits.length % 4 !== 1 : (digits.length + padding.length) % 4 === 0;
  return whole && Buffer.from(digits, "base64").length >= 24;
}

/** Reads hosts in the form that webhook addresses have, so that the two can be compared. */
function hosts(text: string): readonly string[] | undefined {
  const given = text.split(/[\s,]+/).filter((host) => host !== "");
  const plain = given.map((host) => {
    const below = host.startsWith("*.") ? "*." : "";
    const name = plainHost(host.slice(below.length));
    return name && below + name;
  });
  return plain.length > 0 && plain.every((host) => host !== undefined) ? plain : undefined;
}
