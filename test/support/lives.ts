import { Semaphore } from "../../src/kernel/semaphore.js";
import { ChannelLog } from "./bed/channel-log.js";
import { nothingLeftIn } from "./bed/left-in-asterisk.js";
import { ASSISTANT_EXTENSION } from "./bed/pbx.js";
import { Controller } from "./controller.js";
import { findMongo, type MongoForTests } from "./mongo/mongo-server.js";
import { RestClient } from "./rest-client.js";
import { temporaryFolder } from "./temporary-folder.js";
import { startWorld, type World } from "./world.js";

/** To begin takes a core for some seconds, and whoever is amid a call beside it must not be late. */
const beginnings = new Semaphore(2);
const BEGUN_MS = 120_000;

/**
 * The controllers that live and die on one store, one after the other, each with what the last one left. They have a world
 * to themselves, so that others can live and die beside them.
 */
export class Lives implements AsyncDisposable {
  readonly rest = new RestClient(() => this.controller.url);
  readonly #parts: AsyncDisposable[] = [];
  #world: World | undefined;
  #channels: ChannelLog | undefined;
  #settings: Readonly<Record<string, string>> = {};
  #controller: Controller | undefined;

  /** Starts the world, an empty store and the first controller. What was started is disposed of in any case. */
  begin(store: StoreKind, further: Readonly<Record<string, string>> = {}): Promise<void> {
    return beginnings.run(AbortSignal.timeout(BEGUN_MS), () => this.#begin(store, further));
  }

  async #begin(store: StoreKind, further: Readonly<Record<string, string>>): Promise<void> {
    this.#world = this.keep(await startWorld());
    this.#channels = this.keep(await ChannelLog.watch(this.#world.bed.pbx.ari));
    const place = this.keep(await store.open());
    this.#settings = { ...this.#world.settings, ...place.settings, ...further };
    await this.start();
    await this.controller.healthy();
  }

  get world(): World {
    return begun(this.#world);
  }

  /** The one that lives, or was killed last. */
  get controller(): Controller {
    return begun(this.#controller);
  }

  /** How often the assistant has dialled so far. */
  get rings(): number {
    return begun(this.#channels).calls(ASSISTANT_EXTENSION).length;
  }

  async start(): Promise<void> {
    this.#controller = await Controller.start(this.#settings);
  }

  kill(): Promise<unknown> {
    return this.controller.stop("SIGKILL");
  }

  /** Waits until no Asterisk has anything of the assistant's any more. @returns how long its own one took, ms */
  async nothingLeft(ownMs: number, pbxMs: number): Promise<number> {
    const { assistantAsterisk, pbx } = this.world.bed;
    const tookMs = await nothingLeftIn(assistantAsterisk.ari, ownMs);
    await nothingLeftIn(pbx.ari, pbxMs, (what) => what.startsWith(`channel PJSIP/${ASSISTANT_EXTENSION}`));
    return tookMs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#controller?.[Symbol.asyncDispose]();
    for (const part of this.#parts.splice(0)) await part[Symbol.asyncDispose]();
  }

  /** To be disposed of with them. */
  protected keep<T extends AsyncDisposable>(part: T): T {
    this.#parts.unshift(part);
    return part;
  }
}

function begun<T>(part: T | undefined): T {
  if (part === undefined) throw new Error("not begun");
  return part;
}

/** `all` in so many rows, dealt out like cards: each is gone through in order, beside the others. */
export function dealt<T>(all: readonly T[], rows: number): readonly (readonly T[])[] {
  const dealtOut = Array.from({ length: rows }, (_, row) => all.filter((_each, at) => at % rows === row));
  return dealtOut.filter(({ length }) => length > 0);
}

/** An empty store that outlives controllers, and the settings by which they find it. */
export interface StorePlace extends AsyncDisposable {
  readonly settings: Readonly<Record<string, string>>;
}

export interface StoreKind {
  readonly name: string;
  /** Why it cannot be had here. */
  readonly skip: string | false;
  open(): Promise<StorePlace>;
}

async function embedded(): Promise<StorePlace> {
  const folder = await temporaryFolder();
  return { settings: { DATA_DIR: folder.path }, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function onMongo(mongo: MongoForTests): Promise<StorePlace> {
  const folder = await temporaryFolder();
  const server = await mongo.open();
  return {
    settings: { DATA_DIR: folder.path, MONGODB_URI: server.freshDatabase() },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Both stores; MongoDB is looked for, and built where that is FerretDB. */
export async function storeKinds(): Promise<{ readonly embeddedStore: StoreKind; readonly mongodb: StoreKind }> {
  const mongo = await findMongo();
  const missing = typeof mongo === "string" ? mongo : false;
  return {
    embeddedStore: { name: "embedded store", skip: false, open: embedded },
    mongodb: {
      name: "MongoDB",
      skip: missing,
      open: () => (typeof mongo === "string" ? Promise.reject(new Error(mongo)) : onMongo(mongo)),
    },
  };
}
