import { nothingLeftIn } from "./bed/left-in-asterisk.js";
import { ASSISTANT_EXTENSION } from "./bed/pbx.js";
import { Controller } from "./controller.js";
import { findMongo, type MongoServer } from "./mongo/mongo-server.js";
import { begun, OwnWorld } from "./own-world.js";
import { RestClient } from "./rest-client.js";
import { temporaryFolder } from "./temporary-folder.js";

/** So long may what a life needs take to be ready on a busy machine; nothing is judged yet. */
const HEALTHY_MS = 60_000;

/** The controllers that live and die on one store, one after the other, each with what the last one left. */
export class Lives extends OwnWorld {
  readonly rest = new RestClient(() => this.controller.url);
  readonly #store: StoreKind;
  /** What each of them is started with. */
  protected settings: Readonly<Record<string, string>>;
  #controller: Controller | undefined;

  /** @param settings besides those of the world and the store */
  constructor(store: StoreKind, settings: Readonly<Record<string, string>> = {}) {
    super();
    this.#store = store;
    this.settings = settings;
  }

  /** The one that lives, or was killed last. */
  get controller(): Controller {
    return begun(this.#controller);
  }

  async start(): Promise<void> {
    this.#controller = await Controller.start(this.settings);
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

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.#controller?.[Symbol.asyncDispose]();
    await super[Symbol.asyncDispose]();
  }

  /** Starts the world, an empty store and the first controller. */
  protected override async fill(): Promise<void> {
    await super.fill();
    const place = this.keep(await this.#store.open());
    this.settings = { ...this.world.settings, ...place.settings, ...this.settings };
    await this.start();
    await this.controller.healthy(HEALTHY_MS);
  }
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

/** An empty database of a server, which goes with it. */
export async function placeOn(server: MongoServer): Promise<StorePlace> {
  const folder = await temporaryFolder();
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
      open: async () => {
        if (typeof mongo === "string") throw new Error(mongo);
        return placeOn(await mongo.open());
      },
    },
  };
}
