import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { MongoClient } from "mongodb";
import { freePort } from "../bed/ports.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const BUILD_MS = 15 * 60_000;
const START_MS = 20_000;

/** Something that speaks MongoDB's wire protocol. */
export interface MongoServer extends AsyncDisposable {
  /** A connection string to a database that nobody else has. It is removed with the server. */
  freshDatabase(): string;
}

/** One that can be taken away and brought back with what it had, at the same address. */
export interface MortalMongoServer extends MongoServer {
  stop(): Promise<void>;
  start(): Promise<void>;
  /** From then on it takes connections and answers nothing, until it is thawed. */
  freeze(): void;
  thaw(): void;
}

/** The server to test with, or why there is none. */
export type MongoForTests = { readonly open: () => Promise<MongoServer> } & (
  | { readonly mortal: () => Promise<MortalMongoServer> }
  | { readonly mortal: undefined }
);

/**
 * Finds MongoDB's wire protocol for tests: the server at `TEST_MONGODB_URI`, else FerretDB, built when it is missing.
 *
 * @returns in words why there is none; under `CI=true` that is thrown
 */
export async function findMongo(): Promise<MongoForTests | string> {
  const uri = process.env.TEST_MONGODB_URI;
  if (uri) return { open: () => Promise.resolve(mongoAt(uri)), mortal: undefined };
  try {
    const script = join(root, "scripts/lib/mongo-for-tests");
    const { stdout } = await promisify(execFile)(script, { timeout: BUILD_MS });
    const program = stdout.trim();
    return { open: () => startFerret(program), mortal: () => startFerret(program) };
  } catch (error) {
    const why = (error as { stderr?: string }).stderr?.trim().split("\n").at(-1) ?? String(error);
    const missing = `MongoDB is NOT tested: ${why}. Install Go 1.24 with access to its module proxy, or set TEST_MONGODB_URI`;
    if (process.env.CI === "true") throw new Error(missing, { cause: error });
    process.stderr.write(`\n${missing}\n\n`);
    return missing;
  }
}

let databases = 0;
const databaseName = () => `attendant_test_${process.pid}_${Date.now().toString(36)}_${++databases}`;

function mongoAt(uri: string): MongoServer {
  const used: string[] = [];
  return {
    freshDatabase() {
      const [, before = "", after = ""] = /^([a-z+]+:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(uri) ?? [];
      const name = databaseName();
      used.push(name);
      return `${before}/${name}${after}`;
    },
    async [Symbol.asyncDispose]() {
      const client = new MongoClient(uri);
      for (const name of used) await client.db(name).dropDatabase();
      await client.close();
    },
  };
}

async function startFerret(program: string): Promise<MortalMongoServer> {
  const dir = await mkdtemp(join(tmpdir(), "mongo-for-tests-"));
  // One that no connection is given meanwhile: it is taken away and comes back.
  let address = `127.0.0.1:${await freePort()}`;
  let end = async () => {};
  let signal = (_name: NodeJS.Signals) => {};

  const start = async () => {
    const child = spawn(program, ["--dir", dir, "--listen", address], { stdio: ["pipe", "pipe", "inherit"] });
    const exited = once(child, "exit");
    const [line] = (await Promise.race([
      once(createInterface(child.stdout), "line", { signal: AbortSignal.timeout(START_MS) }),
      exited.then(() => Promise.reject(new Error("FerretDB did not start"))),
    ])) as [string];
    address = new URL(line).host;
    signal = (name) => child.kill(name);
    end = async () => {
      end = async () => {};
      child.kill("SIGCONT");
      child.stdin.end(); // It leaves when its stdin ends.
      await exited;
    };
  };

  await start();
  return {
    freshDatabase: () => `mongodb://${address}/${databaseName()}`,
    start,
    stop: () => end(),
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    async [Symbol.asyncDispose]() {
      await end();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
