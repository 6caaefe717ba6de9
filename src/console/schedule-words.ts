import type { Schedule } from "./rest.js";
import { ahead } from "./words.js";

/** What is said: the message, or the result of a tool. */
export function whatIsSaid({ message, tool }: { readonly message: string | null; readonly tool: string | null }) {
  return message ?? (tool ? `the result of ${tool}` : "");
}

/** In the schedule's own time zone. */
export function nextRun({ scheduled_for, remaining_seconds }: Schedule): string {
  if (scheduled_for === null) return "Over";
  return `${scheduled_for.slice(0, 10)} ${scheduled_for.slice(11, 16)} · ${ahead(remaining_seconds ?? 0)}`;
}
