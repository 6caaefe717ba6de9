import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { addressTowards, detectMachine } from "../../../src/setup/detect.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

it("finds this machine's address on the way to an IPv6 address as URLs have it", async () => {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const own = addresses.find(
    ({ family, address }) => family === "IPv6" && !/^fe80:/i.test(address) && address !== "::1",
  );
  if (own) assert.equal(await addressTowards(`[${own.address}]`), await addressTowards(own.address));
  // Asked of this machine itself, its address on the way to others, if there is one.
  const towards = await addressTowards("127.0.0.1");
  assert.equal(towards, await addressTowards("[::1]"));
  assert.ok(towards === undefined || !towards.startsWith("127."));
});

it("reads the version of Docker Compose", async () => {
  await using folder = await temporaryFolder();
  const says = async (text: string) => {
    writeFileSync(join(folder.path, "docker"), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder.path, "docker"), 0o755);
    const path = `${folder.path}:${process.env.PATH}`;
    return (await detectMachine({ root: "", configDir: "/etc/asterisk", path })).composeVersion;
  };
  assert.equal(await says("echo Docker Compose version v2.24.5-desktop.1"), "v2.24.5-desktop.1");
  assert.equal(await says("echo Docker Compose version 2.20.2"), "2.20.2");
  assert.equal(await says("echo podman"), "");
  assert.equal(await says("exit 1"), undefined);
});
