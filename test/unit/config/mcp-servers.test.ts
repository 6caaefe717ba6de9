import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { loadSettings } from "../../../src/config/settings.js";
import { AttendantError } from "../../../src/kernel/errors.js";

const ENOUGH = {
  LLM_BASE_URL: "http://127.0.0.1:1/v1",
  LLM_MODEL: "m",
  SPEECH_BASE_URL: "http://127.0.0.1:2/v1",
  ARI_PASSWORD: "secret-of-ari",
};
const TOKEN = "tok-0123456789";
const load = (servers: unknown, more: Record<string, string> = {}, files: Record<string, string> = {}) =>
  loadSettings(
    { ...ENOUGH, ...more, ...(servers !== undefined && { MCP_SERVERS: textOf(servers) }) },
    { readFile: (path) => files[path] ?? assert.fail(`no file ${path}`) },
  );
const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function faultsOf(servers: unknown): readonly string[] {
  try {
    load(servers);
  } catch (error) {
    assert.ok(error instanceof AttendantError);
    assert.ok(!error.message.includes(TOKEN), "a fault shows no secret");
    const lines = error.message.split("\n").slice(1);
    return lines.map((line) => line.replace(/^ {2}MCP_SERVERS: /, ""));
  }
  return [];
}

const FILES = { command: "npx", args: ["-y", "files"], env: { API_TOKEN: TOKEN, MODE: "on" }, tools: ["read"] };
const HOME = { url: "http://home.lan:8123/mcp", headers: { Authorization: `Bearer ${TOKEN}` }, tools: "*" };

describe("MCP_SERVERS", () => {
  it("names programs and addresses, each with the tools that are let in", () => {
    const { settings } = load({ files: { ...FILES, timeout_ms: 5000 }, home: { ...HOME, type: "http" } });
    assert.deepEqual(settings.mcp.servers, [
      {
        name: "files",
        kind: "stdio",
        command: "npx",
        args: FILES.args,
        env: FILES.env,
        tools: ["read"],
        timeoutMs: 5000,
      },
      { name: "home", kind: "http", url: HOME.url, headers: HOME.headers, tools: "*", timeoutMs: undefined },
    ]);
  });

  it("is nothing unless it is set", () => {
    assert.deepEqual(load(undefined).settings.mcp.servers, []);
  });

  for (const [name, environment] of [
    ["MCP_SERVERS", { MCP_SERVERS: "/etc/attendant/mcp.json" }],
    ["MCP_SERVERS_FILE", { MCP_SERVERS_FILE: "/etc/attendant/mcp.json" }],
  ] as const) {
    it(`may be a file that ${name} names`, () => {
      const { settings } = load(undefined, environment, { "/etc/attendant/mcp.json": textOf({ files: FILES }) });
      assert.equal(settings.mcp.servers[0]?.name, "files");
    });
  }

  it("is taken as docs/mcp.md shows it", () => {
    const text = readFileSync(new URL("../../../docs/mcp.md", import.meta.url), "utf8");
    const [example] = [...text.matchAll(/^```json\n([^]*?)^```$/gm)].filter(([, json]) => json?.includes('"tools"'));
    assert.deepEqual(
      load(example?.[1]).settings.mcp.servers.map(({ name }) => name),
      ["home", "library"],
    );
  });

  it("keeps what is in environments, headers and addresses out of the log", () => {
    const hook = { url: "https://hooks.example/s/abcdefghijklmnopqrstuvwx?key=0123456789", tools: "*" };
    const { secrets } = load({ files: FILES, home: HOME, hook });
    for (const secret of [TOKEN, `Bearer ${TOKEN}`, "abcdefghijklmnopqrstuvwx", "0123456789"]) {
      assert.ok(secrets.includes(secret), secret);
    }
    assert.ok(!secrets.includes("on"), "ordinary words stay readable");
    assert.ok(!secrets.includes("files"));
  });

  const faults: readonly (readonly [servers: unknown, ...words: RegExp[]])[] = [
    ["{", /is not JSON \(line 1/],
    ["[]", /expected a JSON object of servers/],
    [{ mcpServers: { files: FILES } }, /remove this level/],
    [{ "my files": FILES }, /"my files" must be a name/],
    [{ "my-home": FILES, my_home: FILES }, /"my_home" has tools with the same names as my-home/],
    [{ files: TOKEN }, /"files" must be an object/],
    [{ files: { tools: "*" } }, /"files" must have either command or url/],
    [{ files: { ...FILES, url: HOME.url } }, /"files" must have either command or url/],
    [{ files: { ...FILES, tools: undefined } }, /"files"\.tools must be a list of the names/],
    [{ files: { ...FILES, tools: [] } }, /"files"\.tools must/],
    [{ files: { ...FILES, comand: "x" } }, /"files"\.comand is not a known field; did you mean command/],
    [{ files: { ...FILES, env: { A: 1 } } }, /"files"\.env\.A must be a text/],
    [{ files: { ...FILES, env: { "A=B": TOKEN } } }, /"files"\.env contains an invalid name/],
    [{ files: { ...FILES, args: "-y" } }, /"files"\.args must be a list/],
    [{ files: { ...FILES, timeout_ms: "5" } }, /"files"\.timeout_ms must be a whole number/],
    [{ files: { ...FILES, headers: {} } }, /"files"\.headers cannot be combined with command/],
    [{ home: { ...HOME, type: "sse" } }, /"home"\.type must be http or left out; sse is not supported/],
    [{ home: { ...HOME, url: `http://user:${TOKEN}@home.lan` } }, /"home"\.url must be an http/],
    [{ home: { ...HOME, url: "ftp://home.lan" } }, /"home"\.url must be/],
    [{ home: { ...HOME, headers: { Host: "x" } } }, /"home"\.headers\.Host cannot be set/],
    [{ home: { ...HOME, headers: { "X-Key": `${TOKEN}\nX: y` } } }, /"home"\.headers\.X-Key must be printable/],
    [{ a: { ...FILES, tools: 1 }, b: { ...HOME, url: 1 } }, /"a"\.tools/, /"b"\.url/],
  ];
  for (const [servers, ...words] of faults) {
    it(`is refused as ${textOf(servers).slice(0, 90)}, by server and field`, () => {
      const found = faultsOf(servers);
      assert.equal(found.length, words.length, found.join("\n"));
      for (const [at, word] of words.entries()) assert.match(found[at] ?? "", word);
    });
  }
});
