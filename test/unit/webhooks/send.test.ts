import assert from "node:assert/strict";
import { createServer as createTcpServer } from "node:net";
import { test } from "node:test";
import { Ending } from "../../../src/kernel/ending.js";
import { attemptResultOf, resultOfFailure } from "../../../src/webhooks/attempt-result.js";
import { type Address, NameServerSilent, resolveBySystem } from "../../../src/webhooks/resolve.js";
import { AddressRefused, createSender } from "../../../src/webhooks/send.js";
import { ownCertificate } from "../../support/own-certificate.js";
import { type Behaviour, Receiver } from "../../support/receiver/receiver.js";

interface Options {
  readonly allowPrivate?: boolean;
  readonly allowHosts?: readonly string[];
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** What names resolve to, look-up by look-up; the last one stays. */
  readonly addresses?: readonly (readonly string[])[];
}

const NEVER_ABORTED = new AbortController().signal;

function send(url: string, options: Options = {}) {
  const { allowPrivate = true, allowHosts = [], timeoutMs = 2_000, signal = NEVER_ABORTED, addresses } = options;
  let lookUps = 0;
  const resolve = async (): Promise<readonly Address[]> => {
    const found = addresses?.[Math.min(lookUps++, addresses.length - 1)] ?? [];
    return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  const sender = createSender({ allowPrivate, allowHosts, timeoutMs, resolve: addresses ? resolve : resolveBySystem });
  return sender(new URL(url), { "content-type": "application/json", "webhook-id": "msg_1" }, '{"ü":1}', signal);
}

/** The sentence that a failure is recorded with. */
async function failure(url: string, options?: Options): Promise<string> {
  try {
    await send(url, options);
  } catch (error) {
    return resultOfFailure(error, 2_000).error ?? "";
  }
  return assert.fail("it was sent");
}

test("what is sent arrives byte for byte, over a connection that is closed", async () => {
  await using receiver = await Receiver.start();
  assert.deepEqual(await send(`${receiver.url}?x=1`), { status: 200, retryAfter: undefined });
  const [webhook] = receiver.received;
  assert.equal(webhook?.method, "POST");
  assert.equal(webhook?.path, "/hook?x=1");
  assert.equal(webhook?.body, '{"ü":1}');
  assert.equal(webhook?.headers["content-length"], "8");
  assert.equal(webhook?.headers["webhook-id"], "msg_1");
  assert.equal(webhook?.headers.connection, "close");
  await receiver.alone();
});

test("a redirect is not followed, whatever it points to", async () => {
  await using receiver = await Receiver.start();
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.plan({ status, headers: { location: `${receiver.url}/elsewhere` } });
    const answer = await send(receiver.url);
    assert.equal(answer.status, status);
    assert.match(attemptResultOf(answer).error ?? "", /redirects are not followed/);
  }
  assert.ok(receiver.received.every(({ path }) => path === "/hook"));
  assert.equal(receiver.received.length, 5);
});

test("only 2xx is success, 410 is the end, everything else is tried again", () => {
  const verdict = (status: number) => attemptResultOf({ status, retryAfter: undefined }).outcome;
  for (const status of [200, 201, 202, 204, 299]) assert.equal(verdict(status), "delivered");
  for (const status of [101, 300, 304, 307, 400, 401, 404, 409, 429, 500, 503, 600])
    assert.equal(verdict(status), "retry");
  assert.equal(verdict(410), "give_up");
});

test("a receiver that is silent, breaks off, babbles or is not there is a failure said in one sentence", async () => {
  await using receiver = await Receiver.start();
  const cases: readonly (readonly [Behaviour, RegExp])[] = [
    [{ way: "hang" }, /^The receiver did not answer within 2 s\.$/],
    [{ way: "reset" }, /^The receiver closed the connection without an answer\.$/],
    [{ way: "babble" }, /^The receiver does not speak HTTP\.$/],
    [{ headers: { "x-huge": "x".repeat(40_000) } }, /^The receiver does not speak HTTP\.$/],
  ];
  for (const [behaviour, sentence] of cases) {
    receiver.plan(behaviour);
    assert.match(await failure(receiver.url, { timeoutMs: 300 }), sentence);
    await receiver.alone();
  }
  assert.match(await failure("http://127.0.0.1:2/"), /refused the connection/);
  assert.match(await failure("http://name.invalid/"), /does not exist|cannot be resolved/);
});

test("a receiver that takes the connection and says nothing at all is given up on in time", async () => {
  const mute = createTcpServer((socket) => void socket.on("error", () => {}).resume()).listen(0, "127.0.0.1");
  await new Promise((resolve) => mute.once("listening", resolve));
  const { port } = mute.address() as { port: number };
  for (const scheme of ["http", "https"]) {
    const from = Date.now();
    assert.match(await failure(`${scheme}://127.0.0.1:${port}/`, { timeoutMs: 200 }), /did not answer/);
    assert.ok(Date.now() - from < 1_500);
  }
  await new Promise((resolve) => mute.close(resolve));
});

test("a receiver that promises again and again to answer is given up on in time", async () => {
  const promising = createTcpServer((socket) => {
    const timer = setInterval(() => socket.write("HTTP/1.1 102 Processing\r\n\r\n"), 20);
    socket
      .resume()
      .on("error", () => {})
      .on("close", () => clearInterval(timer));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => promising.once("listening", resolve));
  const { port } = promising.address() as { port: number };
  assert.match(await failure(`http://127.0.0.1:${port}/`, { timeoutMs: 200 }), /did not answer/);
  await new Promise((resolve) => promising.close(resolve));
});

test("an answer counts by its status, though its body never ends, and little of it is read", async () => {
  await using receiver = await Receiver.start();
  receiver.plan({ way: "slow body", status: 201 });
  assert.equal((await send(receiver.url)).status, 201);
  await receiver.alone();
  receiver.plan({ way: "huge body", status: 202 });
  assert.equal((await send(receiver.url)).status, 202);
  await receiver.alone();
  assert.ok(receiver.sentBytes < 16_000_000, `${receiver.sentBytes} bytes`);
});

test("the time that a receiver asks for is passed on", async () => {
  await using receiver = await Receiver.start();
  receiver.plan({ status: 503, headers: { "retry-after": "120" } });
  assert.deepEqual(await send(receiver.url), { status: 503, retryAfter: "120" });
});

test("a send is broken off when its signal aborts, before and during the answer", async () => {
  await using receiver = await Receiver.start();
  const stop = new AbortController();
  receiver.plan({ way: "hang", onRequest: () => stop.abort(new Ending("shutting_down")) });
  await assert.rejects(send(receiver.url, { signal: stop.signal }), { name: "Ending", kind: "shutting_down" });
  await receiver.alone();
});

test("a name that leads to a metadata address is refused, in IPv4, in IPv6 and in IPv6 that means IPv4", async () => {
  for (const address of ["169.254.169.254", "fd00:ec2::254", "::ffff:a9fe:a9fe", "64:ff9b::a9fe:a9fe", "fe80::1%lo"]) {
    assert.match(await failure("http://harmless.example/", { addresses: [[address]] }), /metadata|link-local/);
  }
});

test("an address in numbers is refused without a look-up, however it is written", async () => {
  const hosts = [
    "169.254.169.254",
    "2852039166",
    "0xa9fea9fe",
    "0251.0376.0251.0376",
    "[::ffff:a9fe:a9fe]",
    "[fe80::1]",
    "0",
  ];
  for (const host of hosts) {
    await assert.rejects(send(`http://${host}/`, { addresses: [["127.0.0.1"]] }), AddressRefused, host);
  }
});

test("only the permitted ones of several addresses are called", async () => {
  await using receiver = await Receiver.start();
  const addresses = [["169.254.169.254", "fe80::1", "127.0.0.1"]];
  assert.equal((await send(receiver.urlFor("two-faced.example"), { addresses })).status, 200);
  assert.equal(receiver.received[0]?.headers.host, `two-faced.example:${receiver.port}`);
});

test("a name that says something else at the second look-up gains nothing: each connection has one, and it is judged", async () => {
  await using receiver = await Receiver.start();
  let lookUps = 0;
  const sender = createSender({
    allowPrivate: true,
    timeoutMs: 2_000,
    resolve: async () => [{ address: lookUps++ === 0 ? "127.0.0.1" : "169.254.169.254", family: 4 }],
  });
  const url = new URL(receiver.urlFor("rebinding.example"));
  assert.equal((await sender(url, {}, "{}", NEVER_ABORTED)).status, 200);
  assert.equal(lookUps, 1);
  await assert.rejects(sender(url, {}, "{}", NEVER_ABORTED), AddressRefused);
  assert.equal(lookUps, 2);
  assert.equal(receiver.connections, 1);
});

test("where private receivers are refused, neither number nor name nor the hosts file leads to one", async () => {
  await using receiver = await Receiver.start();
  for (const host of ["127.0.0.1", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "localhost"]) {
    assert.match(await failure(receiver.urlFor(host), { allowPrivate: false }), /a loopback address/, host);
  }
  const addresses = [["192.168.1.10"]];
  assert.match(await failure("http://nas.example/", { allowPrivate: false, addresses }), /a private address/);
  assert.equal(receiver.connections, 0);
});

test("a proxy in the environment is not used, nor is its word that certificates need no check", async () => {
  await using receiver = await Receiver.start();
  const names = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy"];
  for (const name of names) process.env[name] = "http://127.0.0.1:2/";
  try {
    assert.equal((await send(receiver.url)).status, 200);
  } finally {
    for (const name of names) delete process.env[name];
  }
});

test("an untrusted certificate is refused, whatever the environment says", async () => {
  try {
    await using receiver = await Receiver.start({ tls: ownCertificate() });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    assert.match(await failure(receiver.url), /certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
    assert.equal(receiver.received.length, 0);
    await using plain = await Receiver.start();
    assert.match(await failure(plain.url.replace("http:", "https:")), /TLS connection/);
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  }
});

test("no sentence holds the address that was called, with what may be secret in it", () => {
  const error = Object.assign(new Error("connect to http://h/?token=s3cret failed"), { code: "ECONNREFUSED" });
  for (const cause of [
    error,
    new Error("s3cret"),
    "s3cret",
    new AggregateError([error], "s3cret"),
    { code: "s3cret" },
  ]) {
    assert.doesNotMatch(resultOfFailure(cause, 15_000).error ?? "", /s3cret|http:/);
  }
});

test("a name that is not looked up because its name server was silent is tried again later", () => {
  assert.deepEqual(resultOfFailure(new NameServerSilent(), 15_000), {
    outcome: "retry",
    httpStatus: null,
    error: "The host name was not looked up: its name server did not answer lately.",
  });
});

test("hosts that are not named are judged again when something is sent; named ones may be private, never link-local", async () => {
  await using receiver = await Receiver.start();
  const allowHosts = ["hooks.test", "*.covered.test"];
  const here = { allowPrivate: false, allowHosts, addresses: [["127.0.0.1"]] };
  assert.equal((await send(receiver.urlFor("hooks.test"), here)).status, 200);
  assert.match(await failure(receiver.urlFor("a.covered.test"), here), /a loopback address/);
  assert.match(await failure(receiver.urlFor("other.test"), here), /WEBHOOK_ALLOW_HOSTS does not list/);
  assert.match(await failure(receiver.urlFor("127.0.0.1"), here), /WEBHOOK_ALLOW_HOSTS does not list/);
  assert.match(await failure("http://hooks.test/", { ...here, addresses: [["169.254.169.254"]] }), /metadata/);
  assert.equal(receiver.received.length, 1);
});
