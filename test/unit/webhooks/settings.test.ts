import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { webhooks } from "../../../src/config/areas/webhooks.js";
import { createSigner } from "../../../src/webhooks/signature.js";

const { secrets, allowPrivate, allowHosts } = webhooks.settings;
const PLAIN = "a plain text of 24 chars".replaceAll(" ", "-");
const STANDARD = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

test("a webhook secret is whsec_ with base64 or plain text, and several stand side by side", () => {
  assert.deepEqual(secrets.parse(PLAIN), { value: [PLAIN] });
  assert.deepEqual(secrets.parse(STANDARD), { value: [STANDARD] });
  assert.deepEqual(secrets.parse(` ${STANDARD}\n${PLAIN} `), { value: [STANDARD, PLAIN] });
});

test("a webhook secret that is short, or no base64 behind whsec_, is refused", () => {
  const short = `whsec_${Buffer.alloc(23, 7).toString("base64")}`;
  for (const text of [
    PLAIN.slice(1),
    short,
    `${STANDARD}=`,
    `${STANDARD}A`,
    "whsec_",
    `whsec_${"!".repeat(40)}`,
    " ",
  ]) {
    assert.ok("expected" in secrets.parse(text), text);
  }
  assert.ok("expected" in secrets.parse(`${STANDARD} short`), "one of two");
});

test("every webhook secret that the settings take can sign", () => {
  const key = fc.oneof(
    fc.uint8Array({ minLength: 20, maxLength: 70 }).map((bytes) => `whsec_${Buffer.from(bytes).toString("base64")}`),
    fc
      .uint8Array({ minLength: 20, maxLength: 70 })
      .map((b) => `whsec_${Buffer.from(b).toString("base64").replace(/=/g, "")}`),
    fc.base64String({ minLength: 20, maxLength: 60 }).map((text) => `whsec_${text.slice(1)}`),
    fc.string({ minLength: 20, maxLength: 40, unit: "grapheme" }),
  );
  let signed = 0;
  fc.assert(
    fc.property(key, (text) => {
      const parsed = secrets.parse(text);
      if (!("value" in parsed)) return;
      signed++;
      assert.match(createSigner(parsed.value)("msg_1", 0, "{}")["webhook-signature"] ?? "", /^v1,/);
    }),
  );
  assert.ok(signed > 10);
});

test("private receivers are the common case and allowed unless that is switched off", () => {
  assert.equal(allowPrivate.fallback, true);
  assert.deepEqual(allowPrivate.parse("false"), { value: false });
});

test("hosts are names, addresses and all names below one", () => {
  assert.deepEqual(allowHosts.fallback, []);
  assert.deepEqual(allowHosts.parse("N8N, *.Example.org hooks.example.com.\n192.168.1.20 FD00:0::1 münchen.example"), {
    value: ["n8n", "*.example.org", "hooks.example.com", "192.168.1.20", "fd00::1", "xn--mnchen-3ya.example"],
  });
  for (const text of [",", "http://n8n", "n8n:5678", "n8n/hook", "a@b", "*", "*.", "a.*.b", "[::1]"]) {
    assert.ok("expected" in allowHosts.parse(text), text);
  }
});
