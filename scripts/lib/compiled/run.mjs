import { entryOf, compile } from "./compile.mjs";
import { pathToFileURL } from "node:url";

// Runs a program of this repository from its bundle, which is rebuilt if anything in it has changed:
//   node scripts/lib/compiled/run.mjs PROGRAM.ts [ARGUMENT…]
const [, , program, ...args] = process.argv;
if (program === undefined) {
  console.error("run.mjs: which program? node scripts/lib/compiled/run.mjs PROGRAM.ts [ARGUMENT…]");
  process.exit(64);
}
const entry = entryOf(program);
const bundle = (await compile([entry])).get(entry) ?? "";
process.argv = [process.argv[0] ?? "node", bundle, ...args];
await import(pathToFileURL(bundle).href);
