import { setTimeout as pause } from "node:timers/promises";
import type { Planned } from "./evidence.js";
import type { CallKind } from "./kinds.js";
import { MANNERS } from "./pbx-lines.js";
import { accepted, between, type People } from "./people.js";

const MESSAGE = "Please take your medicine.";
const MINUTE_MS = 60_000;
/** No schedule here is further ahead, however the clock is stepped. */
const SOON_MS = 10 * MINUTE_MS;

/** @returns the schedule as it is kept in the ledger; undefined when it was not accepted */
async function plan(
  kind: string,
  people: People,
  when: Readonly<Record<string, unknown>>,
): Promise<Planned | undefined> {
  const { ledger, callbackUrl, clock } = people;
  const number = ledger.number(MANNERS.silent);
  const body = { extension: number, message: MESSAGE, callback_url: callbackUrl, ...when };
  const answer = await accepted(people, "/schedule", body);
  if (!answer) return undefined;
  // The clock may have been stepped past the time of day that was asked for: then it is tomorrow's.
  const due = Date.parse(String(answer.body.scheduled_for)) - clock.now() < SOON_MS ? 1 : 0;
  const scheduleId = String(answer.body.schedule_id);
  const planned = { kind, number, scheduleId, runs: { least: due, most: due }, reported: true };
  ledger.planned.push(planned);
  return planned;
}

/** Calls that programs ask for, for later. */
export const SCHEDULED_KINDS: readonly CallKind[] = [
  {
    name: "once",
    weight: 4,
    async make(people) {
      await plan("once", people, { delay_seconds: Math.round(between(3, 30, people.random)) });
    },
  },
  {
    name: "daily",
    weight: 1,
    async make(people) {
      // A minute of the service's clock that has not begun.
      const at = new Date(people.clock.now() + MINUTE_MS + 5_000);
      const when = { at_time: at.toISOString().slice(11, 16), timezone: "UTC", recurring: "daily" };
      const planned = await plan("daily", people, when);
      if (!planned) return;
      // Once more at once, by hand. Without an answer nobody knows whether it ran.
      await pause(between(0, 5_000, people.random));
      planned.runs.most++;
      const answer = await people.rest.ask("POST", `/schedule/${planned.scheduleId}/run`).catch(() => undefined);
      if (answer?.status === 200) planned.runs.least++;
      else if (answer && answer.status < 500) planned.runs.most--;
    },
  },
];
