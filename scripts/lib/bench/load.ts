import { readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { pause } from "../../../src/kernel/deadline.js";
import { LISTENING_DEFAULTS } from "../../../src/listening/utterances.js";
import {
  type Controller,
  distributionOf,
  FakeAsterisk,
  findMongo,
  temporaryFolder,
} from "../../../test/support/index.js";
import { assistantsFiles } from "./assistants-file.js";
import { Backends } from "./backends.js";
import { bareTurns } from "./bare-turns.js";
import { startBuilt } from "./built-controller.js";
import { machineNow } from "./clock.js";
import { makeLoadCalls } from "./load-calls.js";
import { describeHost, loadNow } from "./machine.js";
import type { Finding } from "./mouth-to-ear.js";
import { CONTROLLER_CORE, OTHERS_CORE, pin, watching } from "./own-core.js";
import { watchProcessors } from "./processor-use.js";
import { hostLine, processorLine, table, usageLines } from "./report.js";
import { endingAt, shareOfTurn, sharpSpeech } from "./sounds.js";
import { watchThreads } from "./threads.js";
import { chainsOf, shareOf, stagesOf, sumOf, turnsOf } from "./turn-shares.js";
import { type Inside, insideOf, tenths } from "./watched.js";

export interface LoadPlan {
  /** In all. */
  readonly calls: number;
  /** Each has its own Asterisk and an equal part of the calls. Several share one MongoDB, as they must. */
  readonly controllers: number;
  /** Per call. */
  readonly turns: number;
  /** From one utterance of a caller to the next, in ms. */
  readonly periodMs: number;
  /** Where the controller's CPU profile is written; undefined for none. */
  readonly profile: string | undefined;
  /** Whether there are three assistants and a directory of 1,000 people. */
  readonly hasAssistants: boolean;
  /** The controller's settings in addition to those of the test bed. */
  readonly settings: Readonly<Record<string, string>>;
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

const DELAYS_MS = { stt: 100, llm: 100, tts: 100 };
/** Duration of each of the two sentences of a reply, in ms. */
const SENTENCE_MS = 600;
const FIRST_AFTER_MS = 2_500;
const ARRIVALS_PER_SECOND = 25;

/** The controllers have one core to themselves; their faked Asterisks with the callers, and the back ends, use the other. */
export async function benchLoad(plan: LoadPlan): Promise<Finding> {
  const { calls, turns, periodMs, progress, signal } = plan;
  if (cpus().length <= OTHERS_CORE)
    throw new Error("two processor cores are needed: one for the controllers, one for the rest");
  const loadBefore = loadNow();
  pin(process.pid, OTHERS_CORE);
  const speech = await sharpSpeech("how much is it");
  await using backends = await Backends.start({ delaysMs: DELAYS_MS, sentenceMs: SENTENCE_MS }, signal);
  await using stations = await startStations(plan, backends);
  progress("measuring the minimum time of the requests, with a client that does nothing else");
  const bare = await bareTurns(backends, signal);
  const idleAt = machineNow();

  progress(`${calls} call${calls > 1 ? "s" : ""} of ${turns} turns, one every ${periodMs} ms`);
  const talking = Promise.all(
    stations.all.map(({ asterisk }, station) =>
      makeLoadCalls(asterisk, {
        calls: partOf(calls, plan.controllers, station),
        sayings: (call) => Array.from({ length: turns }, (_, turn) => endingAt(shareOfTurn(call + turn), speech)),
        periodMs,
        firstAfterMs: FIRST_AFTER_MS,
        arrivals: ARRIVALS_PER_SECOND / plan.controllers,
        signal,
      }),
    ),
  );
  const allTalk = (calls / ARRIVALS_PER_SECOND) * 1000 + FIRST_AFTER_MS;
  await pause(allTalk, signal);
  const from = machineNow();
  const [first] = stations.all;
  const threads = watchThreads(first.controller.pid);
  const pids = stations.all.map(({ name, controller }): [string, number] => [name, controller.pid]);
  const processes = watchProcessors({
    ...Object.fromEntries(pids),
    callers: process.pid,
    "back ends": backends.pid,
  });
  // Until the first call ends.
  await pause(Math.max(periodMs, FIRST_AFTER_MS + turns * periodMs - allTalk), signal);
  const used = { threads: threads(), processors: processes() };
  const to = machineNow();
  const talked = await talking;
  const outcomes = talked.flatMap((each) => each.outcomes);
  const lateMs = Math.max(...talked.map((each) => each.lateMs));
  const chains = chainsOf(await backends.requests(signal));
  // An orderly shutdown, so that the measurements are written.
  await Promise.all(stations.all.map(({ controller }) => controller.stop()));
  const inside = worstOf(
    await Promise.all(
      stations.all.map(async ({ watched }) => insideOf(await readFile(watched, "utf8"), { idleAt, from, to })),
    ),
  );

  const held = outcomes.flatMap((outcome) => (outcome.kind === "held" ? [outcome.call] : []));
  const away = outcomes.flatMap((outcome) => (outcome.kind === "turned_away" ? [outcome] : []));
  const endpointMs = Number(plan.settings.ENDPOINT_SILENCE_MS ?? LISTENING_DEFAULTS.endpointSilenceMs);
  const each = held.map((call) => turnsOf(call, chains, { endpointMs, askedMs: LISTENING_DEFAULTS.lullMs }));
  const answered = each.flatMap((call) => call.turns);
  const unanswered = each.reduce((sum, call) => sum + call.unanswered, 0);
  // An unanswered turn is later than any answered one.
  const missed = Array.from({ length: unanswered }, () => Number.POSITIVE_INFINITY);
  const own = answered.flatMap((turn) => turn.own ?? []);
  const together = distributionOf(own.map(sumOf));
  const least = distributionOf(bare.map(sumOf));
  const json = {
    benchmark: "load",
    calls,
    controllers: plan.controllers,
    turns_in_each_call: turns,
    period_ms: periodMs,
    held: held.length,
    turned_away: away.length,
    not_answered: outcomes.length - held.length - away.length,
    unanswered_turns: unanswered,
    underruns: held.reduce((sum, { underruns }) => sum + underruns, 0),
    share_ms: distributionOf([...answered.map((turn) => shareOf(turn, 0)), ...missed]),
    stages_ms: stagesOf(answered.map(({ stages }) => stages)),
    own_ms: stagesOf(own),
    own_together_ms: together,
    bare_ms: stagesOf(bare),
    bare_together_ms: least,
    own_beyond_bare_ms: tenths(together.p50 - least.p50),
    turned_away_after_ms: distributionOf(away.map(({ afterMs }) => afterMs)),
    turned_away_causes: [...new Set(away.map(({ cause }) => cause))],
    loop_lag_ms: inside.lag,
    gc: inside.gc,
    memory_mb: inside.memory,
    memory_mb_each_call: tenths((inside.memory.rss - inside.memory.idle_rss) / (held.length || 1)),
    threads_percent: used.threads,
    processors_percent: used.processors,
    callers_late_ms: tenths(lateMs),
    machine: describeHost(loadBefore),
  };
  const { loop_lag_ms: lag, stages_ms: stages, own_ms: alone, memory_mb: memory, machine } = json;
  const text = [
    `${calls} calls: ${json.held} held, ${json.turned_away} rejected, ${json.not_answered} not answered`,
    `${answered.length + unanswered} turns: ${unanswered} unanswered, ${json.underruns} under-runs`,
    "",
    table([
      ["controller's share, with unanswered turns as Infinity", json.share_ms],
      ["  short pause → speech-to-text", stages.utterance_to_stt],
      ["  text → language model", stages.text_to_model],
      ["  words → text-to-speech", stages.words_to_tts],
      ["  audio → played", stages.audio_to_ear],
      ["the controller's own, without frames and ticks", together],
      ["  short pause → speech-to-text", alone.utterance_to_stt],
      ["  text → language model", alone.text_to_model],
      ["  words → text-to-speech", alone.words_to_tts],
      ["  audio → ready to be played", alone.audio_to_ear],
      ["the same requests by a client that does nothing else", least],
      ["rejected after", json.turned_away_after_ms],
    ]),
    "",
    `difference between the controller and that client, of the medians: ${json.own_beyond_bare_ms} ms`,
    `loop lag, ms: p50 ${lag.p50}, p95 ${lag.p95}, p99 ${lag.p99}, max ${lag.max}`,
    `garbage: ${json.gc.percent} % of the thread, longest ${json.gc.longest_ms} ms`,
    `memory, MB: ${memory.idle_rss} before, ${memory.rss} under load, ${json.memory_mb_each_call} per call; heap ${memory.heap}`,
    `the controller's threads, ${processorLine(json.threads_percent)}`,
    usageLines(json.processors_percent),
    `the callers' ticks were up to ${json.callers_late_ms} ms late`,
    hostLine(machine),
  ].join("\n");
  return { json, text };
}

/** A controller with its own Asterisk. */
interface Station {
  readonly name: string;
  readonly asterisk: FakeAsterisk;
  readonly controller: Controller;
  /** The file with the measurements inside of it. */
  readonly watched: string;
}

interface Stations extends AsyncDisposable {
  readonly all: readonly [Station, ...Station[]];
}

async function startStations(plan: LoadPlan, backends: Backends): Promise<Stations> {
  const folder = await temporaryFolder();
  const begun: AsyncDisposable[] = [folder];
  const end = async () => {
    const ended = await Promise.allSettled(begun.reverse().map((each) => each[Symbol.asyncDispose]()));
    for (const each of ended) if (each.status === "rejected") throw each.reason;
  };
  let settings = plan.settings;
  const start = async (station: number): Promise<Station> => {
    const asterisk = await FakeAsterisk.start();
    begun.push(asterisk);
    const watched = join(folder.path, `watched-${station}.json`);
    const calls = partOf(plan.calls, plan.controllers, station);
    const profile = station === 0 ? plan.profile : undefined;
    const controller = await startController({ ...plan, calls, settings, profile }, asterisk, backends, watched);
    begun.push(controller);
    return { name: plan.controllers > 1 ? `controller ${station + 1}` : "controller", asterisk, controller, watched };
  };
  try {
    if (plan.controllers > 1) {
      const mongo = await findMongo();
      if (typeof mongo === "string") throw new Error(mongo);
      const server = await mongo.open();
      begun.push(server);
      settings = { ...settings, MONGODB_URI: server.freshDatabase() };
    }
    const all: [Station, ...Station[]] = [await start(0)];
    while (all.length < plan.controllers) all.push(await start(all.length));
    return { all, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The number of calls for the controller at this position. */
function partOf(all: number, places: number, place: number): number {
  return Math.floor((all + place) / places);
}

/** The maximum lag and garbage collection of all, and the sum of their memory. */
function worstOf(all: readonly Inside[]): Inside {
  const most = (of: (each: Inside) => number) => Math.max(...all.map(of));
  const sum = (of: (each: Inside) => number) => tenths(all.reduce((before, each) => before + of(each), 0));
  return {
    lag: {
      p50: most(({ lag }) => lag.p50),
      p95: most(({ lag }) => lag.p95),
      p99: most(({ lag }) => lag.p99),
      max: most(({ lag }) => lag.max),
    },
    gc: { percent: most(({ gc }) => gc.percent), longest_ms: most(({ gc }) => gc.longest_ms) },
    memory: {
      idle_rss: sum(({ memory }) => memory.idle_rss),
      rss: sum(({ memory }) => memory.rss),
      heap: sum(({ memory }) => memory.heap),
      external: sum(({ memory }) => memory.external),
    },
  };
}

function startController(
  { calls, profile, hasAssistants, settings, signal }: LoadPlan,
  asterisk: FakeAsterisk,
  backends: Backends,
  watched: string,
): Promise<Controller> {
  const all = {
    ARI_URL: asterisk.credentials.url,
    ARI_PASSWORD: asterisk.password,
    ...backends.settings,
    // The endpoint's silence is subtracted, so it must be constant; and no phrase may be taken for a reply.
    TURN_TAKING: "fixed",
    FILLER_AFTER_MS: "0",
    MAX_CONCURRENT_CALLS: String(calls + 1),
    ...watching(watched, profile),
    ...settings,
  };
  return startBuilt(all, signal, assistantsFiles(hasAssistants), (pid) => pin(pid, CONTROLLER_CORE));
}
