import { hostname } from "node:os";
import { isRecord } from "../../../kernel/record.js";
import type { Invoke } from "./ari-operations.js";

/** The mark that a controller leaves in Asterisk when it takes the application, so that the one that lost it can name it. */
export interface ApplicationHolder {
  readonly host: string;
  readonly pid: number;
  /** When it took the application, ISO 8601. */
  readonly since: string;
}

/** Maximum length of each field of another controller's mark, in characters. */
const MAX_LETTERS = 64;

/** Leaves our mark in a global variable of Asterisk, which outlives the connection. */
export async function markHolder(invoke: Invoke, app: string, signal: AbortSignal): Promise<ApplicationHolder> {
  const holder = { host: hostname(), pid: process.pid, since: new Date().toISOString() };
  await invoke("asterisk", "setGlobalVar", { variable: variableOf(app), value: JSON.stringify(holder) }, signal);
  return holder;
}

/** Returns the mark of the controller that took the application last; undefined when there is no valid mark. */
export async function readHolder(
  invoke: Invoke,
  app: string,
  signal: AbortSignal,
): Promise<ApplicationHolder | undefined> {
  const asked = { variable: variableOf(app) };
  const { value } = await invoke<{ value?: unknown }>("asterisk", "getGlobalVar", asked, signal);
  try {
    const mark: unknown = JSON.parse(String(value));
    if (!isRecord(mark) || typeof mark.host !== "string" || typeof mark.since !== "string") return undefined;
    return { host: plain(mark.host), pid: Number(mark.pid) || 0, since: plain(mark.since) };
  } catch {
    return undefined;
  }
}

export function isSameHolder(one: ApplicationHolder, other: ApplicationHolder): boolean {
  return one.host === other.host && one.pid === other.pid && one.since === other.since;
}

export function describeHolder({ host, pid, since }: ApplicationHolder): string {
  return `host ${host}, process ${pid}, since ${since}`;
}

/** Replaces characters that might not be displayed as themselves. */
function plain(text: string): string {
  return text.replaceAll(/[^\w.:+-]/g, "?").slice(0, MAX_LETTERS);
}

function variableOf(app: string): string {
  return `ATTENDANT_HOLDER_${app.replaceAll(/[^A-Za-z0-9]/g, "_")}`;
}
