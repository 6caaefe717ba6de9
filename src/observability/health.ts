import type { Log } from "./log.js";

/**
 * The dependencies of the service; `zones`, the time-zone data, appears only after a problem, and `assistants`, their file, its
 * voices and models, and the voices of other languages, only if there is a file or a problem.
 */
export const CHECK_NAMES = [
  "asterisk",
  "sip",
  "store",
  "stt",
  "stt_realtime",
  "llm",
  "tts",
  "assistants",
  "zones",
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/**
 * Performs a small part of a dependency's real work and reports the result. Dependencies without an entry are monitored all the
 * time. They may reject for that, and end with the signal.
 */
export type ChecksOnDemand = Readonly<Partial<Record<CheckName, (signal: AbortSignal) => Promise<unknown>>>>;

export interface Check {
  readonly ok: boolean;
  /** What is wrong, or what is worth knowing. One sentence, no secret. */
  readonly detail?: string;
  /** When `ok` last changed, ISO 8601 in UTC. */
  readonly since: string;
}

export type HealthStatus = "healthy" | "degraded";

/** The initial state of a check, before the first report. */
export interface FirstState {
  readonly ok: boolean;
  readonly detail?: string;
}

/**
 * The health of all dependencies, as reported by the code that uses them. Reading it contacts none of them, so it is answered
 * within a millisecond.
 */
export interface Health {
  /** `healthy` while every check is ok. */
  readonly status: HealthStatus;
  readonly checks: Readonly<Partial<Record<CheckName, Check>>>;
  /** Whether this dependency works; an unknown check counts as working. */
  ok(name: CheckName): boolean;
  /**
   * Reports the current state; may be called with every request. A change of `ok` is logged once, and so is a new reason for a
   * failure. `detail` replaces the previous one. An unknown check is added.
   */
  report(name: CheckName, ok: boolean, detail?: string): void;
}

/** A detail without its variable parts, such as the ids of requests. */
function reasonOf(detail = ""): string {
  return detail.replace(/[\w-]*\d[\w-]*/g, "#");
}

export interface HealthNeeds {
  readonly log: Log;
  /** The initial checks. Dependencies that must first be reached start with `ok: false`. */
  readonly checks: Readonly<Partial<Record<CheckName, FirstState>>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function createHealth({ log, checks: first, now }: HealthNeeds): Health {
  const stamp = () => new Date(now()).toISOString();
  const checks = new Map<CheckName, Check>();
  for (const [name, state] of Object.entries(first)) checks.set(name as CheckName, { ...state, since: stamp() });

  return {
    get status() {
      return [...checks.values()].every((check) => check.ok) ? "healthy" : "degraded";
    },
    get checks() {
      return Object.fromEntries(checks);
    },
    ok: (name) => checks.get(name)?.ok ?? true,
    report(name, ok, detail) {
      const last = checks.get(name);
      const changed = last ? last.ok !== ok : !ok;
      const since = last && !changed ? last.since : stamp();
      checks.set(name, detail === undefined ? { ok, since } : { ok, detail, since });
      const otherReason = !ok && last?.ok === false && reasonOf(detail) !== reasonOf(last.detail);
      if (!changed && !otherReason) return;
      const data = { check: name, ...(detail === undefined ? {} : { detail }) };
      if (ok) log.info("check_ok", `${name} works`, data);
      else log.warn("check_failed", `${name} check failed${detail === undefined ? "" : `: ${detail}`}`, data);
    },
  };
}
