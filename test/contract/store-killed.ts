import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Store } from "../../src/records/stores.js";
import { programArgs } from "../support/program.js";

/** Has another process write, and kills it when it has reported so many writes. @returns what it had reported */
export async function writeUntilKilled(where: readonly string[], reports: number): Promise<string[]> {
  const child = spawn(process.execPath, programArgs("test/contract/store-writer.ts", ...where), {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const acknowledged: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    acknowledged.push(line);
    if (acknowledged.length === reports) child.kill("SIGKILL");
  }
  const [, signal] = await exited;
  assert.equal(signal, "SIGKILL", "the writer left by itself");
  return acknowledged;
}

/** Every write that was reported is there. */
export async function expectAll(store: Store, acknowledged: readonly string[]): Promise<void> {
  assert.ok(acknowledged.length > 0);
  const completed = new Set(
    acknowledged.filter((line) => line.endsWith(" completed")).map((line) => line.split(" ")[1]),
  );
  const missing: string[] = [];
  for (const line of acknowledged) {
    const [kind, id = ""] = line.split(" ");
    const there =
      kind === "call"
        ? ((await store.findCall(id))?.status ?? "missing")
        : kind === "transcript"
          ? (await store.findTranscript(id))?.length === 2
          : (await store.findDelivery(id))?.deliveryId === id;
    const isRight = kind === "call" ? there === "completed" || (there === "queued" && !completed.has(id)) : there;
    if (!isRight) missing.push(`${line}: ${String(there)}`);
  }
  assert.deepEqual(missing, []);
}
