import { Webhook } from "standardwebhooks";

/** Returns the headers that identify, date and sign a webhook. */
export type Sign = (deliveryId: string, at: number, body: string) => Readonly<Record<string, string>>;

/**
 * Signs as Standard Webhooks defines (HMAC-SHA256 over id, time and body), with one signature per secret so that receivers can
 * rotate secrets.
 *
 * @param secrets `whsec_` with base64, or plain text whose UTF-8 bytes are the key. Without secrets, nothing is signed.
 * @throws when a secret is not a valid key
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
