import { DateTime } from "luxon";

/** A time of day by the clock on the wall. */
export interface WallTime {
  readonly hour: number;
  readonly minute: number;
}

/** Reads HH:MM of 24 hours, the first digit of which may be missing; undefined when it is no such time. */
export function wallTimeOf(text: string): WallTime | undefined {
  const [, hour, minute] = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(text) ?? [];
  return hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute) };
}

/**
 * When the clock shows that time next, in the zone of `now`: today, or tomorrow when it is past.
 *
 * A time that a clock change skips is the first moment after the gap; of a time that occurs twice it is the first.
 */
export function nextWallTime(time: WallTime, now: DateTime): DateTime {
  const today = on(now, time);
  return today > now ? today : on(now.plus({ days: 1 }), time);
}

const DAY_MS = 86_400_000;

function on(day: DateTime, { hour, minute }: WallTime): DateTime {
  const wall = Date.UTC(day.year, day.month - 1, day.day, hour, minute);
  const zone = day.zone;
  const offsets = [zone.offset(wall - DAY_MS), zone.offset(wall + DAY_MS)] as const; // minutes east
  const shown = offsets.map((offset) => ({ at: wall - offset * 60_000, offset }));
  const real = shown.filter(({ at, offset }) => zone.offset(at) === offset).map(({ at }) => at);
  const at = real.length > 0 ? Math.min(...real) : afterChange(wall - DAY_MS, wall + DAY_MS, zone);
  return DateTime.fromMillis(at, { zone });
}

/** The first millisecond with the later of two offsets. */
function afterChange(from: number, to: number, zone: DateTime["zone"]): number {
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (zone.offset(middle) === zone.offset(to)) after = middle;
    else before = middle;
  }
  return after;
}
