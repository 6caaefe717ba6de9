// The speech server as a process of its own: node scripts/lib/compiled/run.mjs …/speech-server-main.ts [--port N]
import { startSpeechServer } from "./speech-server.js";
import { portArgument, runStandalone } from "./standalone.js";

await runStandalone(await startSpeechServer({ port: portArgument() }));
