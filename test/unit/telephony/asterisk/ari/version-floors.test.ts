import assert from "node:assert/strict";
import { test } from "node:test";
import { hasCode } from "../../../../../src/kernel/errors.js";
import { checkVersion } from "../../../../../src/telephony/asterisk/ari/version-floors.js";

for (const version of [
  ...["22.10.1", "22.10.1+dfsg+~cs6.17.60671434-1", "22.11.0", "20.20.1", "20.21.0~dfsg-1", "23.4.1", "24.0.0"],
  ...["certified-22.8-cert3", "certified/22.8-cert4", "22.8-cert3"],
]) {
  test(`${version} is recent enough`, () => assert.equal(checkVersion(version), undefined));
}

for (const [version, floor] of [
  ["22.10.0", "22.10.1"],
  ["22.8.0", "22.10.1"],
  ["22.8.2~dfsg-1", "22.10.1"],
  ["20.18.0-rc1", "20.20.1"],
  ["23.2.0", "23.4.1"],
  ["certified-22.8-cert2", "certified-22.8-cert3"],
  ["22.8-cert1", "certified-22.8-cert3"],
] as const) {
  test(`${version} can be used, and should be ${floor}`, () => {
    assert.match(checkVersion(version) ?? "", /has known security holes and crashes: update to /);
    assert.ok(checkVersion(version)?.includes(` ${floor} `));
  });
}

for (const version of [
  "GIT-master-0e82b4c",
  "GIT-22-5fd9f8b",
  "GIT-24-5fd9f8bM",
  "UNKNOWN__and_probably_unsupported",
  "",
]) {
  test(`"${version}" has an unknown age, which is no reason not to use it`, () => {
    assert.match(checkVersion(version) ?? "", /install 22\.10\.1 or later/);
  });
}

for (const version of [
  ...["20.9.0", "20.17.0", "20.9.0~dfsg+~cs6.13", "21.12.3", "22.7.9", "22.4.1", "23.1.0", "18.26.4", "1.8.32"],
  ...["certified-20.7-cert11", "certified-18.9-cert17", "GIT-21-5fd9f8b", "GIT-18-5fd9f8b"],
]) {
  test(`${version} is too old`, () => {
    assert.throws(
      () => checkVersion(version),
      (error) => hasCode(error, "asterisk_not_usable") && error.message.includes(`Asterisk ${version} is too old`),
    );
  });
}
