import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { mannerFields } from "../../../src/http/calls/call-manner.js";
import { BLOCKED_PORTS, checkCallbackUrl, MAX_URL } from "../../../src/webhooks/callback-url.js";

test("the ports that are refused are those that the description of callback_url names", () => {
  const refused = Array.from({ length: 65_536 }, (_, port) => port).filter(
    (port) => checkCallbackUrl(`http://example.com:${port}/`) === `must not use port ${port}`,
  );
  assert.deepEqual(refused, BLOCKED_PORTS);
  const list = /\b0,\s1,\s7,[\d,\s]+/.exec(String(mannerFields.callback_url?.description))?.[0] ?? "";
  assert.deepEqual(list.match(/\d+/g)?.map(Number), refused);
});

test("addresses that clients use are taken", () => {
  for (const url of [
    "http://n8n.local:5678/webhook/2f?x=1",
    "https://example.com",
    "HTTPS://Example.com/ü",
    "http://192.168.1.20:8123/api/webhook/abc",
    "http://127.0.0.1:3000/",
    "http://[::1]:3000/hook",
    "http://homeassistant/hook#part",
    `https://example.com/${"a".repeat(MAX_URL - 20)}`,
  ])
    assert.equal(checkCallbackUrl(url), undefined, url);
});

test("what is no http or https address is refused", () => {
  for (const url of [
    "",
    "example.com/hook",
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "http:example.com",
    "http:///example.com",
    "http:\\\\example.com",
    "http://exa mple.com/",
    " http://example.com/",
    "http://example.com/\r\nX-Injected: 1",
    "http://example.com/\u0000",
    "http://example.com/\ud800",
    "http://",
    "http://256.1.1.1/",
    "http://example.com:65536/",
    "http://[::1/",
  ])
    assert.equal(checkCallbackUrl(url), "must be an http:// or https:// address", JSON.stringify(url));
});

test("a user name, an address of excessive length and a port of another protocol are refused", () => {
  assert.match(checkCallbackUrl("http://user:password@example.com/") ?? "", /user name/);
  assert.match(checkCallbackUrl("http://user@example.com/") ?? "", /user name/);
  assert.match(checkCallbackUrl(`http://example.com/${"a".repeat(MAX_URL)}`) ?? "", /2048 characters/);
  for (const port of [0, 22, 25, 5060, 6667])
    assert.equal(checkCallbackUrl(`http://example.com:${port}/`), `must not use port ${port}`);
  assert.match(checkCallbackUrl(`http://${"a.".repeat(130)}example.com/`) ?? "", /253/);
});

test("the metadata address is seen through every disguise", () => {
  for (const host of [
    "169.254.169.254",
    "169.254.169.254.",
    "2852039166",
    "0xa9fea9fe",
    "0251.0376.0251.0376",
    "0xA9.0xFE.0xA9.0xFE",
    "169.254.43518",
    "169.16689662",
    "%31%36%39.254.169.254",
    "①⑥⑨.254.169.254",
    "[::ffff:169.254.169.254]",
    "[::ffff:a9fe:a9fe]",
    "[64:ff9b::a9fe:a9fe]",
    "[2002:a9fe:a9fe::]",
  ])
    assert.equal(checkCallbackUrl(`http://${host}/latest/`), "must not name a cloud metadata address", host);
});

test("private addresses in numbers are refused at once where private ones are", () => {
  const strict = { allowPrivate: false };
  assert.equal(checkCallbackUrl("http://0x7f.1/", strict), "must not name a loopback address");
  assert.equal(checkCallbackUrl("http://[::1]/", strict), "must not name a loopback address");
  assert.equal(checkCallbackUrl("http://10.1/", strict), "must not name a private address");
  assert.equal(checkCallbackUrl("http://a-name-is-judged-later/", strict), undefined);
});

test("whatever is sent as an address, the check answers in words and never throws", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: "binary" }).map((end) => `http://${end}`),
    fc.tuple(fc.webAuthority({ withUserInfo: true, withPort: true }), fc.webPath()).map(([a, b]) => `https://${a}${b}`),
  );
  let taken = 0;
  fc.assert(
    fc.property(text, (url) => {
      const fault = checkCallbackUrl(url);
      if (fault !== undefined) return assert.match(fault, /^must /);
      taken++;
      const { protocol, username, password } = new URL(url);
      assert.ok(/^https?:$/.test(protocol) && username === "" && password === "" && url.length <= MAX_URL);
      return undefined;
    }),
    { numRuns: 1_000 },
  );
  assert.ok(taken > 50);
});

test("where hosts are named, nothing goes to another, and a named one may be private", () => {
  const allowHosts = ["hooks.example.com", "*.example.org", "192.168.1.20", "fd00::1", "n8n"];
  const named = { allowPrivate: false, allowHosts };
  for (const url of [
    "https://hooks.example.com/a",
    "https://HOOKS.example.com.:8443/a",
    "https://a.example.org/",
    "https://a.b.example.org/",
    "http://192.168.1.20:8123/",
    "http://0xc0a80114/",
    "http://[fd00:0::1]/",
    "http://n8n:5678/",
  ])
    assert.equal(checkCallbackUrl(url, named), undefined, url);
  for (const url of [
    "https://example.com/",
    "https://hooks.example.com.evil.test/",
    "https://evilhooks.example.com/",
    "https://example.org/",
    "https://evil-example.org/",
    "http://192.168.1.21/",
    "http://n8n.evil.test/",
  ])
    assert.match(checkCallbackUrl(url, named) ?? "", /WEBHOOK_ALLOW_HOSTS/, url);
  const metadata = { allowPrivate: true, allowHosts: ["169.254.169.254"] };
  assert.match(checkCallbackUrl("http://169.254.169.254/", metadata) ?? "", /metadata/);
});
