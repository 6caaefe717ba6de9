import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { TEST_LINES } from "./bed/pbx.js";
import type { Caught, Step } from "./crash-steps.js";
import { Lives, type StoreKind } from "./lives.js";
import { Receiver } from "./receiver/receiver.js";
import { ledger } from "./receiver/webhook-ledger.js";
import type { ShownCall } from "./rest-client.js";
import { SHORT_PERIODS } from "./short-periods.js";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
/**
 * From the connection to Asterisk on, ms, before which nothing is known of the channels: the record is over, and Asterisk has
 * nothing left of the call. A callee who was being talked to hears an apology of six seconds first.
 */
const OVER_MS = 3_000;
const EMPTY_MS = 5_000 + 6_000;
/** What was being sent when the process died is sent again when its lease is over, after 5 s or a minute, and then there is a retry. */
const REDELIVERED_MS = { short: 20_000, usual: 90_000 };

interface Row {
  readonly step: string;
  readonly caught: Caught;
  readonly status: string;
  readonly error: string | null;
  readonly overMs: number;
  readonly emptyMs: number;
}

/** Lives with calls under way in them, and what became of each. */
export class CallLives extends Lives {
  readonly #rows: Row[] = [];
  readonly #redeliveredMs: number;
  #receiver!: Receiver;

  /**
   * @param periods those that come with the service, or short ones, of leases and retries
   * @param lines as many as steps that are at their points at the same time: what is queued waits for one
   */
  constructor(store: StoreKind, periods: "short" | "usual", lines = 1) {
    super(store, {
      ...(periods === "short" ? SHORT_PERIODS : {}),
      MAX_CONCURRENT_CALLS: String(lines),
      WEBHOOK_SECRET: SECRET,
    });
    this.#redeliveredMs = REDELIVERED_MS[periods];
  }

  /**
   * Has the calls of these steps get to their points, one step after the other, and stay there; kills once all are there, starts
   * again and looks what became of each.
   */
  async survive(...steps: readonly Step[]): Promise<void> {
    await this.controller.healthy();
    const before = this.rings();
    const dead = this.controller;
    const play = async ({ name, crash }: Step, kill: () => Promise<unknown>) => {
      const stage = { world: this.world, controller: dead, rest: this.rest, receiver: this.#receiver, kill };
      const caught = await crash({ ...stage, place: (call) => this.#place(call) });
      return caught.map((call) => ({ name, call }));
    };
    const playing: ReturnType<typeof play>[] = [];
    for (const step of steps) {
      const isLast = step === steps.at(-1);
      await new Promise<void>((there, reject) => {
        const kill = () => {
          there();
          return isLast ? dead.stop("SIGKILL") : dead.exited;
        };
        const played = play(step, kill);
        played.catch(reject);
        playing.push(played);
      });
    }
    const caught = (await Promise.all(playing)).flat();
    await this.start();
    await this.controller.logged("asterisk_connected");
    const goesOnMs = Math.max(...caught.map(({ call }) => call.goesOnMs ?? 0));
    const [emptyMs, ...found] = await Promise.all([
      this.nothingLeft(EMPTY_MS + goesOnMs, EMPTY_MS),
      ...caught.map(({ name, call }) => this.#lookedAt(name, call)),
    ]);
    for (const { call } of caught) await this.#askAgain(call);
    const expected = caught.reduce((sum, { call }) => sum + call.rings, 0);
    const rings = this.rings() - before;
    assert.equal(rings, expected, `${steps.map(({ name }) => name).join(", ")}: dialled ${rings} times`);
    for (const each of found) this.#rows.push({ ...each, emptyMs });
  }

  /** Waits for the webhooks of all of them, and holds each against its record. @returns the table of what became of them */
  async checkWebhooks(): Promise<string> {
    await this.#receivedAll(this.#rows.map(({ caught }) => caught.callId));
    // A webhook that was never answered before the process died comes again.
    const hung = this.#rows.filter(({ step }) => step.endsWith("on its way")).map(({ caught }) => caught.callId);
    await this.#receivedAll(hung, 2);
    const came = ledger(this.#receiver.received);
    for (const { caught, status, error, step } of this.#rows) {
      const reported = came.get(caught.callId);
      assert.ok(reported, `${step}: no webhook came`);
      if (hung.includes(caught.callId)) assert.ok(reported.times >= 2, `${step}: it did not come again`);
      assert.deepEqual([...reported.ids], [`msg_${caught.callId}`], step);
      assert.equal(reported.bodies.size, 1, `${step}: ${[...reported.bodies].join(" ≠ ")}`);
      const shown = await this.rest.call(caught.callId);
      const { result } = reported;
      assert.deepEqual(
        [result.status, result.error, result.message_played, result.duration_seconds],
        [status, error, shown.message_played, shown.duration_seconds],
        step,
      );
      const { body: deliveries } = await this.rest.ask("GET", `/call/${caught.callId}/deliveries`);
      assert.equal((deliveries as unknown as unknown[]).length, 1, step);
    }
    for (const { body, headers } of this.#receiver.received) {
      assert.doesNotThrow(() => new Webhook(SECRET).verify(body, headers as Record<string, string>));
    }
    return table(this.#rows, came);
  }

  /**
   * A client that asks until it has an answer gets one call, one record and one webhook, and its callee one ring at most.
   *
   * @param killedMs after the request, each in turn
   */
  async sweep(killedMs: readonly number[]): Promise<readonly string[]> {
    const seen: string[] = [];
    const calls: ShownCall[] = [];
    for (const ms of killedMs) {
      await this.controller.healthy();
      const before = this.rings();
      const key = randomUUID();
      const body = { extension: TEST_LINES.silent, message: "Good morning.", callback_url: this.#receiver.url };
      const asked = this.rest.placeCall(body, key).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, ms));
      await this.kill();
      const first = await asked;
      await this.start();
      await this.controller.healthy();
      const again = await this.#askedUntilAnswered(body, key);
      if (first) assert.equal(again, first.body.call_id);
      const call = await this.rest.callOver(again, 15_000);
      await this.nothingLeft(EMPTY_MS, EMPTY_MS);
      const rings = this.rings() - before;
      assert.ok(rings <= 1, `killed after ${ms} ms: dialled ${rings} times`);
      calls.push(call);
      seen.push(
        `${ms} ms: ${first ? "answered" : "no answer"}, ${call.status}, dialled ${rings}×, ${call.error ?? "—"}`,
      );
    }
    await this.#receivedAll(calls.map(({ call_id }) => call_id));
    const came = ledger(this.#receiver.received);
    for (const { call_id, status } of calls) {
      assert.deepEqual([...(came.get(call_id)?.ids ?? [])], [`msg_${call_id}`]);
      assert.equal(came.get(call_id)?.result.status, status);
    }
    return seen;
  }

  protected override async fill(): Promise<void> {
    this.#receiver = this.keep(await Receiver.start());
    await super.fill();
  }

  async #lookedAt(step: string, caught: Caught): Promise<Omit<Row, "emptyMs">> {
    const listening = performance.now();
    const shown = await this.rest.callOver(caught.callId, OVER_MS + (caught.goesOnMs ?? 0));
    const overMs = performance.now() - listening;
    const { status, error } = shown;
    assert.ok(caught.statuses.includes(status), `${step}: ${JSON.stringify(shown)}`);
    assert.ok(
      caught.errors.some((expected) => (expected === null ? error === null : expected.test(error ?? ""))),
      `${step}: ${error}`,
    );
    if (caught.messagePlayed !== undefined && status === "completed")
      assert.equal(shown.message_played, caught.messagePlayed);
    assert.ok(shown.ended_at);
    return { step, caught, status, error, overMs };
  }

  /** The key is remembered: the same call is the answer. */
  async #askAgain({ callId, key, body }: Caught): Promise<void> {
    const { status, body: answer, headers } = await this.rest.placeCall(body, key);
    assert.equal(status, 200, JSON.stringify(answer));
    assert.equal(answer.call_id, callId);
    assert.equal(headers.get("idempotency-replayed"), "true");
  }

  async #askedUntilAnswered(body: Readonly<Record<string, unknown>>, key: string): Promise<string> {
    for (;;) {
      const { status, body: answer, headers } = await this.rest.placeCall(body, key);
      if (status === 200) return String(answer.call_id);
      assert.equal(status, 409, JSON.stringify(answer));
      await new Promise((resolve) => setTimeout(resolve, Number(headers.get("retry-after")) * 1000));
    }
  }

  async #place(call: Readonly<Record<string, unknown>>) {
    const key = randomUUID();
    const body = { callback_url: this.#receiver.url, ...call };
    const { status, body: answer } = await this.rest.placeCall(body, key);
    assert.equal(status, 200, JSON.stringify(answer));
    return { callId: String(answer.call_id), key, body, position: answer.queue_position };
  }

  /** Waits until each of them was reported `times` times, or that has taken too long: what is missing shows later. */
  async #receivedAll(callIds: readonly string[], times = 1): Promise<void> {
    const { received } = this.#receiver;
    const deadline = performance.now() + this.#redeliveredMs;
    const isMissing = (callId: string) => (ledger(received).get(callId)?.times ?? 0) < times;
    while (callIds.some(isMissing) && performance.now() < deadline) {
      await this.#receiver.has(received.length + 1, deadline - performance.now()).catch(() => {});
    }
  }
}

function table(rows: readonly Row[], came: ReturnType<typeof ledger>): string {
  const lines = rows.map(({ step, caught, status, error, overMs, emptyMs }) => {
    const { ids, times } = came.get(caught.callId) ?? { ids: new Set(), times: 0 };
    const ms = [overMs, emptyMs].map((each) => each.toFixed(0));
    return [step, status, error ?? "—", caught.rings, `${ids.size} id, ${times}×`, ...ms].join(" | ");
  });
  return ["killed | status | error | dialled | webhook | over, ms | Asterisk empty, ms", ...lines].join("\n");
}
