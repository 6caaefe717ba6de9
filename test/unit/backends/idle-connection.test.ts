import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createBackend } from "../../../src/backends/openai.js";
import { LANGUAGE_MODEL } from "../../../src/language/chat-model.js";

test("a connection is used again after the pause between two turns", async () => {
  let connections = 0;
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json").end('{"object":"list","data":[]}');
  });
  // As most servers of models do, this one neither closes idle connections soon nor says when it would.
  server.keepAliveTimeout = 0;
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const backend = createBackend({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 2_000 });
  const { signal } = new AbortController();
  const list = () => backend.ask(LANGUAGE_MODEL, signal, (api, limited) => api.models.list({ signal: limited }));
  try {
    await list();
    // fetch by itself would let go of it after 4 s; only the clock can show that this does not.
    await new Promise((resolve) => setTimeout(resolve, 5_500));
    await list();
    assert.equal(connections, 1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
