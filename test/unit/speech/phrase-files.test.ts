import assert from "node:assert/strict";
import { chmod, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readWavHeader } from "../../../src/audio/wav.js";
import { createPhraseCache } from "../../../src/speech/phrase-cache.js";
import { createPhraseFiles, type PhraseFilesNeeds } from "../../../src/speech/phrase-files.js";
import type { TextToSpeech } from "../../../src/speech/ports.js";

const VOICE = { baseUrl: "http://tts.test/v1", model: "tts-1", voice: "alloy", speed: 1 };
const alive = () => new AbortController().signal;

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "attendant-phrases-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "phrases");
}

function filesIn(folder: string, other: Partial<PhraseFilesNeeds> = {}) {
  const faults: unknown[] = [];
  const onFault = (error: unknown) => faults.push(error);
  return { files: createPhraseFiles({ folder, voice: VOICE, maxBytes: 1_000_000, onFault, ...other }), faults };
}

/** Loudness of level 1: no level is silence. */
const LOUD = 1_000;

/** A voice that can be taken away. `spoken` is what it was asked for. */
function voiceOf(level: number) {
  const spoken: string[] = [];
  const state = { away: false };
  const voice: TextToSpeech = {
    async *synthesise(text) {
      spoken.push(text);
      if (state.away) throw new Error("text-to-speech is away");
      yield new Int16Array(160).fill(LOUD * level);
      yield new Int16Array(160).fill(-LOUD * level);
    },
  };
  return { voice, spoken, state };
}

async function say(voice: TextToSpeech, text: string): Promise<Int16Array> {
  const samples: number[] = [];
  for await (const chunk of voice.synthesise(text, alive())) samples.push(...chunk);
  return Int16Array.from(samples);
}

/** A cache as a process has it that has just been started; what it says is written down when this resolves. */
async function started(folder: string, voice: TextToSpeech, other: Partial<PhraseFilesNeeds> = {}) {
  const { files, faults } = filesIn(folder, other);
  const cache = createPhraseCache(voice, { maxBytes: 1_000_000, files });
  return {
    cache,
    faults,
    written: () => files.keep("nothing", new Int16Array(0)), // Files are written one after the other: this is the last.
    async says(text: string): Promise<Int16Array> {
      const samples = await say(cache, text);
      await this.written();
      return samples;
    },
  };
}

async function onlyFile(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.startsWith("hello"));
  assert.equal(names.length, 1);
  return join(folder, names[0] ?? "");
}

test("after a restart with text-to-speech away, what was said before is there", async (t) => {
  const folder = await folderFor(t);
  const first = await (await started(folder, voiceOf(7).voice)).says("Hello. How can I help you?");
  const gone = voiceOf(7);
  gone.state.away = true;
  const { cache } = await started(folder, gone.voice);
  assert.deepEqual(await cache.warm(["Hello. How can I help you?"], alive()), []);
  assert.deepEqual(cache.cached("Hello. How can I help you?"), first);
  assert.deepEqual(gone.spoken, []);
});

test("a phrase that no file has is the only one that warming asks the voice for", async (t) => {
  const folder = await folderFor(t);
  await (await started(folder, voiceOf(7).voice)).says("Hello.");
  const { voice, spoken } = voiceOf(7);
  const { cache, written } = await started(folder, voice);
  await cache.warm(["Goodbye.", "Hello."], alive());
  await written();
  assert.deepEqual(spoken, ["Goodbye."]);
});

test("files are plain WAV, named after what is said, for their owner alone", async (t) => {
  const folder = await folderFor(t);
  await (await started(folder, voiceOf(7).voice)).says("Hello. How can I help you?");
  const path = await onlyFile(folder);
  assert.match(path, /hello-how-can-i-help-you\.[0-9a-f]{32}\.wav$/);
  const file = await readFile(path);
  const header = readWavHeader(file);
  assert.ok(typeof header === "object");
  assert.deepEqual([header.encoding, header.sampleRate, header.channels, header.dataBytes], ["pcm", 16_000, 1, 640]);
  assert.equal(file.readUInt32LE(4), file.length - 8, "the RIFF chunk is the whole file");
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
});

for (const [what, other] of Object.entries({
  voice: { voice: "nova" },
  speed: { speed: 1.25 },
  model: { model: "tts-1-hd" },
  server: { baseUrl: "http://other.test/v1" },
})) {
  test(`another ${what} does not play what was made with this one`, async (t) => {
    const folder = await folderFor(t);
    await (await started(folder, voiceOf(7).voice)).says("Hello.");
    const { voice, spoken } = voiceOf(9);
    const changed = await started(folder, voice, { voice: { ...VOICE, ...other } });
    assert.equal((await changed.says("Hello."))[0], 9 * LOUD);
    assert.deepEqual(spoken, ["Hello."]);
    const back = await started(folder, voiceOf(1).voice);
    assert.equal((await back.says("Hello."))[0], 7 * LOUD, "and the first is there again when it is set back");
  });
}

const damages: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  "was cut off": (path) => truncate(path, 400),
  "is empty": (path) => truncate(path, 0),
  "has a wrong sample": async (path) => {
    const file = await readFile(path);
    file[100] = (file[100] ?? 0) ^ 1;
    await writeFile(path, file);
  },
  "is something else": (path) => writeFile(path, "no sound at all"),
  "has something behind it": async (path) => writeFile(path, Buffer.concat([await readFile(path), Buffer.alloc(40)])),
};
for (const [damage, inflict] of Object.entries(damages)) {
  test(`a file that ${damage} is made again`, async (t) => {
    const folder = await folderFor(t);
    await (await started(folder, voiceOf(7).voice)).says("Hello.");
    await inflict(await onlyFile(folder));
    const { voice, spoken } = voiceOf(7);
    const again = await started(folder, voice);
    assert.equal((await again.says("Hello.")).length, 320);
    assert.deepEqual(spoken, ["Hello."]);
    assert.deepEqual(again.faults, []);
    const third = voiceOf(7);
    await (await started(folder, third.voice)).says("Hello.");
    assert.deepEqual(third.spoken, [], "the file is whole again");
  });
}

test("a file of silence is not played: the phrase is made again", async (t) => {
  const folder = await folderFor(t);
  await filesIn(folder).files.keep("Hello.", new Int16Array(3_200).fill(20));
  const { voice, spoken } = voiceOf(7);
  assert.equal((await (await started(folder, voice)).says("Hello.")).length, 320);
  assert.deepEqual(spoken, ["Hello."]);
});

test("a file is written beside its place and moved there, and what a crash left of one is removed", async (t) => {
  const folder = await folderFor(t);
  const running = await started(folder, voiceOf(7).voice);
  await running.says("Hello.");
  const [left, fresh] = [join(folder, "a.unfinished"), join(folder, "b.unfinished")];
  for (const path of [left, fresh]) await writeFile(path, "half a file");
  const hourAgo = new Date(Date.now() - 3_600_000);
  await utimes(left, hourAgo, hourAgo);
  await running.says("Goodbye.");
  const names = await readdir(folder);
  assert.deepEqual(
    names.filter((name) => name.endsWith(".unfinished")),
    ["b.unfinished"],
  );
});

test("the folder stays within its bounds, and what was not used for the longest time goes first", async (t) => {
  const folder = await folderFor(t);
  const fileBytes = 44 + 640 + 40;
  const bounds = { maxBytes: 2 * fileBytes };
  const { voice } = voiceOf(7);
  for (const [at, text] of ["one", "two"].entries()) {
    await (await started(folder, voice, bounds)).says(text);
    const name = (await readdir(folder)).find((each) => each.startsWith(text)) ?? "";
    const used = new Date(Date.now() - (10 - at) * 60_000);
    await utimes(join(folder, name), used, used);
  }
  await (await started(folder, voice, bounds)).says("one");
  await (await started(folder, voice, bounds)).says("three");
  assert.deepEqual((await readdir(folder)).map((name) => name.split(".")[0]).sort(), ["one", "three"]);
});

test("if nothing can be written, memory alone serves, and that is logged once", async (t) => {
  const folder = await folderFor(t);
  await writeFile(folder, "a file where the folder should be");
  const { voice, spoken } = voiceOf(7);
  const running = await started(folder, voice);
  for (const text of ["Hello.", "Goodbye.", "Hello."]) assert.equal((await running.says(text)).length, 320);
  assert.deepEqual(spoken, ["Hello.", "Goodbye."]);
  assert.equal(running.faults.length, 1);
});

test(
  "a full disk leaves no half file behind",
  { skip: process.getuid?.() === 0 && "root writes anywhere" },
  async (t) => {
    const folder = await folderFor(t);
    const running = await started(folder, voiceOf(7).voice);
    await running.says("Hello.");
    await chmod(folder, 0o500);
    await running.says("Goodbye.");
    assert.equal((await readdir(folder)).length, 1);
  },
);
