import type { CallManner } from "../records/call-manner.js";
import type { CallRecord } from "../records/call-record.js";
import type { ChainPlan } from "../records/chain.js";
import { type Chain, isChain, type Schedule } from "../records/schedule.js";
import type { Page, ScheduleStore } from "../records/stores.js";
import { chainDecided, chainWithdrawn, chainWoundDown } from "./chain-due.js";
import { chainBegun, seemsToReach } from "./chain-machine.js";
import type { Scheduler } from "./scheduler.js";
import { SCHEDULE_CANCELLED, type Schedules, type SchedulesNeeds } from "./schedules.js";

/** A chain, as it is requested. */
export interface NewChain extends CallManner, Pick<Schedule, "client" | "traceparent"> {
  /** Letters, digits, `_` and `-`. An id that exists begins no second chain. */
  readonly chainId: string;
  readonly plan: ChainPlan;
  readonly message: string;
  /** The tool whose result is the message. */
  readonly tool?: string | null | undefined;
}

/**
 * Calls several numbers, one after the other, until a person is reached. All methods reject with `store_unavailable` while the
 * store is unavailable.
 */
export interface Chains {
  /**
   * Stores a chain and begins it. A chain that exists is left as it is.
   *
   * @throws {AttendantError} `destination_not_allowed` when one of the numbers may not be dialled, or `schedules_full`
   */
  start(request: NewChain): Promise<Chain>;
  /** Takes back a chain whose start was rejected with `store_unavailable` and is not repeated with its id. */
  withdraw(chainId: string): void;
  find(chainId: string): Promise<Chain | undefined>;
  /**
   * Those with a call to come, the last to be due first; then the others, latest first.
   *
   * @throws {AttendantError} `invalid_request` when the cursor is invalid
   */
  list(query: { readonly limit: number; readonly cursor?: string }): Promise<Page<Chain>>;
  /**
   * Ends a chain: calls in progress are hung up, and no further ones are placed. A chain that is over does not change.
   *
   * @param reason one sentence
   */
  cancel(chainId: string, reason?: string): Promise<Chain | undefined>;
  /**
   * Lets a chain end with the person who is spoken to now: other telephones stop, and no one is called after them.
   *
   * @param reason one sentence, for its record unless that person is reached
   */
  windDown(chainId: string, reason?: string): Promise<void>;
  /**
   * Records whether the call of a step seems to reach someone.
   *
   * @returns the chain when that has changed: then the steps that are stopped are to be hung up
   */
  noteCall(call: CallRecord): Promise<Chain | undefined>;
  /**
   * Adds a listener for ended chains. It is called at least once for each, also after the process has died, and again when it
   * rejects.
   */
  onEnd(listener: (chain: Chain) => Promise<void>): void;
  /** Calls the listeners. @throws what a listener rejects with */
  report(chain: Chain): Promise<void>;
}

export interface ChainsNeeds {
  readonly store: Pick<ScheduleStore, "findSchedule" | "listSchedules" | "replaceSchedule">;
  readonly schedules: Pick<Schedules, "add" | "withdraw">;
  readonly scheduler: Pick<Scheduler, "arm">;
  readonly checkDialable: SchedulesNeeds["checkDialable"];
  /** ms since the epoch. */
  readonly now: () => number;
}

const CANCELLED = "The chain was cancelled.";

export function createChains({ store, schedules, scheduler, checkDialable, now }: ChainsNeeds): Chains {
  const listeners: ((chain: Chain) => Promise<void>)[] = [];

  async function find(chainId: string): Promise<Chain | undefined> {
    const found = await store.findSchedule(chainId);
    return isChain(found) ? found : undefined;
  }

  /** Makes a change and continues with the chain. @returns the chain; undefined when it does not exist or did not change */
  async function change(
    chainId: string,
    changed: (chain: Chain) => Partial<Chain> | undefined,
  ): Promise<Chain | undefined> {
    for (;;) {
      const chain = await find(chainId);
      const change = chain && changed(chain);
      if (!change) return undefined;
      const next = { ...chain, ...change, revision: chain.revision + 1 };
      if (!(await store.replaceSchedule(next))) continue;
      await scheduler.arm(next);
      return next;
    }
  }

  async function windDown(chainId: string, reason = CANCELLED): Promise<void> {
    await change(chainId, (chain) => chainWoundDown(chain, reason, now()));
  }

  return {
    find,

    async list(query) {
      const page = await store.listSchedules({ ...query, kind: "chain", status: "all" });
      return { ...page, items: page.items.filter(isChain) };
    },

    async start(request) {
      const { chainId, plan, client } = request;
      const known = await find(chainId);
      if (known) return known;
      checkDialable({ chain: plan, extension: "" }, { setBy: null, client });
      const begun = await schedules.add(chainOf(request, now()));
      // Its schedule may have been cancelled while a tool ran for its message.
      const { scheduleId } = plan;
      if (scheduleId !== null && !(await store.findSchedule(scheduleId))) await windDown(chainId, SCHEDULE_CANCELLED);
      // It has begun: a failure of the store now must not report it as refused.
      return (await find(chainId).catch(() => undefined)) ?? (begun as Chain);
    },

    withdraw: (chainId) => schedules.withdraw(chainId),

    async cancel(chainId, reason = CANCELLED) {
      const changed = await change(chainId, (chain) => chainWithdrawn(chain, reason, now()));
      return (await find(chainId)) ?? changed;
    },

    windDown,

    async noteCall(call) {
      const { callId, chainId = "" } = call;
      const event = ({ chain }: Chain) => ({ callId, isReaching: seemsToReach(call, chain.until) });
      return change(chainId, (chain) => chainDecided(chain, event(chain), now()));
    },

    onEnd: (listener) => void listeners.push(listener),

    async report(chain) {
      for (const listener of listeners) await listener(chain);
    },
  };
}

function chainOf({ chainId, plan, tool = null, ...request }: NewChain, now: number): Chain {
  const progress = chainBegun({ chainId, plan }, now);
  return {
    ...request,
    scheduleId: chainId,
    kind: "chain",
    chain: plan,
    progress,
    setBy: null,
    extension: plan.extensions[0] ?? "",
    tool,
    toolParams: {},
    prefix: "",
    suffix: "",
    timeZone: "UTC",
    rule: null,
    nextAt: progress.steps[0]?.dueAt ?? null,
    paused: false,
    lastRun: null,
    createdAt: now,
    revision: 1,
  };
}
