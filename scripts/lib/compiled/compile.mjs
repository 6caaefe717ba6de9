import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Bundles TypeScript programs and tests, each into one file below .cache/compiled, and reuses a bundle while the contents of all
 * its inputs are unchanged. npm packages stay external, except for the programs of src: those are started by the hundred, and
 * half of their start-up time goes into a thousand small files of packages.
 *
 * @typedef {{ readonly key: string; readonly inputs: Readonly<Record<string, string>> }} Record_ what a bundle was made of: path
 * → hash
 */

export const PROJECT = fileURLToPath(new URL("../../../", import.meta.url)).replace(/\/$/, "");
const OUT = join(PROJECT, ".cache/compiled");
/**
 * Incremented when bundles are made differently. The key also contains the version of esbuild and the project's path, which files
 * know.
 */
const FORM = 4;

/** Hashes of files, each read once per process. @type {Map<string, string>} */
const hashes = new Map();

/** @param {string} path */
function hashOf(path) {
  let hash = hashes.get(path);
  if (hash === undefined) {
    const file = join(PROJECT, path);
    hash = existsSync(file) ? createHash("sha1").update(readFileSync(file)).digest("base64url") : "missing";
    hashes.set(path, hash);
  }
  return hash;
}

/** @param {string} entry */
const outputOf = (entry) => join(OUT, entry.replaceAll("../", "__/").replace(/\.ts$/, ".mjs"));
/** @param {string} entry */
const recordOf = (entry) => `${outputOf(entry)}.inputs.json`;

const key = `${FORM} ${PROJECT} ${JSON.parse(readFileSync(join(PROJECT, "node_modules/esbuild/package.json"), "utf8")).version}`;

/** @param {string} entry @returns {Record_ | undefined} */
function read(entry) {
  try {
    return JSON.parse(readFileSync(recordOf(entry), "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {string} entry */
function isFresh(entry) {
  const record = read(entry);
  return (
    record?.key === key &&
    Object.entries(record.inputs).every(([path, hash]) => hashOf(path) === hash) &&
    existsSync(outputOf(entry))
  );
}

/** @param {string} path relative to the project, absolute, or a file: URL */
export function entryOf(path) {
  const file = path.startsWith("file:") ? fileURLToPath(path) : path;
  return relative(PROJECT, isAbsolute(file) ? file : resolve(PROJECT, file));
}

/** @param {string} entry @returns {readonly string[]} paths of all project files in its bundle */
export const inputsOf = (entry) => Object.keys(read(entry)?.inputs ?? {});

/**
 * @param {readonly string[]} entries relative to the project
 * @returns {Promise<ReadonlyMap<string, string>>} entry → absolute path of its bundle
 */
export async function compile(entries) {
  const stale = entries.filter((entry) => !isFresh(entry));
  if (stale.length > 0) await bundle(stale);
  return new Map(entries.map((entry) => [entry, outputOf(entry)]));
}

/**
 * Packages that load a library, a file or a thread relative to themselves, and packages that are imported on demand: from a
 * chunk, CommonJS has no named exports.
 */
const IN_PLACE = ["@echogarden/fvad-wasm", "libsql", "pino", "swagger-ui-dist", "@opentelemetry/*"];
/** For CommonJS packages. */
const REQUIRE =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

/** The folder of the shared chunks of src's programs, below OUT. */
const PARTS = "src/parts";
/** How long a running process may still load a chunk after it was replaced, in ms. */
const FORMER_MS = 3_600_000;

/** @param {string} entry */
const isOfProduct = (entry) => entry.startsWith("src/");

/** @param {readonly string[]} entries */
async function bundle(entries) {
  const others = entries.filter((entry) => !isOfProduct(entry));
  if (others.length > 0) await bundleWith(others, { packages: "external" });
  for (const entry of entries.filter(isOfProduct)) {
    const parts = `${PARTS}/${basename(entry, ".ts")}`;
    await bundleWith([entry], {
      external: IN_PLACE,
      banner: { js: REQUIRE },
      // So that a command loads only what it needs.
      splitting: true,
      chunkNames: `${parts}/[hash]`,
      logLevel: "error",
    });
    removeFormer(join(OUT, parts));
  }
}

/** Removes chunks that no program has loaded for long. @param {string} folder */
function removeFormer(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    // Another process may have renamed or removed it meanwhile.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > FORMER_MS) rmSync(path, { force: true });
  }
}

/** @param {readonly string[]} entries @param {object} packages how npm packages are handled */
async function bundleWith(entries, packages) {
  const { build } = await import("esbuild");
  const located = locatedFiles(entries);
  const { outputFiles, metafile } = await build({
    entryPoints: entries.map((entry) => ({
      in: join(PROJECT, entry),
      out: entry.replaceAll("../", "__/").replace(/\.ts$/, ""),
    })),
    absWorkingDir: PROJECT,
    outdir: OUT,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    jsx: "automatic",
    jsxImportSource: "preact",
    sourcemap: "linked",
    sourcesContent: false,
    write: false,
    metafile: true,
    logLevel: "warning",
    ...packages,
    // Each file finds its neighbours relative to its source, not its bundle.
    define: { "import.meta.url": "__fileUrl", "import.meta.dirname": "__fileFolder" },
    plugins: [
      {
        name: "own files",
        setup(builder) {
          if (located.length === 0) return;
          const escaped = located.map((path) => path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
          builder.onLoad({ filter: new RegExp(`^(${escaped})$`) }, ({ path }) => ({
            contents: inPlace(path),
            loader: path.endsWith(".ts") ? "ts" : "js",
          }));
        },
      },
    ],
  });
  // Chunks first: a visible program is complete.
  for (const { path, contents } of outputFiles.toSorted((a, b) => Number(isPart(b.path)) - Number(isPart(a.path))))
    put(path, contents);
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint === undefined || isPart(path)) continue;
    const own = inputsIn(metafile.outputs, path).filter((file) => !file.includes("node_modules/"));
    const files = isOfProduct(entryPoint) ? [...own, "package-lock.json"] : own;
    const made = Object.fromEntries(files.map((file) => [file, hashOf(file)]));
    put(`${join(PROJECT, path)}.inputs.json`, JSON.stringify({ key, inputs: made }));
  }
}

/** @param {string} path of an output */
const isPart = (path) => path.includes(`/${PARTS}/`);

/**
 * @param {import("esbuild").Metafile["outputs"]} outputs
 * @param {string} path of one of them
 * @returns {string[]} the inputs of it and of its chunks
 */
function inputsIn(outputs, path) {
  const paths = new Set([path]);
  for (const each of paths) {
    for (const { path: part, external } of outputs[each]?.imports ?? []) if (!external) paths.add(part);
  }
  return [...new Set([...paths].flatMap((each) => Object.keys(outputs[each]?.inputs ?? {})))];
}

/** Replaces a file atomically. @param {string} path @param {string | Uint8Array} contents */
function put(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, contents);
  renameSync(partial, path);
}

/** @param {string} path */
function inPlace(path) {
  const url = JSON.stringify(pathToFileURL(path).href);
  return `const __fileUrl = ${url}, __fileFolder = ${JSON.stringify(dirname(path))}; ${readFileSync(path, "utf8")}`;
}

/** Files that use their own path. @param {readonly string[]} entries */
function locatedFiles(entries) {
  const all = ["src", "tools", "test", "scripts", "examples"].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && /\.(ts|mjs)$/.test(each.name))
      .map((each) => join(each.parentPath, each.name)),
  );
  const outside = entries.filter((entry) => entry.startsWith("..")).map((entry) => join(PROJECT, entry));
  return [...all, ...outside].filter((path) => readFileSync(path, "utf8").includes("import.meta."));
}
