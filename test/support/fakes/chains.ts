import assert from "node:assert/strict";
import { Ending } from "../../../src/kernel/ending.js";
import type { NewChain } from "../../../src/scheduling/chains.js";
import { type ChainPlan, USUAL_PLAN } from "../../../src/records/chain.js";
import type { World } from "./scheduling.js";

type Callee = World["callees"][number];

const PLAN: ChainPlan = {
  ...USUAL_PLAN,
  extensions: ["101", "102", "103", "104", "105"],
  until: "acknowledged",
};

/** A chain of five people, each called once until somebody acknowledges, unless told otherwise. */
export function newChain({
  plan = {},
  ...more
}: Partial<Omit<NewChain, "plan">> & { readonly plan?: Partial<ChainPlan> } = {}): NewChain {
  return {
    chainId: "chain-1",
    plan: { ...PLAN, ...plan },
    message: "The pump has stopped.",
    callbackUrl: "http://receiver.test/",
    ringTimeoutMs: 30_000,
    ...more,
  };
}

/** The numbers of all telephones that ring now, each of which does as told. */
export async function eachRung(
  world: World,
  act: (callee: Callee) => void | Promise<void>,
): Promise<readonly string[]> {
  const all = world.callees.splice(0).filter(({ request }) => !request.scope.ending);
  for (const callee of all) await act(callee);
  await world.settles();
  return all.map(({ request }) => request.number);
}

export const isBusy = (callee: Callee) => callee.declines("busy", "They are busy.");
export const isAway = (callee: Callee) => callee.declines("no_answer", "The call was not answered.");

/** They answer, and hang up. */
export const hangsUp = (world: World) => async (callee: Callee) => {
  callee.rings();
  await world.settles();
  callee.answers();
  await world.settles();
  callee.request.scope.end(new Ending("hung_up"));
};

/** They answer, press a key if there is one, hear everything, and are hung up on. */
export const answers = (world: World, key?: string) => async (callee: Callee) => {
  callee.rings();
  await world.settles();
  const line = callee.answers();
  await world.settles();
  if (key !== undefined) line.presses(key);
  for (let i = 0; i < 3 && !callee.request.scope.ending; i++) {
    line.plays();
    await world.settles();
  }
};

/** The one telephone that rings now. */
export async function rung(world: World, act: (callee: Callee) => void | Promise<void>): Promise<string> {
  const numbers = await eachRung(world, act);
  assert.equal(numbers.length, 1, `telephones that ring: ${numbers.join(", ")}`);
  return numbers[0] ?? "";
}

/**
 * Everybody is rung in time, and those with one of these numbers acknowledge, until the chain has been reported or the time is
 * over. @returns all who were rung, in their order
 */
export async function livesUntilReached(world: World, reached: readonly string[], ms: number): Promise<string[]> {
  const all: string[] = [];
  const isReported = () =>
    world.store.schedules.some(({ kind, nextAt, progress }) => {
      return kind === "chain" && nextAt === null && progress?.status !== "in_progress";
    });
  for (const until = world.now + ms; world.now < until && !isReported();) {
    await world.passes(1_000);
    all.push(
      ...(await eachRung(world, (callee) =>
        reached.includes(callee.request.number) ? answers(world, "1")(callee) : isAway(callee),
      )),
    );
  }
  return all;
}

/** How a chain stands: its status, and how each of its calls ended. */
export function standing(world: World, chainId = "chain-1") {
  const { progress } = world.schedule(chainId);
  assert.ok(progress);
  return { status: progress.status, steps: progress.steps.map(({ extension, outcome }) => `${extension} ${outcome}`) };
}
