import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { ALONE, Controller, examplesIn, runExample, type TemporaryFolder, temporaryFolder } from "../support/index.js";

const KEY = "a-key-of-sixteen-or-more-characters";
const READER = "another-key-of-sixteen-or-more";
/** The file needs neither an Asterisk nor a back end. */
const SETTINGS = {
  ...ALONE,
  API_KEYS: `office:all:${KEY},wall:read+call+schedule+tools:${READER}`,
  HOST: "127.0.0.1",
};

describe("the file of the assistants of a service that runs", () => {
  let folder: TemporaryFolder;
  let service: Controller;
  const path = () => join(folder.path, "assistants.yaml");

  before(async () => {
    folder = await temporaryFolder();
    await writeFile(path(), "assistants: { first: { answers: [8001] } }\n");
    service = await Controller.start({ ...SETTINGS, DATA_DIR: folder.path });
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  const ask = async (path: string, key = KEY) => {
    const response = await fetch(`${service.url}${path}`, { headers: { "x-api-key": key } });
    return { status: response.status, body: (await response.json()) as never };
  };
  const ids = async () => ((await ask("/assistants")).body as { id: string }[]).map(({ id }) => id);
  const check = async () =>
    ((await ask("/health")).body as { checks: { assistants: { ok: boolean; detail?: string } } }).checks.assistants;
  const reload = async (text: string, event: string) => {
    await writeFile(path(), text);
    const from = service.lines.length;
    process.kill(service.pid, "SIGHUP");
    await service.logged(event, () => true, { from });
  };

  it("is in use from the start, for keys of its scope only", async () => {
    assert.deepEqual(await ids(), ["first"]);
    assert.equal((await ask("/assistants", READER)).status, 403);
    assert.deepEqual((await check()).ok, true);
  });

  it("is read again on SIGHUP; one with a fault is told with its line, and the previous one stays", async () => {
    await reload("assistants:\n  second: { voise: anna }\n", "assistants_invalid");
    assert.deepEqual(await ids(), ["first"]);
    assert.match((await check()).detail ?? "", /line 2, \/assistants\/second\/voise: .*did you mean voice\?/);
    await reload("assistants: { second: {}, third: {} }\n", "assistants_loaded");
    assert.deepEqual(await ids(), ["second", "third"]);
    assert.deepEqual((await check()).ok, true);
  });

  it("is replaced, checked, tried and put back as docs/rest.md shows", async () => {
    const shown = (await examplesIn("docs/rest.md")).filter(
      ({ text }) => /\/assistants/.test(text) && !/\/alert/.test(text),
    );
    const variables: Record<string, string> = { ATTENDANT_URL: service.url, API_KEY: KEY };
    const asked: string[] = [];
    for (const { text } of shown) {
      for (const { method, url, status, body } of await runExample(text, variables)) {
        asked.push(`${method} ${url.pathname} ${status}`);
        const [, id] = /^\[\{"id":"([^"]+)","replaced_at"/.exec(body) ?? [];
        if (id) variables.VERSION_ID = id;
      }
    }
    const { VERSION_ID } = variables;
    assert.deepEqual(asked, [
      "PUT /assistants-file 200",
      "PUT /assistants-file 200",
      "GET /assistants-file 200",
      "POST /assistants-file/check 200",
      "GET /assistants 200",
      "GET /assistants/sales 200",
      "POST /assistants/sales/try 503", // There is no model here.
      "GET /assistants-file/versions 200",
      `GET /assistants-file/versions/${VERSION_ID} 200`,
      `POST /assistants-file/versions/${VERSION_ID}/restore 200`,
    ]);
    assert.equal(await readFile(path(), "utf8"), "assistants:\n  sales: { answers: ['8001'] }\n");
    assert.deepEqual(await ids(), ["sales"]);
  });

  it("ends with the service", async () => {
    assert.equal(await service.stop(), 0);
    assert.deepEqual(service.noise, []);
  });
});
