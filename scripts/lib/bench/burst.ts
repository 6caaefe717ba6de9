import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { cpus } from "node:os";
import { join } from "node:path";
import { unlessAborted } from "../../../src/kernel/deadline.js";
import { distributionOf, FakeAsterisk, temporaryFolder } from "../../../test/support/index.js";
import { Backends } from "./backends.js";
import { startBuilt } from "./built-controller.js";
import { machineNow } from "./clock.js";
import { describeHost, loadNow } from "./machine.js";
import type { Finding } from "./mouth-to-ear.js";
import { CONTROLLER_CORE, OTHERS_CORE, pin, watching } from "./own-core.js";
import { hostLine, table } from "./report.js";
import { insideOf, tenths } from "./watched.js";

export interface BurstPlan {
  /** Simultaneous requests for calls. */
  readonly calls: number;
  /** Number of rounds: in the first one, the process has not compiled anything yet. */
  readonly rounds: number;
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Lines that ring; the other calls are queued. */
const LINES = 20;
const DELAYS_MS = { stt: 100, llm: 100, tts: 100 };
const SENTENCE_MS = 600;

/** Sends many requests for calls at once, each over its own connection, to a controller on its own core. */
export async function benchBurst({ calls, rounds, progress, signal }: BurstPlan): Promise<Finding> {
  if (cpus().length <= OTHERS_CORE)
    throw new Error("two processor cores are needed: one for the controller, one for the rest");
  const loadBefore = loadNow();
  pin(process.pid, OTHERS_CORE);
  await using folder = await temporaryFolder();
  const watched = join(folder.path, "watched.json");
  await using asterisk = await FakeAsterisk.start();
  await using backends = await Backends.start({ delaysMs: DELAYS_MS, sentenceMs: SENTENCE_MS }, signal);
  await using controller = await startBuilt(
    {
      ARI_URL: asterisk.credentials.url,
      ARI_PASSWORD: asterisk.password,
      ...backends.settings,
      MAX_CONCURRENT_CALLS: String(LINES),
      CALL_QUEUE_LENGTH: String(calls * rounds),
      RATE_LIMIT_PER_MINUTE: "0",
      ...watching(watched),
    },
    signal,
    {},
    (pid) => pin(pid, CONTROLLER_CORE),
  );
  const agent = new Agent({ keepAlive: true });
  const spans: { readonly from: number; readonly to: number; readonly tookMs: readonly number[] }[] = [];
  try {
    for (let round = 1; round <= rounds; round++) {
      progress(`burst ${round} of ${rounds}: ${calls} calls`);
      const from = machineNow();
      const asked = Array.from({ length: calls }, (_, call) =>
        askFor(agent, controller.url, {
          extension: String(2001 + call),
          message: `Good morning, number ${round}.`,
        }).then(() => machineNow() - from),
      );
      const tookMs = await unlessAborted(signal, Promise.all(asked));
      spans.push({ from, to: machineNow(), tookMs });
    }
  } finally {
    agent.destroy();
  }
  await controller.stop(); // An orderly shutdown, so that the measurements are written.
  const noted = await readFile(watched, "utf8");
  const each = spans.map(({ from, to, tookMs }) => {
    const { lag } = insideOf(noted, { idleAt: from, from, to });
    return { last_ms: tenths(Math.max(...tookMs)), answered_ms: distributionOf(tookMs), longest_lag_ms: lag.max };
  });
  const machine = describeHost(loadBefore);
  const text = [
    table(each.map(({ answered_ms }, index) => [`burst ${index + 1}, answered after`, answered_ms])),
    "",
    `longest lag of the loop, ms: ${each.map(({ longest_lag_ms }) => longest_lag_ms).join(", ")}`,
    hostLine(machine),
  ].join("\n");
  return { json: { benchmark: "burst", calls, lines: LINES, bursts: each, machine }, text };
}

/** @throws when the call is not admitted */
function askFor(agent: Agent, url: string, call: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const asking = request(`${url}/call`, { method: "POST", agent, headers }, (answer) => {
      answer.resume();
      answer.once("error", reject);
      answer.once("end", () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`POST /call was answered with ${answer.statusCode}`));
      });
    });
    asking.once("error", reject);
    asking.end(JSON.stringify(call));
  });
}
