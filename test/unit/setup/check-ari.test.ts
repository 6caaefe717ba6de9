import assert from "node:assert/strict";
import { it } from "node:test";
import { checkAri } from "../../../src/setup/reload-asterisk.js";
import { startHttpServer } from "../../support/http-server.js";

const RESTART = /\. If ARI was turned on just now, restart Asterisk/;

async function faultAt(url: string, isChanged: boolean): Promise<string> {
  const { signal } = new AbortController();
  return (await checkAri({ ARI_URL: url, ARI_USER: "desk" }, "p", signal, { ms: 50, isChanged })) ?? "";
}

async function faultWith(status: number, isChanged: boolean): Promise<string> {
  await using server = await startHttpServer((response) => void response.writeHead(status).end());
  return await faultAt(server.url, isChanged);
}

async function faultWithoutServer(isChanged: boolean): Promise<string> {
  const server = await startHttpServer(() => {});
  await server[Symbol.asyncDispose]();
  return await faultAt(server.url, isChanged);
}

it("advises to restart Asterisk only where ARI may be new and does not answer", async () => {
  for (const faultOf of [(isChanged: boolean) => faultWith(404, isChanged), faultWithoutServer]) {
    assert.match(await faultOf(true), RESTART);
    assert.doesNotMatch(await faultOf(false), RESTART);
  }
  for (const status of [401, 403, 500]) assert.doesNotMatch(await faultWith(status, true), RESTART);
});

it("names what refuses this machine or its user", async () => {
  assert.match(await faultWith(401, true), /rejects the user and password/);
  assert.match(await faultWith(403, true), /permit it, with the user desk in ari\.conf or in .*http\.conf/);
});
