import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * Builds the console's page from src/console into dist/console: `node scripts/lib/build-console.mjs`. Names in assets contain a
 * hash of the contents, so that browsers may cache them for ever. Each file has compressed versions beside it.
 */
const root = fileURLToPath(new URL("../../", import.meta.url));
const source = join(root, "src/console");
const target = join(root, "dist/console");

await rm(target, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { console: join(source, "main.tsx"), style: join(source, "style/console.css") },
  absWorkingDir: root,
  outdir: join(target, "assets"),
  entryNames: "[name]-[hash]",
  bundle: true,
  format: "esm",
  target: ["chrome123", "firefox121", "safari17.5"],
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

/** @param {string} type */
const built = (type) => {
  const name = Object.keys(metafile.outputs).find((each) => each.endsWith(type));
  if (name === undefined) throw new Error(`the build has no file of type ${type}`);
  return name.replace("dist/console/", "/console/");
};
const page = await readFile(join(source, "index.html"), "utf8");
await mkdir(target, { recursive: true });
await writeFile(
  join(target, "index.html"),
  page.replace("{{script}}", built(".js")).replace("{{style}}", built(".css")),
);
for (const name of await readdir(target, { recursive: true })) {
  if (!/\.(html|js|css)$/.test(name)) continue;
  const file = join(target, name);
  const bytes = await readFile(file);
  await writeFile(`${file}.br`, brotliCompressSync(bytes));
  await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
