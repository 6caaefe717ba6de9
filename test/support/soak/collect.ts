import type { RestClient } from "../rest-client.js";
import type { Evidence, Planned, Run, Shown } from "./evidence.js";
import type { Stage } from "./stage.js";

/** Requests at a time. */
const AT_ONCE = 10;
/** Of each list, at a time. */
const PAGE = 500;

interface ListedSchedule {
  readonly schedule_id: string;
  readonly kind: string;
  readonly extension: string;
}

/** Asks the service for its own account of everything, and puts that beside what was seen from outside. */
export async function collect(stage: Stage, rest: RestClient, left: readonly string[]): Promise<Evidence> {
  const { ledger, service } = stage;
  const records = (await rest.calls()) as readonly Shown[];
  const schedules = await allSchedules(rest);
  // What callers set themselves is known by the service's account only.
  const ofCallers = schedules
    .filter(({ kind }) => kind !== "call")
    .map(({ schedule_id: scheduleId, kind, extension: number }): Planned => {
      return { kind, number, scheduleId, runs: { least: 1, most: 1 }, reported: false };
    });
  const talked = new Set(ledger.arrived.filter(({ answered }) => answered.length > 0).map(({ caller }) => caller));
  const inbound = records.filter(({ direction, caller }) => direction === "inbound" && talked.has(caller ?? ""));
  const { placed, arrived, turnedAway, witnesses, webhooks, faults, errors, refused, samples } = ledger;
  return {
    ...{ placed, arrived, turnedAway, witnesses, webhooks, faults, errors, refused, samples, records, left },
    planned: [...ledger.planned, ...ofCallers],
    operator: { pressed: ledger.operator.pressed, rung: stage.operatorRings() },
    rings: stage.rings(),
    deaths: service.deaths,
    runs: (await inTurns(schedules, ({ schedule_id: id }) => runsOf(rest, id))).flat(),
    transcripts: new Map(await inTurns(inbound, async ({ call_id: id }) => [id, await saidIn(rest, id)] as const)),
  };
}

async function allSchedules(rest: RestClient): Promise<readonly ListedSchedule[]> {
  const all: ListedSchedule[] = [];
  for (let next: string | undefined = `/schedule?kind=all&status=all&limit=${PAGE}`; next !== undefined;) {
    const { body, headers } = await rest.ask("GET", next);
    all.push(...(body as unknown as readonly ListedSchedule[]));
    next = /<([^>]+)>/.exec(headers.get("link") ?? "")?.[1];
  }
  return all;
}

/** How a schedule's runs went. */
export async function runsOf(rest: RestClient, scheduleId: string): Promise<readonly Run[]> {
  const { body } = await rest.ask("GET", `/schedule/${scheduleId}/runs`);
  const runs = body as unknown as readonly { readonly status: string; readonly call_id: string }[];
  return runs.map(({ status, call_id: callId }) => ({ scheduleId, status, callId }));
}

/** What the caller said, as it was understood. */
async function saidIn(rest: RestClient, callId: string): Promise<readonly string[]> {
  const { body } = await rest.ask("GET", `/call/${callId}/transcript`);
  const { entries = [] } = body as { readonly entries?: readonly { readonly who: string; readonly text?: string }[] };
  return entries.filter(({ who }) => who === "caller").map(({ text = "" }) => text);
}

async function inTurns<T, R>(all: readonly T[], ask: (each: T) => Promise<R>): Promise<readonly R[]> {
  const answers: R[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    answers.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(ask))));
  }
  return answers;
}
