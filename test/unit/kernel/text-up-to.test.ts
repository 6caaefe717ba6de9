import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { textUpTo } from "../../../src/kernel/text-up-to.js";
import { startHttpServer } from "../../support/http-server.js";

describe("an answer that is read up to a limit", () => {
  it("is read whole when it is short, letters that are cut between two pieces too", async () => {
    const pieces = new ReadableStream<Uint8Array>({
      start(stream) {
        for (const byte of Buffer.from("für")) stream.enqueue(Uint8Array.of(byte));
        stream.close();
      },
    });
    assert.equal(await textUpTo(4, new Response(pieces)), "für");
    assert.equal(await textUpTo(3, new Response("für")), undefined);
    assert.equal(await textUpTo(0, new Response(null)), "");
  });

  it("is read up to a bound when it has no end, and the connection is closed", async () => {
    await using server = await startHttpServer((response) => {
      const more = (): void => {
        while (response.write("x".repeat(65_536)));
        response.once("drain", more);
      };
      more();
    });
    assert.equal(await textUpTo(100_000, await fetch(server.url)), undefined);
    await server.left;
  });
});
