import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { PublishedModel } from "../../../src/speech-server/catalogue.js";
import { addressOf, download, DownloadError } from "../../../src/speech-server/download.js";
import { fetchModel } from "../../../src/speech-server/fetch-model.js";
import { modelsIn } from "../../../src/speech-server/model.js";
import { type Answer, startHttpServer } from "../../support/http-server.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 251));
const sumOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const { signal } = new AbortController();

/** Sends what is asked for, as web servers do. */
const serving =
  (content: Uint8Array, { continues = true, until = content.length } = {}): Answer =>
  (response, { headers }) => {
    const from = continues ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0) : 0;
    const range = { "content-range": `bytes ${from}-${content.length - 1}/${content.length}` };
    response.writeHead(from > 0 ? 206 : 200, { "content-length": content.length - from, ...(from > 0 && range) });
    if (from >= until || until === content.length) return void response.end(content.subarray(from));
    response.write(content.subarray(from, until), () => response.destroy());
  };

async function place(answer: Answer) {
  const server = await startHttpServer(answer);
  const folder = await temporaryFolder();
  const url = `${server.url}/models/a.onnx`;
  return {
    server,
    file: { url, bytes: CONTENT.length, sha256: sumOf(CONTENT) },
    path: join(folder.path, "a.onnx"),
    folder: folder.path,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe("downloading a file of a model", () => {
  it("stores it once, and does not fetch it again", async () => {
    await using at = await place(serving(CONTENT));
    const told: number[] = [];
    await download(at.file, at.path, { signal, onProgress: (bytes) => told.push(bytes) });
    await download(at.file, at.path, { signal });
    assert.deepEqual(await readFile(at.path), CONTENT);
    assert.deepEqual(await readdir(at.folder), ["a.onnx"]);
    assert.equal(at.server.received.length, 1);
    assert.equal(told.at(-1), CONTENT.length);
  });

  it("continues where a connection broke", async () => {
    let asked = 0;
    await using at = await place((response, request) =>
      serving(CONTENT, { until: asked++ === 0 ? 100_000 : CONTENT.length })(response, request),
    );
    await download(at.file, at.path, { signal });
    assert.deepEqual(await readFile(at.path), CONTENT);
    assert.match(at.server.received[1]?.headers.range ?? "", /^bytes=[1-9]\d*-$/);
  });

  it("continues in the next run where the last one was ended", async () => {
    await using at = await place(serving(CONTENT));
    await writeFile(`${at.path}.part`, CONTENT.subarray(0, 12_345));
    await download(at.file, at.path, { signal });
    assert.equal(at.server.received[0]?.headers.range, "bytes=12345-");
    assert.deepEqual(await readFile(at.path), CONTENT);
  });

  it("begins again at a server that does not continue", async () => {
    await using at = await place(serving(CONTENT, { continues: false }));
    await writeFile(`${at.path}.part`, CONTENT.subarray(0, 12_345));
    await download(at.file, at.path, { signal });
    assert.deepEqual(await readFile(at.path), CONTENT);
  });

  it("gives up after four breaks without another byte", async () => {
    await using at = await place((response) => void response.destroy());
    await assert.rejects(download(at.file, at.path, { signal }), DownloadError);
    assert.equal(at.server.received.length, 4);
  });

  it("deletes a file with another sum, and says so", async () => {
    const other = Buffer.from(CONTENT);
    other[7] = 99;
    await using at = await place(serving(other));
    await assert.rejects(
      download(at.file, at.path, { signal }),
      /the SHA-256 of the file is not [0-9a-f]{64}, so it was deleted/,
    );
    assert.deepEqual(await readdir(at.folder), []);
  });

  it("reads no more than the file should have", async () => {
    await using at = await place(serving(Buffer.concat([CONTENT, CONTENT])));
    await assert.rejects(download(at.file, at.path, { signal }), /more than the 300000 bytes/);
  });

  it("says which status a server answered with", async () => {
    await using at = await place((response) => void response.writeHead(404).end());
    await assert.rejects(download(at.file, at.path, { signal }), /a\.onnx: HTTP 404/);
  });

  it("ends with its signal", async () => {
    const ending = new AbortController();
    await using at = await place(() => ending.abort(new Error("stopped")));
    await assert.rejects(download(at.file, at.path, { signal: ending.signal }), /stopped/);
  });

  it("finds a file in a mirror under host and path", () => {
    assert.equal(
      addressOf("https://a.example/b/c.onnx?d", "http://m.example/x/"),
      "http://m.example/x/a.example/b/c.onnx",
    );
  });
});

describe("fetching a model", () => {
  const modelAt = (url: string): PublishedModel => ({
    name: "detector",
    use: "activity",
    form: "silero",
    languages: [],
    licence: "MIT",
    files: { activity: { url: `${url}/a.onnx`, bytes: CONTENT.length, sha256: sumOf(CONTENT) } },
  });

  it("describes it once all of its files are there", async () => {
    await using at = await place(serving(CONTENT));
    const model = await fetchModel(modelAt(at.server.url), at.folder, { signal });
    assert.deepEqual(modelsIn(at.folder), [model]);
    assert.deepEqual(model.files, { activity: "a.onnx" });
  });

  it("fetches a model again whose description was lost, such as by a power failure", async () => {
    await using at = await place(serving(CONTENT));
    const model = await fetchModel(modelAt(at.server.url), at.folder, { signal });
    await writeFile(join(at.folder, "detector", "model.json"), "");
    assert.deepEqual(modelsIn(at.folder), []);
    await fetchModel(modelAt(at.server.url), at.folder, { signal });
    assert.deepEqual(modelsIn(at.folder), [model]);
    assert.deepEqual((await readdir(join(at.folder, "detector"))).sort(), ["a.onnx", "model.json"]);
  });

  it("says how to bring the files by hand where they cannot be fetched, and then takes them", async () => {
    await using at = await place((response) => void response.writeHead(403).end());
    const model = modelAt(at.server.url);
    await assert.rejects(
      fetchModel(model, at.folder, { signal }),
      /HTTP 403\nIf this machine cannot fetch them, .*--mirror/s,
    );
    assert.deepEqual(modelsIn(at.folder), []);
    await writeFile(join(at.folder, "detector", "a.onnx"), CONTENT);
    const asked = at.server.received.length;
    await fetchModel(model, at.folder, { signal });
    assert.equal(at.server.received.length, asked);
  });
});
