import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { installedEngine, installEngine } from "../../../src/speech-server/engine-package.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const { signal } = new AbortController();
const LIBRARY = `sherpa-onnx-${process.platform}-${process.arch}`;

/** A program in place of npm that runs this text where npm would install. */
const npm = (text: string) => [process.execPath, "--input-type=commonjs", "-e", text, "--"] as const;
const put = (name: string, code: string) => `
const { mkdirSync, writeFileSync } = require("node:fs");
mkdirSync("node_modules/${name}", { recursive: true });
writeFileSync("node_modules/${name}/package.json", "{}");
writeFileSync("node_modules/${name}/index.js", ${JSON.stringify(code)});`;
const both = (code: string) => `{${put("sherpa-onnx-node", code)}}{${put(LIBRARY, "")}}`;

describe("the speech engine's package", () => {
  it("is not installed where the library for this machine is missing", async () => {
    await using place = await temporaryFolder();
    const own = join(place.path, "node_modules", "sherpa-onnx-node");
    await mkdir(own, { recursive: true });
    await writeFile(join(own, "package.json"), "{}");
    await writeFile(join(own, "index.js"), `throw new Error("Could not find ${LIBRARY}")`);
    assert.equal(installedEngine(place.path), undefined);
    await mkdir(join(place.path, "node_modules", LIBRARY));
    await writeFile(join(place.path, "node_modules", LIBRARY, "package.json"), "{}");
    assert.throws(() => installedEngine(place.path), /does not load \(Could not find .*needs Linux with glibc/);
  });

  it("appears in its folder when it is complete, in place of what was left there", async () => {
    await using place = await temporaryFolder();
    const folder = join(place.path, "engine");
    await mkdir(join(folder, "node_modules", "sherpa-onnx-node"), { recursive: true });
    await writeFile(join(folder, "left"), "");
    const broken = npm(`${both("")} process.exit(1)`);
    await assert.rejects(installEngine(folder, signal, broken), /npm could not install .*bring DIR\/node_modules to/s);
    assert.ok(existsSync(join(folder, "left")));
    const engine = await installEngine(folder, signal, npm(both("exports.name = 'engine'")));
    assert.deepEqual(engine, { name: "engine" });
    assert.deepEqual(installedEngine(folder), engine);
    assert.ok(!existsSync(join(folder, "left")));
    assert.deepEqual(await readdir(place.path), ["engine"]);
  });
});
