import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CannotOpen, openingFor, openingInWords } from "../../../scripts/lib/demo/opening.js";

const refused = (words: RegExp, named: string | undefined, addresses: readonly string[] = []) =>
  assert.rejects(openingFor(named, addresses), (error) => error instanceof CannotOpen && words.test(error.message));

describe("a demonstration that is open", () => {
  it("is open at the address that is named, at a port that is free there", async () => {
    const { openAddress, sipPort } = await openingFor("127.0.0.3", []);
    assert.equal(openAddress, "127.0.0.3");
    assert.ok(sipPort > 0);
  });

  it("is never open to the internet, at an address of others, or at one that was guessed among several", async () => {
    await refused(/not in a private network/, "203.0.113.1");
    await refused(/not an address of this machine/, "10.255.255.254");
    await refused(/an IPv4 address/, "telephones.example");
    await refused(/no address in a private net/, undefined, ["127.0.0.1", "203.0.113.1"]);
    await refused(/--address: 10\.0\.0\.1, 192\.168\.1\.2/, undefined, ["10.0.0.1", "192.168.1.2", "127.0.0.1"]);
  });

  it("warns, and says how a telephone is set up: with which codec, depends on who understands it", () => {
    const words = (small: boolean) =>
      openingInWords({ passwords: new Map([["2001", "secret"]]) }, { openAddress: "10.0.0.1", sipPort: 5060 }, small);
    assert.match(
      words(true),
      /WARNING.*10\.0\.0\.1[^]*registrar +10\.0\.0\.1\n.* 5060, UDP[^]*2001\n +password +secret\n/,
    );
    assert.match(words(true), /codecs +G\.722 first; with G\.711/);
    assert.match(words(false), /codecs +G\.722 first, else G\.711/);
  });
});
