import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { Duplex } from "node:stream";
import { test } from "node:test";
import { endSocket } from "../../../src/kernel/end-socket.js";

test(
  "a connection is closed after its last text, even if the other side keeps its half open",
  { timeout: 5_000 },
  async () => {
    const server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const [socket] = await once(server, "connection");
    const closed = once(socket, "close");
    endSocket(socket, "Not here.");
    let received = "";
    client.setEncoding("utf8").on("data", (text: string) => (received += text));
    await once(client, "end");
    assert.equal(received, "Not here.");
    await closed;
    client.destroy();
    server.close();
  },
);

test("a connection whose other side reads nothing is closed after ten seconds", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const socket = new Duplex({ read() {}, write() {} }); // What is written never arrives.
  endSocket(socket, "Not here.");
  t.mock.timers.tick(9_999);
  assert.equal(socket.destroyed, false);
  t.mock.timers.tick(1);
  assert.equal(socket.destroyed, true);
});
