import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type ScriptedModel, startScriptedModel } from "../backends/scripted-model.js";
import { type SpeechServer, startSpeechServer } from "../backends/speech-server.js";
import { type Bed, startBed } from "../bed/bed.js";
import { ChannelLog } from "../bed/channel-log.js";
import { ASSISTANT_EXTENSION, TEST_LINES } from "../bed/pbx.js";
import { TcpProxy } from "../bed/tcp-proxy.js";
import { Telephone } from "../bed/telephone.js";
import { type FakeClock, fakeClock } from "../fake-clock.js";
import { findMongo, type MortalMongoServer } from "../mongo/mongo-server.js";
import { type Behaviour, Receiver } from "../receiver/receiver.js";
import { Ears } from "./ears.js";
import type { Ring } from "./evidence.js";
import { Ledger } from "./ledger.js";
import { isOfSoak, SOAK_LINES } from "./pbx-lines.js";
import { Service } from "./service.js";
import { allSayings, knows, type Saying, toneFor } from "./sounds.js";

const run = promisify(execFile);

export const STORES = ["sqlite", "mongodb"] as const;

export interface StageOptions {
  readonly store: (typeof STORES)[number];
  /** Calls at a time. */
  readonly calls: number;
  /** Where what is written down goes. */
  readonly folder: string;
  /** Runs the build instead of the sources. */
  readonly built: boolean;
}

/** A MongoDB that can be taken away, behind a way that can fail. */
interface MongoPlace {
  readonly server: MortalMongoServer;
  readonly way: TcpProxy;
  /** By that way. */
  readonly uri: string;
}

/** Everything that a soak happens on. */
export interface Stage extends AsyncDisposable {
  readonly bed: Bed;
  readonly service: Service;
  readonly ledger: Ledger;
  readonly telephone: Telephone;
  readonly speech: SpeechServer;
  readonly model: ScriptedModel;
  readonly clock: FakeClock;
  readonly receiver: Receiver;
  /** How the receiver meets webhooks at this moment. */
  meets: Behaviour;
  /** The way from the controller to Asterisk. */
  readonly ariWay: TcpProxy;
  readonly mongo: MongoPlace | undefined;
  /** The folder of the embedded store, where that is a small disk of its own. */
  readonly disk: string | undefined;
  readonly sayings: Readonly<Record<Saying, Int16Array>>;
  /** Every ring of a number of ours so far. */
  rings(): readonly Ring[];
  /** How often the operator's telephone rang so far. */
  operatorRings(): number;
}

type Keep = <T extends AsyncDisposable>(part: T) => T;

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
/** Room for an hour's calls. */
const DISK_BYTES = 400_000_000;
/** What a receiver keeps in memory of what it got: the ledger has it. */
const KEPT_WEBHOOKS = 200;
/** Scheduled calls and callbacks come on top of those that are made at a time. */
const FURTHER_LINES = 15;
const THEIR_TURN_MS = 900;
const OPERATOR_MS = 3_000;

/** Starts all of it, and the service, healthy. */
export async function startStage(options: StageOptions): Promise<Stage> {
  const parts: AsyncDisposable[] = [];
  const keep: Keep = (part) => {
    parts.unshift(part);
    return part;
  };
  const dispose = async () => {
    for (const part of parts.splice(0)) await part[Symbol.asyncDispose]();
  };
  try {
    return await build(options, keep, dispose);
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function build(
  { store, calls, folder, built }: StageOptions,
  keep: Keep,
  dispose: () => Promise<void>,
): Promise<Stage> {
  const dataDir = join(folder, "data");
  await mkdir(dataDir, { recursive: true });
  const disk = store === "sqlite" ? await mountDisk(dataDir, keep) : undefined;
  const mongo = store === "mongodb" ? await openMongo(keep) : undefined;
  const bed = keep(await startBed({ change: addLines }));
  const channels = keep(await ChannelLog.watch(bed.pbx.ari));
  const ariWay = keep(await TcpProxy.to(bed.assistantAsterisk.ari.url));
  const telephone = keep(await Telephone.connect(bed.pbx));
  const lines = keep(await Telephone.connect(bed.pbx, "lines"));
  const sayings = await allSayings();
  serveLines(lines, sayings.yes);
  const speech = keep(await startSpeechServer());
  speech.speakAs(toneFor);
  speech.hearAs(knows(sayings));
  const model = keep(await startScriptedModel({ conversation: "demo" }));
  model
    .when(/call me back/)
    .callTool("CALLBACK", { delay: 8 })
    .thenSay("{result}");
  const clock = keep(await fakeClock());
  const receiver = keep(await Receiver.start());
  const ledger = new Ledger(SECRET);
  const settings = {
    ...bed.settings,
    ...clock.environment,
    // Asked for the time some thousand times a second, it would open its file as often.
    FAKETIME_NO_CACHE: "0",
    FAKETIME_CACHE_DURATION: "1",
    SPEECH_BASE_URL: speech.url,
    LLM_BASE_URL: model.url,
    LLM_MODEL: "scripted",
    PHRASES_GREETINGS: JSON.stringify(["Hello. How can I help you?"]),
    ARI_URL: ariWay.url,
    DATA_DIR: dataDir,
    ...(mongo && { MONGODB_URI: mongo.uri }),
    TIMEZONE: "UTC",
    MAX_CONCURRENT_CALLS: String(calls + FURTHER_LINES),
    RATE_LIMIT_PER_MINUTE: "0",
    DIAL_RULES: "callers: _7XXXXXX; per_hour: 100000",
    OPERATOR_EXTENSION: TEST_LINES.person,
    WEBHOOK_SECRET: SECRET,
  };
  const service = keep(new Service(settings, { folder, built, onLine: (line) => ledger.take(line) }));
  const stage: Stage = {
    ...{ bed, service, ledger, telephone, speech, model, clock, receiver, ariWay, mongo, disk, sayings },
    meets: {},
    rings: () =>
      channels
        .calls(ASSISTANT_EXTENSION)
        .filter(({ dialled }) => isOfSoak(dialled))
        .map(({ dialled, name }) => ({ number: dialled, channel: name })),
    operatorRings: () => channels.calls(ASSISTANT_EXTENSION, TEST_LINES.person).length,
    [Symbol.asyncDispose]: dispose,
  };
  receiver.otherwise = (webhook) => {
    ledger.received(webhook);
    if (receiver.received.length > 2 * KEPT_WEBHOOKS) receiver.received.splice(0, KEPT_WEBHOOKS);
    return stage.meets;
  };
  await service.start();
  await service.controller.healthy(30_000);
  await service.controller.logged("phrases_ready", () => true, { ms: 60_000 });
  return stage;
}

function addLines(files: Map<string, string>): void {
  files.set("extensions.conf", `${files.get("extensions.conf")}${SOAK_LINES}`);
}

/** A disk of its own in memory, so that it can be filled; undefined where none can be mounted. */
async function mountDisk(path: string, keep: Keep): Promise<string | undefined> {
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES},mode=700`, "attendant-soak", path]);
  } catch {
    return undefined;
  }
  keep({
    // The store stays, for whoever looks into what happened.
    async [Symbol.asyncDispose]() {
      await run("cp", ["-a", path, `${path}-kept`]);
      await run("umount", [path]);
      await run("mv", ["-T", `${path}-kept`, path]);
    },
  });
  return path;
}

async function openMongo(keep: Keep): Promise<MongoPlace> {
  const mongo = await findMongo();
  if (typeof mongo === "string") throw new Error(mongo);
  if (!mongo.mortal) throw new Error("TEST_MONGODB_URI is not ours to stop and start: unset it for a soak");
  const server = keep(await mongo.mortal());
  const direct = server.freshDatabase();
  const way = keep(await TcpProxy.to(direct));
  return { server, way, uri: direct.replace(new URL(direct).host, new URL(way.url).host) };
}

/** Has people take the calls to those numbers of the PBX that are answered by a program. */
function serveLines(lines: Telephone, yes: Int16Array): void {
  const serve = async (
    name: string,
    manners: (ears: Ears, press: (key: string) => Promise<unknown>) => Promise<unknown>,
  ) => {
    for await (const call of lines.answerCallsTo(name)) {
      const press = (key: string) => call.press(key).catch(() => {}); // The call may be over.
      void manners(new Ears(call), press).then(() => call.hangUp());
    }
  };
  const whenAsked = async (ears: Ears, answer: () => Promise<unknown>) => {
    while (!ears.isOver) {
      await ears.hears(30_000);
      await ears.hearsSilence(THEIR_TURN_MS, 30_000);
      if (!ears.isOver) await answer();
    }
  };
  void serve("saysYes", (ears) => whenAsked(ears, () => ears.say(yes)));
  void serve("pressesTwo", (ears, press) => whenAsked(ears, () => press("2")));
  void serve(TEST_LINES.person, (ears) => ears.wait(OPERATOR_MS));
}
