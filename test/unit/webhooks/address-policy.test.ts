import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { refusalOf } from "../../../src/webhooks/address-policy.js";

const open = (address: string) => refusalOf(address, { allowPrivate: true });
const strict = (address: string) => refusalOf(address, { allowPrivate: false });

const NEVER: Readonly<Record<string, readonly string[]>> = {
  "a cloud metadata address": [
    ...["169.254.169.254", "100.100.100.200", "168.63.129.16", "192.0.0.192", "fd20:ce::254", "fd00:42::42"],
    ...["fd00:ec2::254", "fd00:ec2::23", "fd00:ec2:ffff::1", "FD00:0EC2:0::0254"],
    ...["fd00:c1::a9fe:a9fe", "fd00:c1::169.254.169.254", "fd00:a9fe:a9fe::1", "fd00:100::100:200"],
  ],
  "a link-local address": ["169.254.0.1", "169.254.255.255", "fe80::1", "fe80::1%eth0", "febf::1"],
  "an unspecified address": ["0.0.0.0", "0.1.2.3", "::"],
  "a multicast address": ["224.0.0.1", "239.255.255.250", "ff02::1"],
  "a broadcast or reserved address": ["255.255.255.255", "240.0.0.1", "100::1"],
};
const PRIVATE = [
  ...["127.0.0.1", "127.255.255.255", "::1", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ...["100.64.0.1", "198.18.0.1", "fc00::1", "fd12:3456::1", "fec0::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1"],
  // Beside a metadata address, and none.
  ...["fd00:ec1::254", "fd00:ec3::254", "fd00:c1::a9fe:a9ff", "fd00:a9fe:a9fe::2", "fd00:100::100:201"],
];
const PUBLIC = [
  "1.1.1.1",
  "172.15.0.1",
  "172.32.0.1",
  "100.128.0.1",
  "192.169.0.1",
  "2606:4700::1111",
  "2001:4860::8888",
];

test("link-local, metadata, unspecified, multicast and broadcast addresses are refused always", () => {
  for (const [reason, addresses] of Object.entries(NEVER)) {
    for (const address of addresses) {
      assert.equal(open(address), reason, address);
      assert.equal(strict(address), reason, address);
    }
  }
});

test("private and loopback addresses are refused only where that is asked for", () => {
  for (const address of PRIVATE) {
    assert.equal(open(address), undefined, address);
    assert.match(strict(address) ?? "", /^a (private|loopback) address$/, address);
  }
});

test("public addresses may be called", () => {
  for (const address of PUBLIC) assert.equal(strict(address), undefined, address);
});

test("what is no IP address is refused", () => {
  for (const text of ["", "localhost", "1.2.3", "2852039166", "0xa9fea9fe", "fe80:::1"]) {
    assert.equal(open(text), "not an IP address", text);
  }
});

const hex = (bytes: readonly number[]) =>
  Array.from({ length: bytes.length / 2 }, (_, i) =>
    (((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0)).toString(16),
  ).join(":");

/** Every way in which an IPv6 address leads to an IPv4 one. */
const FORMS: Readonly<Record<string, (v4: readonly number[]) => string>> = {
  mapped: (v4) => `::ffff:${v4.join(".")}`,
  "mapped, in hex": (v4) => `0:0:0:0:0:ffff:${hex(v4)}`,
  compatible: (v4) => `::${hex(v4)}`,
  translated: (v4) => `::ffff:0:${hex(v4)}`,
  NAT64: (v4) => `64:ff9b::${hex(v4)}`,
  "local NAT64 /96": (v4) => `64:ff9b:1:abcd:0:1:${hex(v4)}`,
  "local NAT64 /48": ([a = 0, b = 0, c = 0, d = 0]) => `64:ff9b:1:${hex([a, b])}:${hex([0, c])}:${hex([d, 0])}::`,
  "local NAT64 /64": ([a = 0, b = 0, c = 0, d = 0]) => `64:ff9b:1:7:${hex([0, a])}:${hex([b, c])}:${hex([d, 0])}:0`,
  "6to4": (v4) => `2002:${hex(v4)}::1`,
  "Teredo client": (v4) => `2001:0:102:304:0:ffff:${hex(v4.map((byte) => byte ^ 0xff))}`,
  "Teredo server": (v4) => `2001:0:${hex(v4)}:0:ffff:fefe:fefe`,
  ISATAP: (v4) => `2606:4700::5efe:${hex(v4)}`,
  "ISATAP, global": (v4) => `2606:4700::200:5efe:${hex(v4)}`,
};

for (const [form, write] of Object.entries(FORMS)) {
  test(`a refused IPv4 address is refused inside IPv6 too: ${form}`, () => {
    for (const v4 of [
      [169, 254, 169, 254],
      [169, 254, 7, 7],
      [100, 100, 100, 200],
      [224, 0, 0, 1],
      [255, 255, 255, 255],
    ]) {
      assert.equal(open(write(v4)), open(v4.join(".")), write(v4));
    }
    assert.ok(strict(write([10, 1, 2, 3])), "private");
    assert.equal(open(write([10, 1, 2, 3])), undefined, "private, allowed");
  });
}

test("no way of writing an IPv4 address inside IPv6 gets around the policy", () => {
  const v4 = fc.tuple(...[0, 1, 2, 3].map(() => fc.nat(255)));
  fc.assert(
    fc.property(v4, fc.constantFrom(...Object.keys(FORMS)), fc.boolean(), (bytes, form, allowPrivate) => {
      const plain = refusalOf(bytes.join("."), { allowPrivate });
      const inside = refusalOf((FORMS[form] as (v4: readonly number[]) => string)(bytes), { allowPrivate });
      // What begins with a zero is ::1, or the filling of a local NAT64 address.
      if (plain !== undefined && bytes[0] !== 0) assert.ok(inside !== undefined, `${form} ${bytes.join(".")}`);
    }),
    { numRuns: 2_000 },
  );
});

test("every address is judged without throwing", () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (text) => {
      const refusal = refusalOf(text, { allowPrivate: false });
      assert.ok(refusal === undefined || refusal.length > 5);
    }),
  );
});
