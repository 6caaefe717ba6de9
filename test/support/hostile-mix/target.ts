import type { FakeAsterisk } from "../fakes/fake-asterisk.js";
import type { McpHttpServer } from "../mcp/http-server.js";
import type { Receiver } from "../receiver/receiver.js";
import type { FuzzedRequest } from "../rest-fuzzer.js";

/** What the attacks are aimed at, and what they do it with. */
export interface Target {
  readonly url: URL;
  /** A key that may do everything: its owner is hostile, too. */
  readonly key: string;
  readonly asterisk: FakeAsterisk;
  readonly mcp: McpHttpServer;
  readonly receiver: Receiver;
  /** From 0 to 1, the same for the same seed. */
  readonly random: () => number;
  nextRequest(): FuzzedRequest;
  /** Counts an answer by its status, or whatever came in its place. */
  answered(attack: string, status: string): void;
}

/** A way of being hostile, repeated for as long as the mix runs. */
export interface Attack {
  readonly name: string;
  readonly everyMs: number;
  run(target: Target, signal: AbortSignal): Promise<void> | void;
}
