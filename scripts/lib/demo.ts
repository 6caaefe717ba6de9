/** The demonstration: everything is real except the people. See `scripts/demo --help`. */
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  Controller,
  holdConversation,
  isFreeForTcp,
  startBed,
  startCallees,
  startDemoBackends,
  Telephone,
} from "../../test/support/index.js";
import { invitation } from "./demo/invitation.js";
import { watchForEnd } from "./demo/interruption.js";
import { createLiveView } from "./demo/live-view.js";
import { CannotOpen, openingFor, openingInWords } from "./demo/opening.js";

/** The port of an installation, so that the examples of the documentation work unchanged. */
const HTTP_PORT = 8080;
const LINES = ["what time is it", "how much is seven times six", "thank you goodbye"];

const { values: options } = parseArgs({
  options: {
    once: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    recording: { type: "string", default: "data/demo-call.wav" },
    open: { type: "boolean", default: false },
    address: { type: "string" },
  },
});

/** For people. With --json, stdout contains only the object. */
const tell = (text: string) => (options.json ? process.stderr : process.stdout).write(`${text}\n`);
const step = (text: string) => tell(`── ${text}`);

const interrupted = watchForEnd();
try {
  if (options.address !== undefined && !options.open) throw new CannotOpen("--address requires --open");
  await demonstrate(interrupted);
} catch (error) {
  if (error instanceof CannotOpen) {
    process.stderr.write(`demo: ${error.message}\n`);
    process.exitCode = 64;
  } else if (!interrupted.aborted) throw error;
}

async function demonstrate(signal: AbortSignal): Promise<void> {
  const opening = options.open ? await openingFor(options.address) : undefined;
  step("starting a PBX and the assistant's Asterisk, which registers with it as extension 8000");
  await using bed = await startBed({ signal, ...opening });
  step("starting the back ends");
  await using backends = await startDemoBackends(process.env);
  step("starting the controller");
  const port = (await isFreeForTcp(HTTP_PORT)) ? HTTP_PORT : 0;
  const settings = { ...bed.settings, ...backends.settings, PORT: String(port) };
  await using controller = await Controller.start(settings, {
    built: true,
    ...(!options.json && { onLine: createLiveView({ tell, signal }) }),
  });
  tell(`   it listens on ${controller.url}${port === 0 ? `, because port ${HTTP_PORT} is in use` : ""}`);
  await controller.healthy();
  const hasRecogniserOfItsOwn = !process.env.SPEECH_BASE_URL && !process.env.STT_BASE_URL;
  if (opening) tell(openingInWords(bed.pbx, opening, hasRecogniserOfItsOwn));
  await using telephone = await Telephone.connect(bed.pbx);

  step("calling 8000");
  const recording = resolve(options.recording);
  await mkdir(dirname(recording), { recursive: true });
  const call = await holdConversation({ telephone, controller, lines: LINES, recording, signal });
  if (options.json) process.stdout.write(`${JSON.stringify(call)}\n`);
  else tell(`\nThe call is recorded in ${recording} (caller left, assistant right).`);
  if (options.once) return;

  await using _callees = await startCallees(bed.pbx);
  tell(invitation(bed.pbx, controller.url, opening));
  signal.throwIfAborted();
  await new Promise((ended) => signal.addEventListener("abort", ended, { once: true }));
  step("ending everything");
}
