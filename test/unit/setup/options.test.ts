import assert from "node:assert/strict";
import { it } from "node:test";
import { setupOptions } from "../../../src/setup/options.js";

it("refuses options that would be without effect, or that are no host", () => {
  assert.throws(() => setupOptions(["--yes", "--keep", "/etc/asterisk/ari.conf"]), /--keep goes with --undo/);
  assert.throws(() => setupOptions(["--host", "http://192.0.2.1:8000"]), /--host: expected a host or HOST:PORT/);
  const hosts = ["192.0.2.1", "gpu.example:8000", "[2001:db8::1]:8000"];
  assert.deepEqual(setupOptions(hosts.flatMap((host) => ["--host", host])).hosts, hosts);
});
