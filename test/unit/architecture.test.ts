import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, normalize } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import typescript from "typescript";
import { FLOORS, ROOMS, TOP } from "../support/house.js";
import { importsOf, type Token, tokensOf, typesOf } from "../support/source-tokens.js";

/** Through which folders each npm package comes in: one, so that it can be replaced there. Exceptions say why. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  "@clack/prompts": ["src/setup"],
  diff: ["src/setup"],
  "double-metaphone": ["src/directory"],
  "@echogarden/fvad-wasm": ["src/listening"],
  "@modelcontextprotocol/sdk": ["src/mcp"],
  ajv: ["src/validation"],
  "ari-client": ["src/telephony"],
  "@vvo/tzdb": ["tools"],
  "fraction.js": ["tools"],
  express: ["src/http"],
  "eventsource-parser": ["src/backends"],
  jsonrepair: ["src/validation"],
  openai: ["src/backends"],
  undici: ["src/backends"],
  re2js: ["src/alerts"],
  "@opentelemetry/api": ["src/observability"],
  "@opentelemetry/exporter-trace-otlp-proto": ["src/observability"],
  "@opentelemetry/resources": ["src/observability"],
  "@opentelemetry/sdk-trace-base": ["src/observability"],
  pino: ["src/observability"],
  "prom-client": ["src/observability"],
  // Asterisk's media is one vendor's socket, a realtime session of a back end another's; our speech server is such a back end.
  ws: ["src/telephony", "src/backends", "src/speech-server"],
  yaml: ["src/assistants"],
  // Whose backends storage implements is whose alarms scheduling sets; what is between them is among the records' ports.
  agenda: ["src/scheduling", "src/storage", "src/records"],
  "@agendajs/mongo-backend": ["src/storage"],
  libsql: ["src/storage"],
  mongodb: ["src/storage"],
  standardwebhooks: ["src/webhooks"],
  "swagger-ui-dist": ["src/http"],
  // Of the page, built into it.
  preact: ["src/console"],
  "openapi-fetch": ["src/console"],
  // Dates are part of the tool contract: a tool is handed the moment as a DateTime. What a clock shows is the kernel's.
  luxon: ["src/kernel", "src/toolbox", "src/plugins", "src/conversation", "src/calls", "tools"],
};

/** What a tool may know of the service: the contract it is written against, as a plugin is. */
const TOOLS_MAY_IMPORT = ["src/kernel", "src/locales", "src/toolbox", "tools"];

/** The folder of the page: what it imports is built into it, and its types of REST are made from the interface itself. */
const PAGE = "src/console";
const REST_TYPES = "dist/rest-types.js";

/** The one file that imports what it is told to: the process of a plugin. */
const LOADER = "src/plugins/worker/worker.mjs";

const BANNED = /^(utils?|helpers?|common|managers?|services?|handlers?|data|infos?|process)$/i;
/** Listening counts frames: there, an hour of audio is tested in milliseconds. */
const TIMELESS = ["src/audio", "src/listening"];
const CLOCKS = /^(setTimeout|setInterval|setImmediate|performance|Date)$/;

/** Who reads the machine's clock, and why. All others are handed the service's, which leaves out short leaps. */
const MACHINES_CLOCK: Readonly<Record<string, string>> = {
  "src/kernel": "It makes the service's clock, and compares times with those of files.",
  "src/observability": "Log lines and spans are read beside those of other programs.",
  "src/console": "The browser has its own clock.",
  "src/doctor": "A command.",
  "src/setup": "A command.",
  "src/storage/backup": "A command.",
  "src/key.ts": "A command.",
  "src/toolbox/detached-environment.ts": "Of a command.",
  "src/plugins/testing.mjs": "For the tests of a plugin.",
  "src/wiring/rest.ts": "A login is dated by a command on the same machine.",
  "src/speech/phrase-files.ts": "Times of files are the machine's.",
  "src/storage/sqlite/continuity.mjs": "It runs in another thread, when the store is opened.",
  "src/telephony/asterisk/ari/application-holder.ts": "Only people read it.",
  "src/scheduling/alarm.ts": "Agenda reads the machine's clock.",
  "src/scheduling/job-prefetch.ts": "Agenda reads the machine's clock.",
};

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Source {
  readonly path: string;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly imports: readonly { readonly from: string; readonly line: number }[];
}

function read(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  if (path.endsWith(".tsx")) return { path, text, tokens: [], imports: importsOfMarkup(text) };
  const tokens = tokensOf(text);
  return { path, text, tokens, imports: importsOf(tokens) };
}

/** Where there is markup among it, the compiler reads the imports; the rest of it is not looked at. */
function importsOfMarkup(text: string): Source["imports"] {
  return typescript
    .preProcessFile(text)
    .importedFiles.map(({ fileName, pos }) => ({ from: fileName, line: text.slice(0, pos).split("\n").length }));
}

function filesBelow(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|mts|cts|js|mjs)$/.test(name))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .sort();
}

const sources = [...filesBelow("src"), ...filesBelow("tools")].map(read);
const byPath = new Map(sources.map((source) => [source.path, source]));

/** The folder of the house that a file lies in: `src/http`, `tools`; `src` for the files at the top. */
function folderOf(path: string): string {
  const [first = "", second = "", third] = path.split("/");
  if (first !== "src") return first;
  return third === undefined ? "src" : `${first}/${second}`;
}

function floorOf(path: string): number | undefined {
  const folder = folderOf(path);
  return folder === "src" ? TOP : FLOORS[folder];
}

/** The file of the repository that a relative import means. */
function target(source: Source, from: string): string | undefined {
  if (!from.startsWith(".")) return undefined;
  const path = normalize(join(dirname(source.path), from));
  return (
    [".ts", ".tsx", ".d.ts", ".js"].map((type) => path.replace(/\.js$/, type)).find((each) => byPath.has(each)) ?? path
  );
}

function packageOf(from: string): string | undefined {
  if (from.startsWith(".") || from.startsWith("node:") || from === "*computed*") return undefined;
  const parts = from.split("/");
  return from.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0];
}

function* allImports() {
  for (const source of sources) {
    for (const { from, line } of source.imports) yield { source, from, at: `${source.path}:${line}` };
  }
}

function expectNone(faults: readonly string[], todo: string): void {
  assert.equal(faults.length, 0, `${todo}\n  ${faults.join("\n  ")}\n`);
}

/** The lines in which tokens read the machine's clock. */
function clockReadings(tokens: readonly Token[]): readonly number[] {
  return tokens
    .filter((_, i) => {
      const [first, second, third, fourth] = tokens.slice(i, i + 4).map(({ text }) => text);
      if (first === "new") return second === "Date" && third === "(" && fourth === ")";
      if (first === "Date") return second === "." && third === "now";
      return first === "DateTime" && second === "." && /^(now|local|utc)$/.test(third ?? "");
    })
    .map(({ line }) => line);
}

describe("the architecture", () => {
  it("is read from real files", () => {
    assert.ok(sources.length > 20);
    assert.ok([...allImports()].length > 40);
  });

  it("has every file in a folder with a floor", () => {
    const faults = sources.filter(({ path }) => floorOf(path) === undefined).map(({ path }) => path);
    expectNone(faults, "Move these files to a folder of the house, or give their folder a floor in FLOORS:");
  });

  it("imports from lower floors or from the same folder only", () => {
    const faults: string[] = [];
    for (const { source, from, at } of allImports()) {
      const path = target(source, from);
      if (path === undefined || folderOf(path) === folderOf(source.path)) continue;
      if (path === REST_TYPES && folderOf(source.path) === PAGE) continue;
      const [own, other] = [floorOf(source.path), floorOf(path)];
      if (other === undefined) faults.push(`${at} imports ${path}, which is no part of src or tools`);
      else if (own !== undefined && other === own)
        faults.push(`${at} (floor ${own}) imports ${path} on the same floor`);
      else if (own !== undefined && other > own) faults.push(`${at} (floor ${own}) imports ${path} (floor ${other})`);
    }
    expectNone(faults, "Have the thing handed in as an argument, or move what both need to a lower floor:");
  });

  it("imports from lower rooms only where a folder is divided into rooms", () => {
    const faults: string[] = [];
    for (const [folder, rooms] of Object.entries(ROOMS)) {
      const levelOf = (path: string) => {
        if (!path.startsWith(`${folder}/`)) return -1;
        const [room, inside] = path.slice(folder.length + 1).split("/");
        return inside === undefined ? rooms.length : rooms.indexOf(room ?? "");
      };
      for (const { source, from, at } of allImports()) {
        const path = target(source, from);
        if (levelOf(source.path) >= 0 && path !== undefined && levelOf(path) > levelOf(source.path))
          faults.push(`${at} imports ${path}`);
      }
      for (const { path } of sources)
        if (path.startsWith(`${folder}/`) && levelOf(path) < 0) faults.push(`${path} is in a room that is not listed`);
    }
    expectNone(faults, "Have the thing handed in as an argument, or move what both need to a lower room:");
  });

  it("lets tools know the tool contract and nothing else of the service", () => {
    const faults: string[] = [];
    for (const { source, from, at } of allImports()) {
      const path = target(source, from);
      if (folderOf(source.path) !== "tools" || path === undefined) continue;
      if (!TOOLS_MAY_IMPORT.includes(folderOf(path))) faults.push(`${at} imports ${path}`);
    }
    expectNone(faults, "Give the tool what it needs through ToolContext or as an argument:");
  });

  it("has no import cycles, not even of types", () => {
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (path: string, way: readonly string[]) => {
      const start = way.indexOf(path);
      if (start >= 0) {
        cycles.push([...way.slice(start), path].join(" → "));
        return;
      }
      const source = byPath.get(path);
      if (!source || done.has(path)) return;
      for (const { from } of source.imports) {
        const next = target(source, from);
        if (next !== undefined) visit(next, [...way, path]);
      }
      done.add(path);
    };
    for (const { path } of sources) visit(path, []);
    expectNone(cycles, "Move what both sides need into a file of its own:");
  });

  it("writes relative imports with .js, and no import that cannot be read", () => {
    const faults: string[] = [];
    for (const { source, from, at } of allImports()) {
      if (from === "*computed*") {
        if (source.path !== LOADER) faults.push(`${at} imports something computed`);
      } else if (from.startsWith(".") && !/\.(m?js|json)$/.test(from)) faults.push(`${at} imports ${from}`);
      else if (!from.startsWith("node:") && builtinModules.includes(from))
        faults.push(`${at} imports ${from} without node:`);
    }
    expectNone(faults, "Write the whole name of the file, with .js, and node: before Node's own modules:");
  });

  it("lets each package in through its own door", () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<
      string,
      Record<string, string>
    >;
    const faults: string[] = [];
    for (const { source, from, at } of allImports()) {
      const name = packageOf(from);
      if (name === undefined || builtinModules.includes(name)) continue;
      const doors = DOORS[name];
      const declared = (folderOf(source.path) === PAGE ? devDependencies : dependencies) ?? {};
      if (!(name in declared)) faults.push(`${at}: ${name} is not among the dependencies of package.json`);
      if (!doors) faults.push(`${at}: ${name} has no door yet; name its folder in DOORS`);
      else if (!doors.includes(folderOf(source.path))) faults.push(`${at}: ${name} belongs to ${doors.join(", ")}`);
    }
    expectNone(faults, "Import the package in one folder and offer from there what others need of it:");
  });

  it("has no file and no type with a name that says nothing", () => {
    const faults: string[] = [];
    for (const { path, tokens } of sources) {
      const words = path.split("/").flatMap((part) => part.replace(/\.\w+$/, "").split(/[-._]/));
      for (const word of words.filter((each) => BANNED.test(each))) faults.push(`${path}: "${word}"`);
      for (const { name, line } of typesOf(tokens)) {
        const banned = name.split(/(?<=[a-z0-9])(?=[A-Z])/).find((each) => BANNED.test(each));
        if (banned) faults.push(`${path}:${line}: type ${name}: "${banned}"`);
      }
    }
    expectNone(faults, "Name the thing by what it is in the field's own words:");
  });

  it("counts frames instead of reading a clock where it listens", () => {
    const faults: string[] = [];
    for (const { path, tokens } of sources) {
      if (!TIMELESS.includes(folderOf(path))) continue;
      for (const { kind, text, line } of tokens) {
        if (kind === "word" && CLOCKS.test(text)) faults.push(`${path}:${line}: ${text}`);
      }
    }
    expectNone(faults, "Audio is the clock here: count samples or frames:");
  });

  it("is handed the service's clock instead of reading the machine's", () => {
    const [faults, readers] = [[] as string[], new Set<string>()];
    const excused = Object.keys(MACHINES_CLOCK);
    for (const { path, text, tokens } of sources) {
      const lines = path.endsWith(".tsx") ? (text.includes("Date.now") ? [0] : []) : clockReadings(tokens);
      if (lines.length === 0) continue;
      const excuse = excused.find((each) => path === each || path.startsWith(`${each}/`));
      if (excuse) readers.add(excuse);
      else faults.push(...lines.map((line) => `${path}:${line}`));
    }
    expectNone(faults, "Have `now: () => number` handed in, and make it required:");
    expectNone(
      excused.filter((each) => !readers.has(each)),
      "These no longer read the machine's clock; remove them from MACHINES_CLOCK:",
    );
  });

  it("writes nothing to the console and reads no environment by itself", () => {
    const faults: string[] = [];
    for (const { path, tokens } of sources) {
      for (const [i, { kind, text, line }] of tokens.entries()) {
        if (kind !== "word" || tokens[i + 1]?.text !== "." || tokens[i - 1]?.text === ".") continue;
        if (text === "console") faults.push(`${path}:${line}: console; use the log that is handed in`);
        const env = text === "process" && tokens[i + 2]?.text === "env" && floorOf(path) !== TOP;
        if (env) faults.push(`${path}:${line}: process.env; add a setting to src/config`);
      }
    }
    expectNone(faults, "What a part needs is handed in:");
  });
});

describe("the reading of imports", () => {
  const from = (source: string) => importsOf(tokensOf(source)).map((each) => each.from);

  it("sees every form of import", () => {
    const source = `
      import a, { type B } from "./a.js";
      import type { C } from './c.js';
      import "./side.js";
      export * from "./all.js";
      export type { D } from "./d.js";
      const e = await import("./e.js");
      let f: import("./f.js").F;
      const g = require("./g.js");
      import(name);`;
    const expected = ["a", "c", "side", "all", "d", "e", "f", "g"].map((name) => `./${name}.js`);
    assert.deepEqual(from(source), [...expected, "*computed*"]);
  });

  it("is not misled by comments, strings, templates and regular expressions", () => {
    const source = `
      // import a from "./comment.js"
      /* import b from "./block.js" */
      const c = 'import d from "./string.js"';
      const e = \`import f from "./template.js" \${g("\`") + \`\${{ h: "}" }.h}\`} import("./still.js")\`;
      const i = text.replace(/["'\`/]/g, "") / 2;
      throw \`from \${from} to\`;
      const j = x / y; const k = "from"; array.from("./call.js"); schema.import("./member.js");
      const { l } = await import("./real.js");`;
    assert.deepEqual(from(source), ["./real.js"]);
  });

  it("finds declared types, not used ones", () => {
    const source = `import { type Handler } from "x"; export class SpeechManager {} type Data = string; interface A<T> {}`;
    assert.deepEqual(
      typesOf(tokensOf(source)).map((each) => each.name),
      ["SpeechManager", "Data", "A"],
    );
  });
});

describe("the reading of clocks", () => {
  it("sees every way to read the machine's, and no time that is given", () => {
    const source = `
      Date.now();
      needs.now ?? Date.now;
      new Date();
      DateTime.now(); DateTime.utc();
      new Date(at); DateTime.fromMillis(now()); performance.now(); // Date.now()`;
    assert.deepEqual(clockReadings(tokensOf(source)), [2, 3, 4, 5, 5]);
  });
});
