import { Webhook } from "standardwebhooks";

/** The headers that say which webhook it is, of when, and from whom. */
export type Sign = (deliveryId: string, at: number, body: string) => Readonly<Record<string, string>>;

/**
 * Signs the Standard Webhooks way (HMAC-SHA256 over id, time and body): a signature for each secret, so that receivers
 * can change over from an old one to a new one.
 *
 * @param secrets `whsec_` with base64, or a plain text whose UTF-8 bytes are the key. Without any, nothing is signed.
 * @throws when a secret cannot be a key
 */
export function createSigner(secrets: readonly string[]): Sign {
  const signers = secrets.map((secret) =>
    secret.startsWith("whsec_")
      ? new Webhook(secret)
      : new Webhook(new TextEncoder().encode(secret), { format: "raw" }),
  );
  return (deliveryId, at, body) => ({
    "webhook-id": deliveryId,
    "webhook-timestamp": String(Math.floor(at / 1000)),
    ...(signers.length > 0 && {
      "webhook-signature": signers.map((signer) => signer.sign(deliveryId, new Date(at), body)).join(" "),
    }),
  });
}
