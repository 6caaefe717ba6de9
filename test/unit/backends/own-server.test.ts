import assert from "node:assert/strict";
import { test } from "node:test";
import { isOwnServer } from "../../../src/backends/own-server.js";

const KEYED: readonly [baseUrl: string, isOwn: boolean][] = [
  ["http://127.0.0.1:8080/v1", true],
  ["http://[::1]:8080", true],
  ["http://192.168.1.20:11434", true],
  ["http://172.31.0.2:8000", true],
  ["http://172.32.0.2:8000", false],
  ["http://ollama:11434", true],
  ["http://host.docker.internal:8000", true],
  ["https://gpu.lan/v1", true],
  ["https://api.openai.com/v1", false],
  ["https://[2606:4700::1]/v1", false],
  ["https://lan.example.com", false],
];
for (const [baseUrl, isOwn] of KEYED) {
  test(`${baseUrl} with a key is ${isOwn ? "a server of one's own" : "somebody else's"}`, () =>
    assert.equal(isOwnServer({ baseUrl, apiKey: "sk-1" }), isOwn));
}

test("a server without a key costs nobody money", () =>
  assert.equal(isOwnServer({ baseUrl: "https://models.example.com" }), true));
