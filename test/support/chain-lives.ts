import assert from "node:assert/strict";
import { CALLEES, type Manners, serve } from "./bed/callees.js";
import { acknowledges, CHAIN_NUMBERS, type ChainStep } from "./chain-crash-steps.js";
import { Lives, type StoreKind } from "./lives.js";
import { Receiver } from "./receiver/receiver.js";
import { SHORT_PERIODS } from "./short-periods.js";

/** From the next controller's start to the chain's webhook: a call that goes on, one that waits for its lease, and a whole one. */
const REPORTED_MS = 60_000;
const EMPTY_MS = 15_000;
/** The status that a call has whose step ended like this. A call that reached someone may have broken off afterwards. */
const STATUSES: Readonly<Record<string, readonly string[]>> = {
  busy: ["busy"],
  declined: ["completed"],
  reached: ["completed", "failed"],
  failed: ["failed"],
};

interface ShownStep {
  readonly call_id: string;
  readonly extension: string;
  readonly outcome: string;
  readonly choice_response: string | null;
}

/** Lives with a chain of five under way in them. */
export class ChainLives extends Lives {
  #receiver!: Receiver;
  readonly #manners = new Map<string, Manners>();

  constructor(store: StoreKind) {
    super(store, SHORT_PERIODS);
  }

  /** Has a chain get to the step, kills, starts again, and looks what became of it. @returns the same as a row of a table */
  async survive({ name, outcomes, crash }: ChainStep): Promise<string> {
    await this.controller.healthy();
    for (const number of CHAIN_NUMBERS.slice(1)) this.#manners.set(number, acknowledges);
    this.#manners.set(CHAIN_NUMBERS[1], CALLEES.hangsUpWhenAsked.manners);
    const before = this.rings();
    let numbers: readonly string[] = [];
    const { chainId, goesOn } = await crash({
      controller: this.controller,
      rest: this.rest,
      receiver: this.#receiver,
      plays: (number, manners) => this.#manners.set(number, manners),
      begin: async (others = {}) => {
        numbers = CHAIN_NUMBERS.map((number, at) => others[at] ?? number);
        return this.#begin(numbers);
      },
      kill: () => this.kill(),
    });
    await this.start();
    const began = performance.now();
    await goesOn?.(this.controller);
    const steps = await this.#reported(chainId);
    const reportedMs = performance.now() - began;
    await this.nothingLeft(EMPTY_MS, EMPTY_MS);

    const row = [name, steps.map(({ outcome }) => outcome).join(" "), `${reportedMs.toFixed(0)} ms`].join(" | ");
    const known = outcomes.map((each) => each.join(" "));
    assert.ok(known.includes(steps.map(({ outcome }) => outcome).join(" ")), `${row}\n${this.controller.tail(40)}`);
    assert.deepEqual(
      steps.map(({ extension }) => extension),
      numbers.slice(0, steps.length),
    );
    const dialled = this.dialled.slice(before);
    assert.deepEqual(dialled, numbers.slice(0, steps.length), "each is rung once, in their order");
    for (const { call_id, outcome, choice_response } of steps) {
      const call = await this.rest.call(call_id);
      assert.ok(STATUSES[outcome]?.includes(call.status), `${call_id} ${outcome}: ${JSON.stringify(call)}`);
      assert.equal(call.choice_response, choice_response);
      assert.ok(call.ended_at);
    }
    return row;
  }

  protected override async fill(): Promise<void> {
    this.#receiver = this.keep(await Receiver.start());
    await super.fill();
    for (const number of CHAIN_NUMBERS.slice(1))
      void serve(this.world.telephone, number, async (call) => this.#manners.get(number)?.(call));
  }

  async #begin(extensions: readonly string[]): Promise<string> {
    const { status, body } = await this.rest.placeCall({
      extensions,
      message: "The pump has stopped.",
      until: "acknowledged",
      callback_url: this.#receiver.url,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return String(body.chain_id);
  }

  /** Waits for the one webhook of a chain, and holds it against what the service says of the chain. @returns its steps */
  async #reported(chainId: string): Promise<readonly ShownStep[]> {
    const { received } = this.#receiver;
    const isOfChain = ({ body }: (typeof received)[number]) =>
      (JSON.parse(body) as { chain_id: string }).chain_id === chainId;
    const answered = () => this.#deliveryOf(chainId);
    const deadline = performance.now() + REPORTED_MS;
    while ((await answered()) !== "delivered" && performance.now() < deadline) {
      await this.#receiver.has(received.length + 1, 500).catch(() => {});
    }
    assert.equal(await answered(), "delivered", this.controller.tail(40));
    const reports = received.filter(isOfChain);
    assert.deepEqual([...new Set(reports.map(({ headers }) => headers["webhook-id"]))], [`msg_${chainId}`]);
    const bodies = [...new Set(reports.map(({ body }) => body))];
    assert.equal(bodies.length, 1, bodies.join(" ≠ "));
    const result = JSON.parse(bodies[0] ?? "{}") as Record<string, unknown> & { readonly steps: readonly ShownStep[] };
    const { body: chain } = await this.rest.ask("GET", `/chain/${chainId}`);
    assert.deepEqual([chain.status, chain.steps], [result.chain_status, result.steps]);
    const deciding = result.steps.find(({ outcome }) => outcome === "reached");
    assert.deepEqual(
      [result.chain_status, result.call_id, result.choice_response],
      ["reached", deciding?.call_id, "acknowledged"],
    );
    return result.steps;
  }

  /** How the delivery of a chain's only webhook stands; undefined while there is none. */
  async #deliveryOf(chainId: string): Promise<unknown> {
    const { body } = await this.rest.ask("GET", `/chain/${chainId}`);
    const reached = (body.steps as readonly ShownStep[]).find(({ outcome }) => outcome === "reached");
    if (!reached) return undefined;
    const { body: deliveries } = await this.rest.ask("GET", `/call/${reached.call_id}/deliveries`);
    const all = deliveries as unknown as readonly { readonly status: string }[];
    assert.ok(all.length <= 1, JSON.stringify(all));
    return all[0]?.status;
  }
}
