import { randomUUID } from "node:crypto";
import { hasCode } from "../../kernel/errors.js";
import type { KeptAnswer } from "../../records/stores.js";
import type { Endpoint } from "./endpoint.js";
import { fewAtOnce, type InTurn } from "./few-at-once.js";
import type { CallAllowance } from "./call-allowance.js";
import type { GivenRequest, Perform, Performed } from "./given-request.js";
import { InvalidInput } from "./http-errors.js";
import type { Idempotency } from "./idempotency.js";
import { createRequestValidator } from "./validate-request.js";
import { answerSeenBy } from "./withheld.js";

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;
const UNUSABLE_KEY = { path: "Idempotency-Key", message: "must be 1 to 255 printable ASCII characters" };

/** Requests of which only a few run at a time, by what makes them long. */
type Turns = Readonly<Record<NonNullable<Endpoint["isLong"]>, InTurn>>;

export interface PerformerNeeds {
  readonly idempotency: Idempotency;
  readonly callAllowance: CallAllowance;
}

/**
 * @returns a function that finds the operation of an endpoint, one and the same whichever way its requests come. Not for endpoints
 *   that stream or speak a protocol of their own
 */
export function createPerformers(needs: PerformerNeeds): (endpoint: Endpoint) => Perform {
  const turns: Turns = { list: fewAtOnce("long lists"), model: fewAtOnce("replies") };
  const known = new Map<Endpoint, Perform>();
  return (endpoint) => {
    const performer = known.get(endpoint) ?? performerOf(endpoint, needs, turns);
    known.set(endpoint, performer);
    return performer;
  };
}

function performerOf(endpoint: Endpoint, { idempotency, callAllowance }: PerformerNeeds, turns: Turns): Perform {
  const { once, handle, isLong, method, withheld = {} } = endpoint;
  const validate = createRequestValidator(endpoint);

  async function work(given: GivenRequest, signal?: AbortSignal): Promise<Performed> {
    const { client, isOfModel = false } = given;
    const { request, refusal } = validate(given);
    const count = (calls: number) => callAllowance.take(client, calls, isOfModel);

    /** Counts the calls that the request may come to, unless it fails. */
    async function counted(execute: (giveBack: () => void) => KeptAnswer | Promise<KeptAnswer>): Promise<KeptAnswer> {
      if (refusal) throw refusal;
      const giveBack = count((await endpoint.calls?.(request)) ?? 0);
      try {
        return await execute(giveBack);
      } catch (error) {
        giveBack();
        throw error;
      }
    }

    if (handle) {
      const answer = await counted(() => handle(request, signal));
      return { answer: answerSeenBy(client, withheld, answer), isReplayed: false };
    }
    if (!once) throw new TypeError(`${endpoint.id} is no operation that is answered at once`);
    // Refused only once the key was looked up: the first request may have been executed when nothing was in its way.
    const perform = (id: string) =>
      counted((giveBack) => once.perform(request, id, { countCall: () => count(1), giveBack }));
    if (!given.once) {
      const id = randomUUID();
      const answer = await perform(id).catch((error: unknown) => {
        // The client is told that it failed, and will repeat it under another id.
        if (hasCode(error, "store_unavailable")) once.withdraw?.(request, id);
        throw error;
      });
      return { answer: answerSeenBy(client, withheld, answer), isReplayed: false };
    }
    if (!IDEMPOTENCY_KEY.test(given.once.key)) throw new InvalidInput([UNUSABLE_KEY]);
    const keyed = { ...given.once, client: client?.keyDigest ?? "", method: method.toUpperCase(), body: request.body };
    const recover = async (id: string) => once.recover?.(request, id);
    const { answer, replayed } = await idempotency.once(keyed, { perform, recover });
    return { answer: answerSeenBy(client, withheld, answer), isReplayed: replayed };
  }

  if (!isLong) return (given) => work(given);
  return (given, asker) => turns[isLong](asker, (signal) => work(given, signal));
}
