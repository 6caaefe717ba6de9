import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";
import { openConnections } from "../../../src/backends/connections.js";
import { createFetch } from "../../../src/backends/fetch.js";
import { watchCost } from "../../support/process-cost.js";

const MB = 1024 * 1024;
/** A back end that answers with 200 MB, in a process of its own: what it takes is not what is measured. */
const SERVER = `
  const part = { json: '{"a":1},', text: "x".repeat(64), events: 'data: {"a":"b"}\\n\\n', error: "x".repeat(64) };
  require("node:http").createServer((request, response) => {
    request.resume();
    const kind = request.url.slice(1);
    const type = kind === "events" ? "text/event-stream" : "application/json";
    response.writeHead(kind === "error" ? 500 : 200, { "content-type": type });
    const piece = Buffer.from(part[kind].repeat(Math.ceil(65536 / part[kind].length)));
    let left = 200 * ${MB};
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= piece.length;
        if (!response.write(piece)) return response.once("drain", more);
      }
      response.end();
    };
    more();
  }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

describe("200 MB from a back end", () => {
  const server = spawn(process.execPath, ["-e", SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  let port = "";
  before(async () => void ([port = ""] = (await once(createInterface({ input: server.stdout }), "line")) as string[]));
  after(() => server.kill("SIGKILL"));

  for (const [kind, answered] of [
    ["json", /^answered with more than 20000 values$/],
    ["text", /^answered with more than 1 MB$/],
    ["events", /^answered with more than 8 MB$/],
    ["error", undefined],
  ] as const) {
    it(`(${kind}) take little memory and hold nothing up`, async (t) => {
      const origin = `http://127.0.0.1:${port}`;
      const connections = openConnections(origin);
      t.after(() => connections.close());
      const read = async () =>
        (await createFetch(connections.dispatcher)(`${origin}/${kind}`, { method: "POST", body: "{}" })).text();
      const cost = watchCost();
      if (answered) await assert.rejects(read(), { message: answered });
      else assert.equal((await read()).length, 16_384);
      const { moreBytes, longestMs } = cost();
      t.diagnostic(JSON.stringify({ mb: moreBytes / MB, longestMs }));
      assert.ok(moreBytes < 50 * MB, `${(moreBytes / MB).toFixed(0)} MB more`);
      assert.ok(longestMs < 100, `the loop was held for ${longestMs.toFixed(0)} ms`);
    });
  }
});
