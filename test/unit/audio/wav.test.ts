import assert from "node:assert/strict";
import { test } from "node:test";
import { samplesOf } from "../../../src/audio/pcm.js";
import { readWavHeader, wavHeader, writeWav } from "../../../src/audio/wav.js";

const samples = new Int16Array([1, -2, 3]);
const chunk = (tag: string, body: readonly number[], size = body.length) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(size);
  return Buffer.concat([Buffer.from(tag), length, Buffer.from(body), Buffer.alloc(body.length % 2)]);
};
const riff = (...chunks: Buffer[]) => Buffer.concat([chunk("RIFF", [], 0xffffffff), Buffer.from("WAVE"), ...chunks]);
const pcm24k = chunk("fmt ", [1, 0, 1, 0, 0xc0, 0x5d, 0, 0, 0x80, 0xbb, 0, 0, 2, 0, 16, 0]);

test("a written file reads back", () => {
  const file = writeWav([samples]);
  assert.deepEqual(readWavHeader(file), {
    encoding: "pcm",
    sampleRate: 16_000,
    channels: 1,
    bitsPerSample: 16,
    dataOffset: 44,
    dataBytes: 6,
  });
  assert.deepEqual(samplesOf(file.subarray(44)), samples);
  assert.equal(Buffer.from(file).readUInt32LE(4), file.length - 8);
});

test("stereo interleaves left and right and pads the shorter one with silence", () => {
  const file = writeWav([samples, new Int16Array([9])], 8_000);
  assert.deepEqual([...samplesOf(file.subarray(44))], [1, 9, -2, 0, 3, 0]);
  const header = readWavHeader(file);
  assert.ok(typeof header === "object");
  assert.deepEqual([header.channels, header.sampleRate], [2, 8_000]);
});

test("a header in pieces is asked for until the sound begins", () => {
  const file = writeWav([samples]);
  for (let length = 0; length < 44; length++) {
    assert.equal(readWavHeader(file.subarray(0, length)), "need-more", `${length} bytes`);
  }
  assert.equal(typeof readWavHeader(file.subarray(0, 44)), "object");
});

for (const size of [0, 0xffffffff]) {
  test(`a stream that gives its size as ${size} is of unknown length`, () => {
    const header = readWavHeader(riff(pcm24k, chunk("data", [], size)));
    assert.ok(typeof header === "object");
    assert.deepEqual([header.sampleRate, header.dataBytes, header.dataOffset], [24_000, undefined, 44]);
  });
}

test("chunks that mean nothing here are passed over, odd ones with their padding", () => {
  const file = riff(chunk("LIST", [1, 2, 3]), pcm24k, chunk("fact", [0, 0, 0, 0]), chunk("data", [5, 0]));
  const header = readWavHeader(file);
  assert.ok(typeof header === "object");
  assert.equal(samplesOf(file.subarray(header.dataOffset))[0], 5);
});

test("float and extensible formats are told from integers", () => {
  const float = chunk("fmt ", [3, 0, 1, 0, 0x80, 0x3e, 0, 0, 0, 0, 0, 0, 4, 0, 32, 0]);
  const extensible = chunk("fmt ", [
    0xfe,
    0xff,
    1,
    0,
    0x80,
    0x3e,
    0,
    0,
    0,
    0,
    0,
    0,
    2,
    0,
    16,
    0,
    ...Array(8).fill(0),
    1,
    0,
  ]);
  const muLaw = chunk("fmt ", [7, 0, 1, 0, 0x40, 0x1f, 0, 0, 0, 0, 0, 0, 1, 0, 8, 0]);
  const encodings = [float, extensible, muLaw].map((format) => {
    const header = readWavHeader(riff(format, chunk("data", [0, 0])));
    return typeof header === "object" && header.encoding;
  });
  assert.deepEqual(encodings, ["float", "pcm", "other"]);
});

test("what is not WAVE is refused as soon as that is clear", () => {
  const refused = [
    Buffer.from("ID3"),
    Buffer.from("RIFX"),
    Buffer.from("RIFF....AVI "),
    Buffer.from('{"error":"no such voice"}'),
    riff(chunk("data", [0, 0])),
    riff(chunk("fmt ", [1, 0])),
    riff(chunk("junk", [], 0x7fffffff)),
    riff(chunk("fmt ", [], 0x7fffffff)),
  ];
  for (const bytes of refused) assert.equal(readWavHeader(bytes), "not-wav", bytes.toString("latin1"));
});

test("a view into a larger buffer is read from its own beginning", () => {
  const file = Buffer.concat([Buffer.from("noise"), writeWav([samples])]);
  assert.equal(typeof readWavHeader(file.subarray(5)), "object");
  assert.equal(wavHeader(0).length, 44);
});
