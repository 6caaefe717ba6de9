import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { it } from "node:test";
import { shareCores } from "../../../src/speech-server/cores.js";
import { createSpeaking } from "../../../src/speech-server/speaking.js";
import { speak } from "../../../src/speech-server/speech-requests.js";
import { voice } from "./fake-engine.js";

it("speaking to a client that has stopped reading ends after a while", async () => {
  const native = voice(["One.", "Two.", "Three."]);
  const speaking = createSpeaking(new Map([["anna", native]]), shareCores(1, 4));
  const request = Readable.from([Buffer.from(JSON.stringify({ input: "One. Two. Three." }))]);
  const written: number[] = [];
  const response = Object.assign(new EventEmitter(), {
    headersSent: false,
    writeHead: () => void (response.headersSent = true),
    write({ length }: Uint8Array) {
      written.push(length);
      return written.length < 2;
    },
    end: () => assert.fail("it would look complete"),
  });
  const { signal } = new AbortController();
  const spoken = speak(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    signal,
    speaking,
    20,
  );
  await assert.rejects(spoken, /took more than 20 ms/);
  assert.equal(written.length, 2);
  assert.equal(response.listenerCount("drain"), 0);
});
