import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe } from "../kernel/errors.js";
import type { SpeechEngine } from "./engine.js";

/**
 * The engine is installed where the models are, by those who serve speech: it is 32 MB that the controller never needs, and its
 * library contains espeak-ng, which is under GPL-3.
 */
const NAME = "sherpa-onnx-node";
const VERSION = "1.13.8";
const INSTALL_MS = 300_000;

/** Each package that npm may install, and its digest. */
const PACKAGES: Readonly<Record<string, string>> = {
  [NAME]: "sha512-MsDMBdhLFTZ1GwvcGSSQhnS7g/EA8OMH6IYysCVUOM7j8Icty9KRc0E6YT1A5fWBsZwRfKOeh88QC95aRvS8ag==",
  "sherpa-onnx-linux-x64":
    "sha512-6plnhjagsSeTntCgnlag86hWbs/uZE9Crms1LgOb68/1nKsIQjMd+WG519m+aPwT6TrsBOiEMzrx41t8sL5L5g==",
  "sherpa-onnx-linux-arm64":
    "sha512-Tlg7a70b/Wge3OF8IgTHF9jhSVCsLyKQKhwc4BsJ5A+dL/SrFtGBjzuHp4XeLhiiOT7afCxX5PdSn/D4c8Lnuw==",
};

/**
 * Loads the engine from a folder.
 *
 * @returns undefined when it, or the library for this machine, is not installed there
 * @throws when it is, and cannot be loaded
 */
export function installedEngine(folder: string): SpeechEngine | undefined {
  const load = createRequire(join(resolve(folder), "package.json"));
  const library = `sherpa-onnx-${process.platform}-${process.arch}`;
  const isThere = (name: string) => existsSync(join(folder, "node_modules", name, "package.json"));
  if (!isThere(NAME) || (library in PACKAGES && !isThere(library))) return undefined;
  try {
    return load(NAME) as SpeechEngine;
  } catch (error) {
    throw new Error(
      `The speech engine in ${folder} does not load (${describe(error)}): it needs Linux with glibc, on x64 or arm64`,
      { cause: error },
    );
  }
}

/**
 * Installs the engine with npm, which compares the digests, beside its folder, and puts it there when it is complete.
 *
 * @param command runs npm
 * @throws {Error} that says how to do it by hand
 */
export async function installEngine(
  folder: string,
  signal: AbortSignal,
  [program, ...first] = npm(),
): Promise<SpeechEngine> {
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  await writeFile(join(part, "package.json"), JSON.stringify({ private: true, dependencies: { [NAME]: VERSION } }));
  await writeFile(join(part, "package-lock.json"), JSON.stringify(lockFile()));
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  try {
    await promisify(execFile)(program, [...first, ...args], { cwd: part, signal, timeout: INSTALL_MS });
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(
      `npm could not install ${NAME} ${VERSION} in ${folder}: ${describe(error)}
Where this machine has no package registry: run npm install --prefix DIR ${NAME}@${VERSION} on another machine of its kind, and
bring DIR/node_modules to ${folder}.`,
      { cause: error },
    );
  }
  // Without it, a power failure could leave empty files under the final name.
  await promisify(execFile)("sync", ["-f", part], { signal }).catch(() => signal.throwIfAborted());
  await rm(folder, { recursive: true, force: true });
  await rename(part, folder);
  const engine = installedEngine(folder);
  if (!engine) throw new Error(`npm did not install ${NAME} in ${folder}`);
  return engine;
}

/** The npm that came with this Node.js: under systemd, neither need be in PATH. */
function npm(): readonly [string, ...string[]] {
  const beside = join(dirname(process.execPath), "npm");
  const file = existsSync(beside) ? realpathSync(beside) : "";
  return file.endsWith(".js") ? [process.execPath, file] : ["npm"];
}

function lockFile() {
  const native = Object.keys(PACKAGES).filter((name) => name !== NAME);
  const entries = Object.entries(PACKAGES).map(([name, integrity]) => {
    const [, os, cpu] = /^sherpa-onnx-(linux)-(\w+)$/.exec(name) ?? [];
    const limits = os && cpu ? { os: [os], cpu: [cpu], optional: true } : {};
    const optionalDependencies = name === NAME ? Object.fromEntries(native.map((each) => [each, VERSION])) : undefined;
    return [`node_modules/${name}`, { version: VERSION, integrity, ...limits, optionalDependencies }] as const;
  });
  return {
    lockfileVersion: 3,
    requires: true,
    packages: { "": { dependencies: { [NAME]: VERSION } }, ...Object.fromEntries(entries) },
  };
}
