// @ts-check
/** Writes a plugin and its test; called by `scripts/new-tool`. Requires only Node. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const HELP = `Usage: scripts/new-tool NAME [--dir FOLDER]

Writes a working tool and its test. NAME is the tool's name in upper case, such as TIDE_TIMES, which creates
tide-times.mjs and tide-times.test.mjs.

  --dir FOLDER  the target folder (default: TOOLS_DIR, or tools in DATA_DIR, from the environment or .env)

It also creates a link to this installation, node_modules/ari-attendant, with which the test runs on its own
(node --test) and editors know the types. The service itself does not need it.
`;

const INSTALLATION = fileURLToPath(new URL("../..", import.meta.url));
const TEMPLATES = new URL("new-tool/", import.meta.url);
/** A test keeps these equal to the built-in tools. */
const BUILT_IN = "CALC CALLBACK CANCEL DATETIME HANGUP JOKE SET_TIMER SIMON_SAYS STATUS TRANSFER WEATHER".split(" ");

/** @param {string} message @returns {never} */
function refuse(message) {
  process.stderr.write(`new-tool: ${message}\n`);
  process.exit(64);
}

function given() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { dir: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    if (values.help) {
      process.stdout.write(HELP);
      process.exit(0);
    }
    if (positionals.length !== 1) refuse(`NAME is required\n\n${HELP}`);
    return { name: String(positionals[0]), dir: values.dir };
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
  }
}

/** @param {string} name */
function checkName(name) {
  if (!/^[A-Z][A-Z0-9_]{0,63}$/.test(name)) {
    const upper = name
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, "_")
      .replaceAll(/^[_0-9]+|_+$/g, "");
    refuse(`NAME must be UPPERCASE_WITH_UNDERSCORES${upper ? `, such as ${upper.slice(0, 64)}` : ""}`);
  }
  if (BUILT_IN.includes(name)) refuse(`${name} is the name of a built-in tool`);
}

/** The plugin folder, as the service determines it. */
function configuredFolder() {
  try {
    process.loadEnvFile(join(INSTALLATION, ".env"));
  } catch {
    // There is no .env: only the environment counts.
  }
  const { TOOLS_DIR, DATA_DIR } = process.env;
  return resolve(INSTALLATION, TOOLS_DIR?.trim() || join(DATA_DIR?.trim() || "data", "tools"));
}

/** @param {string} folder */
function linkInstallation(folder) {
  const link = join(folder, "node_modules", "ari-attendant");
  if (existsSync(link)) return;
  // A broken link belongs to an installation that no longer exists.
  rmSync(link, { force: true });
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(resolve(INSTALLATION), link);
}

const { name, dir } = given();
checkName(name);
const folder = dir === undefined ? configuredFolder() : resolve(dir);
const base = name.toLowerCase().replaceAll("_", "-");
const files = [
  { path: join(folder, `${base}.mjs`), template: "my-tool.mjs" },
  { path: join(folder, `${base}.test.mjs`), template: "my-tool.test.mjs" },
];
const taken = files.find(({ path }) => existsSync(path));
if (taken) refuse(`${taken.path} exists already`);

try {
  mkdirSync(folder, { recursive: true });
  for (const { path, template } of files) {
    const text = readFileSync(new URL(template, TEMPLATES), "utf8");
    writeFileSync(path, text.replaceAll("MY_TOOL", name).replaceAll("my-tool", base), { flag: "wx" });
  }
  linkInstallation(folder);
} catch (error) {
  refuse(`${error instanceof Error ? error.message : error}`);
}

process.stdout.write(`${files.map(({ path }) => `wrote ${path}`).join("\n")}

  node --test ${files[1]?.path}      runs its test
  scripts/check-tool ${files[0]?.path}    loads it as the service does
  scripts/ari-attendant reload      makes a running service load it (docker compose kill -s HUP controller)
`);
