import type { Broken, Evidence, Shown, Webhook } from "./evidence.js";
import { EXPECTED_ERRORS } from "./expected-errors.js";
import { grouped } from "./grouped.js";
import { growing } from "./leaks.js";

const FINAL = new Set(["completed", "no_answer", "busy", "failed", "cancelled"]);
/** A record that says one of these says that the telephone rang. */
const RANG = new Set(["completed", "no_answer", "busy"]);
/** Runs that have no call. */
const WITHOUT_CALL = new Set(["missed", "skipped", "tool_failed", "spoken"]);
/** A call this close to a fault may show its traces, ms. */
const NEAR_MS = 8_000;
/** Who rings for longer is not excused by what happens then, ms. */
const ANSWERED_MS = 5_000;
/** The longest that a caller may hear nothing when the controller is killed, ms. */
const SILENCE_MS = 3_000;
/** The share of conversations that go on after that. */
const GOES_ON = 0.95;
/** An error within so long after a fault may be of the fault's making, ms. */
const ERROR_AFTER_MS = 30_000;

type Finding = Omit<Broken, "promise">;

/** A promise of the service, and how it is held against what was seen. */
interface ServicePromise {
  readonly name: string;
  broken(evidence: Evidence): Iterable<Finding>;
}

/** Whether no fault was going on, or had just been, between both times. */
function leftAlone({ faults }: Evidence, from: number, to: number): boolean {
  return faults.every((fault) => to < fault.from || from > fault.to + NEAR_MS);
}

const isOver = ({ status }: Shown) => FINAL.has(status);
const outboundTo = ({ records }: Evidence) =>
  grouped(
    records.filter(({ direction }) => direction === "outbound"),
    ({ extension }) => extension,
  );
const inboundFrom = ({ records }: Evidence) =>
  grouped(
    records.filter(({ direction }) => direction === "inbound"),
    ({ caller }) => caller ?? "",
  );
const byCallId = ({ records }: Evidence) => new Map(records.map((record) => [record.call_id, record]));

const TOLD = ["status", "extension", "message_played", "choice_response", "choice_status", "error"] as const;

/** How one webhook differs from what it should be; undefined when it does not. */
function faultOf({ body, id, signed, callId }: Webhook, record: Shown | undefined): string | undefined {
  if (id !== `msg_${callId}`) return `its id is ${id}`;
  if (!signed) return "its signature is not valid";
  if (!record) return undefined;
  const told = JSON.parse(body) as Readonly<Record<string, unknown>>;
  const field = TOLD.find((name) => told[name] !== record[name]);
  return field && `it tells ${field} ${String(told[field])}, the record ${String(record[field])}`;
}

const PROMISES: readonly ServicePromise[] = [
  {
    name: "a request that is in order is accepted",
    *broken({ refused }) {
      for (const { number, answer } of refused) yield { number, detail: answer };
    },
  },
  {
    name: "a call that was accepted has one record",
    *broken(evidence) {
      const byNumber = outboundTo(evidence);
      for (const { number, callId, kind } of evidence.placed) {
        const records = byNumber.get(number) ?? [];
        if (records.length > 1) yield { number, callId, detail: `${kind}: there are ${records.length} records` };
        if (callId === undefined || records.some(({ call_id }) => call_id === callId)) continue;
        yield { number, callId, detail: `${kind}: there is no record` };
      }
    },
  },
  {
    name: "a call that came in has one record",
    *broken(evidence) {
      const byCaller = inboundFrom(evidence);
      for (const { caller, kind } of evidence.arrived) {
        const records = byCaller.get(caller) ?? [];
        if (records.length === 1) continue;
        yield { number: caller, callId: records[0]?.call_id, detail: `${kind}: there are ${records.length} records` };
      }
    },
  },
  {
    name: "every record has an ending",
    *broken({ records }) {
      for (const record of records) {
        const { call_id: callId, status, direction } = record;
        if (!isOver(record)) yield { callId, detail: `${direction}: it is ${status} for ever` };
      }
    },
  },
  {
    name: "nobody is rung twice, or without a record",
    *broken(evidence) {
      const byNumber = outboundTo(evidence);
      for (const [number, rings] of grouped(evidence.rings, (ring) => ring.number)) {
        const records = byNumber.get(number) ?? [];
        if (rings.length <= records.length) continue;
        const channels = rings.map(({ channel }) => channel).join(", ");
        const detail = `${rings.length} rings (${channels}) for ${records.length} calls`;
        yield { number, callId: records[0]?.call_id, detail };
      }
      const { pressed, rung } = evidence.operator;
      if (rung > pressed) yield { detail: `the operator was rung ${rung} times, and asked for ${pressed} times` };
    },
  },
  {
    name: "a record that tells of a ring has one",
    *broken(evidence) {
      const rings = grouped(evidence.rings, ({ number }) => number);
      for (const [number, records] of outboundTo(evidence)) {
        const rang = records.filter(({ status }) => RANG.has(status));
        const heard = rings.get(number)?.length ?? 0;
        if (heard >= rang.length) continue;
        const statuses = rang.map(({ status }) => status).join(", ");
        yield {
          number,
          callId: rang[0]?.call_id,
          detail: `${heard} rings for ${rang.length} calls that are ${statuses}`,
        };
      }
    },
  },
  {
    name: "a call that was accepted has its webhook",
    *broken({ placed, planned, runs, webhooks }) {
      const told = new Set(webhooks.map(({ callId }) => callId));
      const reported = new Set(planned.filter((each) => each.reported).map(({ scheduleId }) => scheduleId));
      for (const { callId, number, kind } of placed) {
        if (callId !== undefined && !told.has(callId)) yield { callId, number, detail: `${kind}: none came` };
      }
      for (const { callId, scheduleId, status } of runs) {
        if (!reported.has(scheduleId) || status === "skipped" || told.has(callId)) continue;
        yield { callId, detail: `of schedule ${scheduleId}, ${status}: none came` };
      }
    },
  },
  {
    name: "a webhook has one id, a valid signature, and what the record has",
    *broken(evidence) {
      const records = byCallId(evidence);
      for (const [callId, webhooks] of grouped(evidence.webhooks, (each) => each.callId)) {
        const bodies = new Set(webhooks.map(({ body }) => body)).size;
        if (bodies > 1) yield { callId, detail: `${bodies} different ones came` };
        const wrong = webhooks.map((each) => faultOf(each, records.get(callId))).find((fault) => fault !== undefined);
        if (wrong !== undefined) yield { callId, detail: wrong };
      }
    },
  },
  {
    name: "a schedule runs as often as it is due",
    *broken({ planned, runs, records }) {
      const bySchedule = grouped(runs, ({ scheduleId }) => scheduleId);
      const ids = new Set(records.map(({ call_id }) => call_id));
      for (const { scheduleId, number, kind, runs: due } of planned) {
        const ran = bySchedule.get(scheduleId) ?? [];
        const range = due.least === due.most ? String(due.least) : `${due.least} to ${due.most}`;
        if (ran.length < due.least || ran.length > due.most) {
          const statuses = ran.map(({ status }) => status).join(", ");
          yield { number, detail: `${kind} ${scheduleId} ran ${ran.length} times (${statuses}), not ${range}` };
        }
        for (const { callId, status } of ran) {
          if (status === "running") yield { number, callId, detail: `${kind} ${scheduleId} is running for ever` };
          else if (!WITHOUT_CALL.has(status) && !ids.has(callId)) {
            yield { number, callId, detail: `${kind} ${scheduleId}: a run is ${status} and has no record` };
          }
        }
      }
    },
  },
  {
    name: "left alone, a caller is answered",
    *broken(evidence) {
      for (const { dialledAt, at, caller, why } of evidence.turnedAway) {
        if (leftAlone(evidence, dialledAt, Math.min(at, dialledAt + ANSWERED_MS)))
          yield { number: caller, detail: why };
      }
    },
  },
  {
    name: "left alone, a call ends as it should",
    *broken(evidence) {
      const records = byCallId(evidence);
      for (const { callId, number, kind, askedAt, overAt, expected } of evidence.placed) {
        const record = records.get(callId ?? "");
        if (!record || overAt === undefined || !leftAlone(evidence, askedAt, overAt)) continue;
        const { statuses, ...fields } = expected;
        const differs = Object.entries(fields).some(([name, value]) => record[name as keyof Shown] !== value);
        if (statuses.includes(record.status) && !differs) continue;
        const { status, message_played, choice_response, error } = record;
        const detail = `${kind}: ${JSON.stringify({ status, message_played, choice_response, error })}`;
        yield { number, callId, detail };
      }
    },
  },
  {
    name: "left alone, a conversation is written down",
    *broken(evidence) {
      const byCaller = inboundFrom(evidence);
      for (const { caller, kind, answeredAt, endedAt, answered } of evidence.arrived) {
        const callId = byCaller.get(caller)?.[0]?.call_id;
        if (callId === undefined || endedAt === undefined || !leftAlone(evidence, answeredAt, endedAt)) continue;
        const kept = evidence.transcripts.get(callId) ?? [];
        if (answered.every((text) => kept.includes(text))) continue;
        const detail = `${kind}: of "${answered.join('", "')}" it has "${kept.join('", "')}"`;
        yield { callId, number: caller, detail };
      }
    },
  },
  {
    name: `after a kill ${GOES_ON * 100} % of the conversations go on`,
    *broken({ witnesses }) {
      const judged = witnesses.filter(({ outcome }) => outcome === "went_on" || outcome === "lost");
      const lost = judged.filter(({ outcome }) => outcome === "lost");
      if (lost.length <= judged.length * (1 - GOES_ON)) return;
      for (const { caller } of lost) yield { number: caller, detail: `one of ${lost.length} lost of ${judged.length}` };
    },
  },
  {
    name: `after a kill nobody hears nothing for more than ${SILENCE_MS} ms`,
    *broken({ witnesses }) {
      for (const { caller, silenceMs, outcome } of witnesses) {
        if (outcome === "went_on" && silenceMs > SILENCE_MS) yield { number: caller, detail: `${silenceMs} ms` };
      }
    },
  },
  {
    name: "the process lives, and leaves in order when it is told to",
    *broken({ deaths }) {
      for (const { code, tail } of deaths) yield { detail: `it left with ${code}:\n${tail}` };
    },
  },
  {
    name: "all is well again when a fault is over",
    *broken({ faults }) {
      for (const { name, stillWrong } of faults) {
        if (stillWrong !== undefined) yield { detail: `${name}: ${stillWrong}` };
      }
    },
  },
  {
    name: "nothing is an error but what a fault makes one",
    *broken({ errors, faults }) {
      for (const { at, event, msg, callId } of errors) {
        const near = faults.filter(({ from, to }) => at >= from && at <= to + ERROR_AFTER_MS).map(({ name }) => name);
        if (near.some((name) => EXPECTED_ERRORS.get(name)?.includes(event))) continue;
        yield {
          callId,
          detail: `${event} ${near.length > 0 ? `around ${near.join(", ")}` : "without a fault"}: ${msg}`,
        };
      }
    },
  },
  {
    name: "nothing is left in Asterisk",
    *broken({ left }) {
      for (const detail of left) yield { detail };
    },
  },
  {
    name: "memory, descriptors and timers do not grow",
    *broken({ samples }) {
      for (const detail of growing(samples)) yield { detail };
    },
  },
];

/** Everything that was promised and did not hold. */
export function audit(evidence: Evidence): readonly Broken[] {
  return PROMISES.flatMap(({ name, broken }) => Array.from(broken(evidence), (each) => ({ promise: name, ...each })));
}
