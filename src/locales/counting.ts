import type { NumberWords, Sign } from "./locale.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The units of durations, the largest first. */
export type DurationUnit = "day" | "hour" | "minute" | "second";

/** Splits a duration into whole units, without those of which there are none. */
export function unitsIn(seconds: number): readonly (readonly [count: number, unit: DurationUnit])[] {
  const whole = Math.max(0, Math.round(seconds));
  const counts: readonly (readonly [number, DurationUnit])[] = [
    [Math.floor(whole / DAY), "day"],
    [Math.floor((whole % DAY) / HOUR), "hour"],
    [Math.floor((whole % HOUR) / MINUTE), "minute"],
    [whole % MINUTE, "second"],
  ];
  const some = counts.filter(([count]) => count > 0);
  return some.length > 0 ? some : [[0, "second"]];
}

/** The remaining time with a suitable precision: seconds in the last ten minutes, minutes in the last day, hours before. */
export function roundedRemainder(seconds: number): number {
  const left = Math.max(1, Math.round(seconds));
  if (left < 10 * MINUTE) return left;
  const unit = left < DAY ? MINUTE : HOUR;
  return Math.round(left / unit) * unit;
}

/** Joins parts that contain commas themselves: "pasta, three minutes left, and tea, ten seconds left". */
export function enumerated(parts: readonly string[], and: (next: string) => string): string {
  return parts.map((part, at) => (at > 0 && at === parts.length - 1 ? `${and(part)} ${part}` : part)).join(", ");
}

/** A number with one decimal, which is omitted when it is zero: "zero point three", "two". */
export function tenthsInWords(value: number, { inWords, point, minus }: NumberWords): string {
  const tenths = Math.round(Math.abs(value) * 10);
  const sign = value < 0 && tenths > 0 ? `${minus} ` : "";
  const rest = tenths % 10;
  return `${sign}${inWords(Math.floor(tenths / 10))}${rest === 0 ? "" : ` ${point} ${inWords(rest)}`}`;
}

/** A telephone number, digit by digit, as people read it out: "one zero zero two". Letters stay as they are. */
export function spelledOut(number: string, { inWords, signs }: NumberWords): string {
  const spoken = [...number].map((sign) => {
    return Object.hasOwn(signs, sign) ? signs[sign as Sign] : /\d/.test(sign) ? inWords(Number(sign)) : sign;
  });
  return spoken.join(" ").replace(/(?<=\b[A-Za-z]) (?=[A-Za-z]\b)/g, "");
}

/** Wraps a way to write whole numbers from 0 so that it takes all numbers: rounded, negative ones with their sign. */
export function forAllNumbers(minus: string, whole: (value: number) => string): (value: number) => string {
  return (value) => {
    const rounded = Math.round(value);
    if (!Number.isFinite(rounded) || Math.abs(rounded) >= 1e9) return String(value);
    return rounded < 0 ? `${minus} ${whole(-rounded)}` : whole(rounded);
  };
}
