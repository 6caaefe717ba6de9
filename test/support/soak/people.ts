import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ASSISTANT_EXTENSION } from "../bed/pbx.js";
import { NotAnswered, type Telephone } from "../bed/telephone.js";
import type { FakeClock } from "../fake-clock.js";
import type { RestAnswer, RestClient } from "../rest-client.js";
import { Ears } from "./ears.js";
import type { Arrived, Expected, Placed } from "./evidence.js";
import type { Ledger } from "./ledger.js";
import { MANNERS, type Manner } from "./pbx-lines.js";
import type { Service } from "./service.js";
import { type Saying, SAYINGS } from "./sounds.js";

const FINAL = new Set(["completed", "no_answer", "busy", "failed", "cancelled"]);
/** So long a caller lets it ring, and a program waits for the service to be back, ms. */
const PATIENCE_MS = 15_000;
/** So long a program tries to have a request accepted, ms. */
const ACCEPTED_MS = 120_000;
const AGAIN_MS = 1_000;
/** A call that is not over after this is looked at no more until the end, ms. */
const OVER_MS = 180_000;
const LOOK_MS = 4_000;
/** The assistant has finished speaking, ms of silence. */
const FINISHED_MS = 900;

/** What those who make the calls of a soak work with. */
export interface People {
  readonly ledger: Ledger;
  readonly service: Service;
  readonly rest: RestClient;
  readonly telephone: Telephone;
  /** The service's clock. */
  readonly clock: Pick<FakeClock, "now">;
  /** Where webhooks are taken. */
  readonly callbackUrl: string;
  readonly sayings: Readonly<Record<Saying, Int16Array>>;
  /** From 0 to 1, the same again for the same seed. */
  readonly random: () => number;
  /** Nobody begins anything new after that. */
  readonly signal: AbortSignal;
}

/** Somebody who talks to the assistant. */
export interface Caller {
  readonly ears: Ears;
  /** Says that and listens to the answer to its end; false when there is none. */
  ask(saying: Saying): Promise<boolean>;
  /** Presses the key for the operator. */
  askForOperator(): Promise<void>;
}

/** Calls the assistant as somebody new, and hangs up when `script` is over. */
export async function converse(
  kind: string,
  people: People,
  script: (caller: Caller) => Promise<unknown>,
): Promise<void> {
  const { ledger, telephone, service, sayings, signal } = people;
  const caller = ledger.number(MANNERS.caller);
  const dialledAt = Date.now();
  const dialled = telephone.dial(ASSISTANT_EXTENSION, { callerId: caller, ringMs: PATIENCE_MS });
  const call = await dialled.catch((error: unknown) => {
    if (!(error instanceof NotAnswered)) throw error;
    return error;
  });
  if (call instanceof NotAnswered) {
    ledger.turnedAway.push({ kind, dialledAt, at: Date.now(), caller, why: call.message });
    return void (await pause(AGAIN_MS));
  }
  const ears = new Ears(call);
  const arrived: Arrived = { kind, caller, answeredAt: Date.now(), answered: [] };
  const isOver = ledger.talks(arrived, ears);
  const ask = async (saying: Saying) => {
    // Nobody talks to a waiting sound.
    if (!service.isThere && (await ears.until(() => service.isThere, PATIENCE_MS))) {
      await ears.hearsSilence(1_500, PATIENCE_MS);
    }
    if (signal.aborted) return false;
    ledger.questions.asked++;
    if (!(await ears.say(sayings[saying])) || !(await ears.hears(PATIENCE_MS))) return false;
    ledger.questions.answered++;
    arrived.answered.push(SAYINGS[saying]);
    return ears.hearsSilence(FINISHED_MS, PATIENCE_MS);
  };
  const askForOperator = async () => {
    arrived.isPutThrough = true;
    ledger.operator.pressed++;
    await call.press("0").catch(() => {}); // They may have been hung up on.
  };
  try {
    await script({ ears, ask, askForOperator });
  } finally {
    isOver(ears.isOver ? "service" : "caller");
    await call.hangUp();
  }
}

/** Has somebody of that manner called, and waits until that is over. */
export async function place(
  kind: string,
  people: People,
  to: Manner,
  body: Readonly<Record<string, unknown>>,
  expected: Expected,
  { path = "/call", meanwhile }: { path?: string; meanwhile?: (callId: string) => Promise<unknown> } = {},
): Promise<void> {
  const { ledger, callbackUrl } = people;
  const number = ledger.number(MANNERS[to]);
  const placed: Placed = { kind, number, askedAt: Date.now(), expected };
  ledger.placed.push(placed);
  const answer = await accepted(people, path, { extension: number, callback_url: callbackUrl, ...body });
  if (!answer) return;
  const callId = String(answer.body.call_id);
  placed.callId = callId;
  await meanwhile?.(callId);
  if (await isOver(people, callId)) placed.overAt = Date.now();
}

/** Asks until the answer is yes, always with the same key. @returns undefined when nobody could answer in time */
export async function accepted(
  { ledger, rest, service }: People,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<RestAnswer | undefined> {
  const key = randomUUID();
  const late = performance.now() + ACCEPTED_MS;
  while (performance.now() < late) {
    const answer = await rest.ask("POST", path, body, { "idempotency-key": key }).catch(() => undefined);
    if (answer?.status === 200) return answer;
    if (answer && answer.status < 500 && ![409, 429].includes(answer.status)) {
      ledger.refused.push({
        number: String(body.extension),
        answer: `${answer.status}: ${JSON.stringify(answer.body)}`,
      });
      return undefined;
    }
    await service.comesBack(AbortSignal.timeout(PATIENCE_MS));
    await pause(AGAIN_MS);
  }
  return undefined;
}

/** Waits for a call's end: the log tells of it at once, the record in any case. */
async function isOver({ ledger, rest }: People, callId: string): Promise<boolean> {
  const late = performance.now() + OVER_MS;
  while (performance.now() < late) {
    if (await ledger.isToldOver(callId, LOOK_MS)) return true;
    const record = await rest.call(callId).catch(() => undefined);
    if (record && FINAL.has(record.status)) return true;
  }
  return false;
}

/** One of them, evenly. */
export function oneOf<T>(all: readonly [T, ...T[]], random: () => number): T {
  return all[Math.floor(random() * all.length)] ?? all[0];
}

/** A number from `least` up to `most`. */
export function between(least: number, most: number, random: () => number): number {
  return least + random() * (most - least);
}
