/** The demonstration: everything real but the people. See `scripts/demo --help`. */
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  Controller,
  holdConversation,
  startBed,
  startCallees,
  startDemoBackends,
  Telephone,
} from "../../test/support/index.js";
import { invitation } from "./demo/invitation.js";
import { createLiveView } from "./demo/live-view.js";

const LINES = ["what time is it", "how much is seven times six", "thank you goodbye"];

const { values: options } = parseArgs({
  options: {
    once: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    recording: { type: "string", default: "data/demo-call.wav" },
  },
});

/** For people. With --json stdout belongs to the object. */
const tell = (text: string) => (options.json ? process.stderr : process.stdout).write(`${text}\n`);
const step = (text: string) => tell(`── ${text}`);

const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort());
process.once("SIGTERM", () => interrupted.abort());

try {
  await demonstrate(interrupted.signal);
} catch (error) {
  if (!interrupted.signal.aborted) throw error;
}

async function demonstrate(signal: AbortSignal): Promise<void> {
  step("starting a PBX and the assistant's Asterisk, which registers with it as extension 8000");
  await using bed = await startBed({ signal });
  step("starting the back ends");
  await using backends = await startDemoBackends(process.env);
  step("starting the controller");
  const settings = { ...bed.settings, ...backends.settings };
  await using controller = await Controller.start(settings, {
    built: true,
    ...(!options.json && { onLine: createLiveView({ tell, signal }) }),
  });
  await controller.healthy();
  await using telephone = await Telephone.connect(bed.pbx);

  step("calling 8000");
  const recording = resolve(options.recording);
  await mkdir(dirname(recording), { recursive: true });
  const call = await holdConversation({ telephone, controller, lines: LINES, recording, signal });
  if (options.json) process.stdout.write(`${JSON.stringify(call)}\n`);
  else tell(`\nThe call is recorded in ${recording} (caller left, assistant right).`);
  if (options.once) return;

  await using _callees = await startCallees(bed.pbx);
  tell(invitation(bed.pbx, controller.url));
  signal.throwIfAborted();
  await new Promise((ended) => signal.addEventListener("abort", ended, { once: true }));
  step("ending everything");
}
