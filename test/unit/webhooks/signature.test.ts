import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { createSigner } from "../../../src/webhooks/signature.js";

const STANDARD = `whsec_${Buffer.from("a key of thirty-two bytes, exact").toString("base64")}`;
const PLAIN = "schlüssel-für-webhooks-2026";
const BODY = '{"call_id":"c1","error":"ü"}';

test("a receiver verifies the signature with the public package", () => {
  const headers = createSigner([STANDARD])("msg_c1", Date.now(), BODY);
  assert.deepEqual(new Webhook(STANDARD).verify(BODY, headers), { call_id: "c1", error: "ü" });
  assert.throws(() => new Webhook(STANDARD).verify(BODY.replace("c1", "c2"), headers), /signature/);
});

test("a plain secret is a key as it is written", () => {
  const headers = createSigner([PLAIN])("msg_c1", Date.now(), BODY);
  assert.ok(new Webhook(new TextEncoder().encode(PLAIN), { format: "raw" }).verify(BODY, headers));
});

test("while secrets change over, receivers with the old and with the new one both verify", () => {
  const headers = createSigner([STANDARD, PLAIN])("msg_c1", Date.now(), BODY);
  assert.equal(headers["webhook-signature"]?.split(" ").length, 2);
  assert.ok(new Webhook(STANDARD).verify(BODY, headers));
  assert.ok(new Webhook(new TextEncoder().encode(PLAIN), { format: "raw" }).verify(BODY, headers));
});

test("without a secret the id and the time are sent, and no signature", () => {
  assert.deepEqual(createSigner([])("msg_c1", 1_700_000_000_999, BODY), {
    "webhook-id": "msg_c1",
    "webhook-timestamp": "1700000000",
  });
});
