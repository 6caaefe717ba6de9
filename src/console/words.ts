/** Formats times, durations and states. The console is in English; times are in the reader's time zone. */

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

export function clockTime(iso: string): string {
  return clock.format(new Date(iso));
}

/** Today 14:02:31, 3 Mar 14:02:31. */
export function moment(iso: string, now = new Date()): string {
  const at = new Date(iso);
  if (at.toDateString() === now.toDateString()) return `Today ${clock.format(at)}`;
  return `${(at.getFullYear() === now.getFullYear() ? day : dayOfYear).format(at)} ${clock.format(at)}`;
}

/** 0:07, 12:40, 1:02:05. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** 340 ms, 1.24 s. */
export function milliseconds(ms: number): string {
  return Math.abs(ms) < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/** 12 min, 5 h, 4 days. */
export function uptime(seconds: number): string {
  return ahead(Math.max(60, seconds)).replace(/^in /, "");
}

/** in 5 min, in 3 h, in 2 days. */
export function ahead(seconds: number): string {
  if (seconds < 60) return "in less than a minute";
  if (seconds < 3600) return `in ${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `in ${Math.round(seconds / 3600)} h`;
  return `in ${Math.round(seconds / 86_400)} days`;
}

/** no_answer: No answer. SUCCESS: Success. */
export function plain(name: string): string {
  const words = (name === name.toUpperCase() ? name.toLowerCase() : name).replaceAll("_", " ");
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}

/** The tone of a status: good, notable, bad, or neutral. */
export type Tone = "good" | "notice" | "bad" | "plain" | "active";

const TONES: Readonly<Record<string, Tone>> = {
  completed: "good",
  delivered: "good",
  spoken: "good",
  reached: "good",
  acknowledged: "good",
  SUCCESS: "good",
  in_progress: "active",
  ringing: "active",
  running: "active",
  PENDING: "active",
  no_answer: "notice",
  busy: "notice",
  declined: "notice",
  machine: "notice",
  paused: "notice",
  skipped: "notice",
  failed: "bad",
  FAILED: "bad",
  tool_failed: "bad",
  missed: "bad",
  not_reached: "bad",
  firing: "bad",
  given_up: "bad",
};

export function toneOf(status: string): Tone {
  return TONES[status] ?? "plain";
}
