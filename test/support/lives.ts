import { Controller } from "./controller.js";
import { findMongo, type MongoForTests } from "./mongo/mongo-server.js";
import { RestClient } from "./rest-client.js";
import { temporaryFolder } from "./temporary-folder.js";

/** The controllers that live and die on one store, one after the other, each with what the last one left. */
export class Lives implements AsyncDisposable {
  readonly rest = new RestClient(() => this.controller.url);
  readonly #settings: Readonly<Record<string, string>>;
  #controller: Controller | undefined;

  constructor(settings: Readonly<Record<string, string>>) {
    this.#settings = settings;
  }

  /** The one that lives, or was killed last. */
  get controller(): Controller {
    if (!this.#controller) throw new Error("not started");
    return this.#controller;
  }

  async start(): Promise<void> {
    this.#controller = await Controller.start(this.#settings);
  }

  kill(): Promise<unknown> {
    return this.controller.stop("SIGKILL");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#controller?.[Symbol.asyncDispose]();
  }
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
