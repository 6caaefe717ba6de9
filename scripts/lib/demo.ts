/** The demonstration: everything real but the people. See `scripts/demo --help`. */
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startDemoBackends } from "../../test/support/backends/demo-backends.js";
import { type Bed, startBed } from "../../test/support/bed/bed.js";
import { Telephone } from "../../test/support/bed/telephone.js";
import { Controller, type LogLine } from "../../test/support/controller.js";
import { holdConversation } from "../../test/support/hold-conversation.js";

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
  await using controller = await Controller.start(settings, { built: true, onLine: showLive });
  await controller.healthy();
  await using telephone = await Telephone.connect(bed.pbx);

  step("calling 8000");
  const recording = resolve(options.recording);
  await mkdir(dirname(recording), { recursive: true });
  const call = await holdConversation({ telephone, controller, lines: LINES, recording, signal });
  if (options.json) process.stdout.write(`${JSON.stringify(call)}\n`);
  else tell(`\nThe call is recorded in ${recording} (caller left, assistant right).`);
  if (options.once) return;

  tell(invitation(bed, controller));
  await new Promise((ended) => signal.addEventListener("abort", ended, { once: true }));
  step("ending everything");
}

/** The conversation as it goes, out of the controller's log. */
function showLive({ event, data = {} }: LogLine): void {
  if (options.json) return;
  if (event === "call_start") tell(`\n☎  a call from ${data.caller || "an unknown number"}`);
  if (event === "stt_result") tell(`   caller     ${data.text || "(not understood)"}`);
  if (event === "tool_call") tell(`   tool       ${data.tool} → ${data.status}`);
  if (event === "llm_response") tell(`   assistant  ${data.text}`);
  if (event === "barge_in") tell("   (the caller spoke over the assistant)");
  if (event === "call_end") tell(`   the call is over after ${data.duration_seconds} s: ${data.outcome}`);
}

function invitation({ pbx }: Bed, controller: Controller): string {
  return `
Call it yourself: register a softphone on this machine with the PBX
   server     127.0.0.1:${pbx.sipPort} (UDP)
   user       2001
   password   ${pbx.passwords.get("2001")}
   codec      G.722 if it has it, else G.711
and dial 8000. Ask for the time, for a sum, or for a story; speak over it; say goodbye.

   health     ${controller.url}/health
   metrics    ${controller.url}/metrics

Ctrl-C ends everything.`;
}
