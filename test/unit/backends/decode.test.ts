import assert from "node:assert/strict";
import { test } from "node:test";
import { createTextDecoder } from "../../../src/backends/decode.js";

const TEXT = "Das Café öffnet um neun – “très bien”, 12 €. 日本 😊";

function decoded(pieces: readonly Buffer[]): string {
  const decoder = createTextDecoder();
  return pieces.map((piece) => decoder.push(piece)).join("") + decoder.end();
}

for (const [what, bytes, text] of [
  ["UTF-8", Buffer.from(TEXT), TEXT],
  ["Latin-1", Buffer.from("Caf\xe9, d\xe9j\xe0 vu, \xfcber", "latin1"), "Café, déjà vu, über"],
  ["Windows' Western encoding", Buffer.from("It\x92s 12 \x80 at the caf\xe9", "latin1"), "It’s 12 € at the café"],
  ["a mixture", Buffer.concat([Buffer.from("déjà "), Buffer.from("d\xe9j\xe0", "latin1")]), "déjà déjà"],
] as const) {
  test(`${what} is read the same in one piece, byte by byte and cut anywhere`, () => {
    const bytewise = [...bytes].map((byte) => Buffer.from([byte]));
    const cuts = [...bytes].map((_, at) => [bytes.subarray(0, at), bytes.subarray(at)]);
    for (const pieces of [[bytes], bytewise, ...cuts]) assert.equal(decoded(pieces), text);
  });
}
