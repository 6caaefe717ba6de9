import { pause } from "../../../src/kernel/deadline.js";
import { type Controller, startBed, Telephone } from "../../../test/support/index.js";
import { Backends } from "./backends.js";
import type { Script } from "./backends-main.js";
import { assistantsFiles } from "./assistants-file.js";
import { startBuilt } from "./built-controller.js";
import { type HeldCall, holdCall } from "./caller.js";
import { describeMachine, loadNow, type Machine } from "./machine.js";
import { measureMediaLoop } from "./media-loop.js";
import { Onlookers, type OnlookersPlan, type Seen } from "./onlookers.js";
import { watchProcessors } from "./processor-use.js";
import { chainsOf, type TurnsOfCall, turnsOf, type Waits } from "./turn-shares.js";

export interface RunPlan {
  readonly calls: number;
  readonly script: Script;
  /** The utterances of each call, in order. */
  readonly sayings: (call: number) => readonly Int16Array[];
  readonly periodMs: number;
  /** Whether replies are prepared before the caller's turn is judged to be over. */
  readonly thinkAhead: boolean;
  /** The observers during the run. */
  readonly onlookers: OnlookersPlan;
  /** Whether there are three assistants and a directory of 1,000 people. */
  readonly hasAssistants: boolean;
  /** The controller's settings in addition to those of the test bed. */
  readonly settings: Readonly<Record<string, string>>;
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface Run {
  readonly calls: readonly HeldCall[];
  readonly turnsOf: (call: HeldCall, waits: Waits) => TurnsOfCall;
  /** The media path's round trip, in ms, measured with an echo in place of the controller. */
  readonly mediaLoops: readonly number[];
  readonly machine: Machine;
  /** Percent of a core during the calls. */
  readonly processors: Readonly<Record<string, number>>;
  /** What the observers received. */
  readonly seen: Seen;
}

/** After the greeting, in ms after the answer. */
const FIRST_AFTER_MS = 2_500;

/** Starts the test bed, measures the media path, replaces the echo by the controller, and holds the calls. */
export async function run(plan: RunPlan): Promise<Run> {
  const { calls, progress, signal } = plan;
  const loadBefore = loadNow();
  progress("starting a PBX and the assistant's Asterisk");
  await using bed = await startBed({ signal });
  const machine = await describeMachine(bed, loadBefore);
  await using telephone = await Telephone.connect(bed.pbx);
  progress("measuring the media path with an echo");
  const mediaLoops = await measureMediaLoop(bed, telephone, signal);
  progress("starting the back ends and the controller");
  await using backends = await Backends.start(plan.script, signal);
  await using onlookers = await Onlookers.start(plan.onlookers, signal);
  await using controller = await startController(
    { ...bed.settings, ...backends.settings, ...onlookers.settings },
    plan,
  );
  await onlookers.follow(controller.url, signal);
  progress(`holding ${calls} call${calls > 1 ? "s" : ""} of ${plan.sayings(0).length} turns`);
  const pids = {
    controller: controller.pid,
    "assistant's Asterisk": bed.assistantAsterisk.pid ?? 0,
    "PBX Asterisk": bed.pbx.instance.pid ?? 0,
    telephone: process.pid,
    "back ends": backends.pid,
  };
  const used = watchProcessors(pids);
  const lines = Array.from({ length: calls }, (_, line) => callAndTalk(line, telephone, plan));
  const held = await Promise.all(lines);
  const processors = used();
  const chains = chainsOf(await backends.requests(signal));
  const seen = await onlookers.seen(signal);
  // An orderly shutdown, so that a profile or a heap snapshot requested by NODE_OPTIONS is written.
  await controller.stop();
  return {
    calls: held,
    turnsOf: (call, waits) => turnsOf(call, chains, waits),
    mediaLoops,
    machine,
    processors,
    seen,
  };
}

function startController(of: Readonly<Record<string, string>>, plan: RunPlan): Promise<Controller> {
  const settings = {
    ...of,
    // The endpoint's silence is subtracted, so it must be constant.
    TURN_TAKING: plan.thinkAhead ? "fixed" : "sequential",
    MAX_CONCURRENT_CALLS: String(plan.calls + 1),
    ...plan.settings,
  };
  return startBuilt(settings, plan.signal, assistantsFiles(plan.hasAssistants));
}

/** The calls begin one after the other, spread over a period, so that their turns are spread as well. */
async function callAndTalk(line: number, telephone: Telephone, plan: RunPlan): Promise<HeldCall> {
  const { calls, periodMs, signal } = plan;
  await pause((line / calls) * periodMs, signal);
  await using call = await telephone.dial("8000", { signal });
  return await holdCall({ call, sayings: plan.sayings(line), periodMs, firstAfterMs: FIRST_AFTER_MS, signal });
}
