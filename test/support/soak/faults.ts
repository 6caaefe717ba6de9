import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Faults } from "../backends/faults.js";
import { AriClient } from "../bed/ari-client.js";
import { fillUp } from "../fill-up.js";
import type { Behaviour } from "../receiver/receiver.js";
import { between, oneOf } from "./people.js";
import type { Stage } from "./stage.js";

/** Something that goes wrong for a while. */
export interface Fault {
  readonly name: string;
  /** In half a sentence, for whoever chooses. */
  readonly about: string;
  /** It ends the process: another one comes in its place. */
  readonly endsProcess?: true;
  /** Whether it can be had there; always unless given. */
  isPossible?(stage: Stage): boolean;
  /** Has it happen; resolves when it is over. @param random 0 to 1 */
  inflict(stage: Stage, random: () => number): Promise<void>;
}

const onMongo = ({ mongo }: Stage) => mongo !== undefined;
const STEP_MS = 100_000;
/** A connection that is open and dead is known to be after this at the latest; until then nobody hears of new calls. */
const NOTICED_MS = 8_000;
const BADLY: readonly [Behaviour, ...Behaviour[]] = [
  { status: 500 },
  { way: "hang" },
  { way: "reset" },
  { way: "babble" },
];

/** A process stands still for a while. */
async function stopped(pid: number | undefined, ms: number): Promise<void> {
  if (pid === undefined) return;
  process.kill(pid, "SIGSTOP");
  await pause(ms);
  process.kill(pid, "SIGCONT");
}

async function restarted({ service }: Stage, signal: "SIGTERM" | "SIGUSR2"): Promise<void> {
  const code = await service.end(signal);
  if (code !== 0) service.deaths.push({ at: Date.now(), code, tail: service.controller.tail(30) });
  await service.start();
}

/** One of the back ends misbehaves for some seconds. */
function ofBackEnd(how: string, about: string, misbehave: (faults: Faults) => void): Fault {
  return {
    name: `backend-${how}`,
    about: `the language model, the recogniser or the voice ${about} for some seconds`,
    async inflict({ speech, model }, random) {
      const faults = oneOf<Faults>([model.completions, speech.speech, speech.transcriptions], random);
      misbehave(faults);
      await pause(between(4_000, 10_000, random));
      faults.mend();
    },
  };
}

async function resetAgainAndAgain(way: { reset(request: string): number } | undefined): Promise<void> {
  for (let times = 0; times < 3; times++) {
    way?.reset("");
    await pause(1_000);
  }
}

async function slowDown(way: { delayMs: number } | undefined, ms: number): Promise<void> {
  if (!way) return;
  way.delayMs = ms;
  await pause(8_000);
  way.delayMs = 0;
}

/** What a soak inflicts. */
export const FAULTS: readonly Fault[] = [
  {
    name: "kill",
    about: "the controller is killed (-9) and started again",
    endsProcess: true,
    async inflict({ service, ledger }) {
      ledger.watchKill();
      await service.end("SIGKILL");
      await service.start();
    },
  },
  {
    name: "restart",
    about: "the controller is told to stop, and started again",
    endsProcess: true,
    inflict: (stage) => restarted(stage, "SIGTERM"),
  },
  {
    name: "hand-over",
    about: "the controller hands its calls over (SIGUSR2) to the one that is started next",
    endsProcess: true,
    inflict: (stage) => restarted(stage, "SIGUSR2"),
  },
  {
    name: "stop",
    about: "the controller stands still (-STOP) for some seconds",
    inflict: ({ service }, random) => stopped(service.controller.pid, between(2_000, 8_000, random)),
  },
  {
    name: "asterisk-kill",
    about: "Asterisk is killed and started again",
    async inflict({ bed }, random) {
      await bed.assistantAsterisk.kill();
      await pause(between(0, 4_000, random));
      await bed.assistantAsterisk.start();
    },
  },
  {
    name: "asterisk-stop",
    about: "Asterisk stands still for some seconds",
    inflict: ({ bed }, random) => stopped(bed.assistantAsterisk.pid, between(2_000, 5_000, random)),
  },
  {
    name: "asterisk-taken",
    about: "another ARI client takes the application for some seconds",
    async inflict({ bed }) {
      await using _other = await AriClient.connect(bed.assistantAsterisk.ari, "attendant");
      await pause(3_000);
    },
  },
  {
    name: "ari-events",
    about: "the stream of ARI's events is reset",
    inflict: async ({ ariWay }) => void ariWay.reset("GET /ari/events"),
  },
  {
    name: "media-reset",
    about: "all media sockets are reset",
    inflict: async ({ ariWay }) => void ariWay.reset("GET /media/"),
  },
  {
    name: "media-stall",
    about: "all media sockets stall",
    inflict: async ({ ariWay }) => void ariWay.stall("GET /media/"),
  },
  {
    name: "network-reset",
    about: "every connection to Asterisk is reset, three times",
    inflict: ({ ariWay }) => resetAgainAndAgain(ariWay),
  },
  {
    name: "network-stall",
    about: "nothing gets through to Asterisk any more on the connections that are there",
    async inflict({ ariWay }) {
      ariWay.stall("");
      await pause(NOTICED_MS);
    },
  },
  {
    name: "network-refuse",
    about: "nobody gets through to Asterisk for some seconds",
    async inflict({ ariWay }, random) {
      ariWay.refuse("");
      ariWay.reset("");
      await pause(between(1_000, 3_000, random));
      ariWay.refuse();
    },
  },
  {
    name: "network-latency",
    about: "everything takes 150 ms to Asterisk and back for some seconds, each way",
    inflict: ({ ariWay }) => slowDown(ariWay, 150),
  },
  {
    name: "store-away",
    about: "MongoDB is stopped for some seconds",
    isPossible: onMongo,
    async inflict({ mongo }, random) {
      await mongo?.server.stop();
      await pause(between(2_000, 10_000, random));
      await mongo?.server.start();
    },
  },
  {
    name: "store-stop",
    about: "MongoDB stands still for some seconds",
    isPossible: onMongo,
    async inflict({ mongo }, random) {
      mongo?.server.freeze();
      await pause(between(2_000, 10_000, random));
      mongo?.server.thaw();
    },
  },
  {
    name: "store-reset",
    about: "every connection to MongoDB is reset, three times",
    isPossible: onMongo,
    inflict: ({ mongo }) => resetAgainAndAgain(mongo?.way),
  },
  {
    name: "store-latency",
    about: "everything takes 200 ms to MongoDB and back for some seconds, each way",
    isPossible: onMongo,
    inflict: ({ mongo }) => slowDown(mongo?.way, 200),
  },
  {
    name: "store-full",
    about: "the disk of the embedded store is full for some seconds",
    isPossible: ({ disk }) => disk !== undefined,
    async inflict({ disk = "" }) {
      const filler = join(disk, "filler");
      await fillUp(filler);
      await pause(8_000);
      await unlink(filler);
    },
  },
  ofBackEnd("fail", "answers 500", (faults) => faults.failWith(500)),
  ofBackEnd("hang", "takes requests and answers none", (faults) => faults.hang()),
  ofBackEnd("slow", "takes two seconds more for everything", (faults) => (faults.delayMs = 2_000)),
  ofBackEnd("garbage", "answers with a web page", (faults) => faults.nonsense()),
  {
    name: "webhook",
    about: "the receiver of webhooks takes them badly for some seconds",
    async inflict(stage, random) {
      stage.meets = oneOf(BADLY, random);
      await pause(between(3_000, 8_000, random));
      stage.meets = {};
    },
  },
  {
    name: "clock",
    about: "the clock is stepped by 100 s forwards or backwards, and back after some seconds",
    async inflict({ clock }, random) {
      const step = random() < 0.5 ? STEP_MS : -STEP_MS;
      await clock.step(step);
      await pause(between(3_000, 10_000, random));
      await clock.step(-step);
    },
  },
];

/**
 * The faults that were asked for.
 *
 * @param names `all`, `none`, or names and beginnings of them (`store` for each that begins with `store-`), with commas
 * @throws with what there is when one of them is none
 */
export function faultsNamed(names: string): readonly Fault[] {
  if (names === "all") return FAULTS;
  if (names === "none") return [];
  return names.split(",").flatMap((asked) => {
    const found = FAULTS.filter(({ name }) => name === asked || name.startsWith(`${asked}-`));
    if (found.length > 0) return found;
    const known = FAULTS.map(({ name }) => name).join(", ");
    throw new Error(`--faults: there is no fault "${asked}". There are all, none, ${known}`);
  });
}

/** One after the other for ever, each once before any comes again. */
export function* faultsInRounds(faults: readonly Fault[], random: () => number): Generator<Fault> {
  while (faults.length > 0) {
    // Those that end the process come first: the next one is then watched for as long as can be.
    yield* faults.filter(({ endsProcess }) => endsProcess);
    const others = faults.filter(({ endsProcess }) => !endsProcess).map((fault) => ({ fault, at: random() }));
    for (const { fault } of others.sort((a, b) => a.at - b.at)) yield fault;
  }
}
