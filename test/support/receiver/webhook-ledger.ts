import type { ReceivedWebhook } from "./receiver.js";

/** What came of one call. */
export interface Reported {
  /** Every `webhook-id` it came with; the same id may have come several times. */
  readonly ids: ReadonlySet<string>;
  /** Requests that came in. */
  readonly times: number;
  /** Every body that came, as it came. */
  readonly bodies: ReadonlySet<string>;
  /** The last body. */
  readonly result: Readonly<Record<string, unknown>>;
}

/** What a receiver got, call by call. */
export function ledger(received: readonly ReceivedWebhook[]): ReadonlyMap<string, Reported> {
  const calls = new Map<string, { ids: Set<string>; times: number; bodies: Set<string>; result: Reported["result"] }>();
  for (const { headers, body } of received) {
    const result = JSON.parse(body) as Reported["result"];
    const callId = String(result.call_id);
    const known = calls.get(callId) ?? { ids: new Set(), times: 0, bodies: new Set(), result };
    known.ids.add(String(headers["webhook-id"]));
    known.bodies.add(body);
    calls.set(callId, { ...known, times: known.times + 1, result });
  }
  return calls;
}
