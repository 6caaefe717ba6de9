import { isTime } from "../src/kernel/wall-clock.js";
import { localeOf } from "../src/locales/locales.js";

/** With a unit or minutes: 8 alone may be a duration. */
const CLOCK = /^(\d{1,2})\s*(?:(?::|\.|h|uhr)\s*(\d\d)(?::00)?)?\s*(am|pm|h|uhr)?$/;

/**
 * Normalises a time of day, as models write it in whatever form they are asked for, to HH:MM: "7:05", "17:30:00", "8 pm", "17.30 Uhr",
 * "17h30", "noon". Undefined when it is invalid or ambiguous.
 */
export function writtenTime(text: string, language: string): string | undefined {
  const written = text
    .trim()
    .toLowerCase()
    .replace(/([ap])\.\s?m\.?$/, "$1m")
    .replace(/\.$/, "");
  const named = ["00:00", "12:00"].find((time) => isNameOf(time, written, language));
  if (named !== undefined) return named;
  const [, hour = "", minute, unit] = CLOCK.exec(written) ?? [];
  if (minute === undefined && unit === undefined) return undefined;
  // "2h" and "1h30" are durations, except where hours of the day are written like that.
  const isHours = unit === "h" || /\dh/.test(written.replace(/\s/g, ""));
  if (isHours && language !== "fr" && !(Number(hour) >= 13 && Number(hour) <= 23)) return undefined;
  const time = `${in24Hours(Number(hour), unit)}`.padStart(2, "0") + `:${minute ?? "00"}`;
  return isTime(time) ? time : time === "24:00" ? "00:00" : undefined;
}

/** "noon" and "midnight", also in the language of the call. */
function isNameOf(time: string, written: string, language: string): boolean {
  const at = { hour: Number(time.slice(0, 2)), minute: 0 };
  return ["en", language].some((each) => localeOf(each).times.timeOfDay(at, "digital") === written);
}

/** NaN for an hour that does not exist there: "13 am". With "pm", 13 to 23 mean what they mean without. */
function in24Hours(hour: number, unit: string | undefined): number {
  if (unit === "am") return hour > 12 ? NaN : hour % 12;
  if (unit !== "pm") return hour;
  return hour === 0 ? NaN : hour < 12 ? hour + 12 : hour;
}
