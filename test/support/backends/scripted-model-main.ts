// The scripted model as a process of its own: node scripts/lib/compiled/run.mjs …/scripted-model-main.ts [--port N] [--conversation NAME]
import { startScriptedModel } from "./scripted-model.js";
import { portArgument, runStandalone } from "./standalone.js";

const at = process.argv.indexOf("--conversation");
const conversation = at < 0 ? "demo" : (process.argv[at + 1] ?? "demo");
await runStandalone(await startScriptedModel({ port: portArgument(), conversation }));
