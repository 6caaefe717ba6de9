import type { Log } from "./log.js";

/** What the service needs from outside; `zones`, the time-zone data, is there only once something was wrong with it. */
export const CHECK_NAMES = ["asterisk", "sip", "store", "stt", "stt_realtime", "llm", "tts", "zones"] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/**
 * Has some of what the service needs do a little of its real work now, and reports what came of it. What has no entry is watched
 * all the time. They may reject for that, and end with the signal.
 */
export type ChecksOnDemand = Readonly<Partial<Record<CheckName, (signal: AbortSignal) => Promise<unknown>>>>;

export interface Check {
  readonly ok: boolean;
  /** What is wrong, or what there is to know. One sentence, no secret. */
  readonly detail?: string;
  /** When `ok` last changed, ISO 8601 in UTC. */
  readonly since: string;
}

export type HealthStatus = "healthy" | "degraded";

/** A check's first state, before anything has reported. */
export interface FirstState {
  readonly ok: boolean;
  readonly detail?: string;
}

/**
 * The health of everything outside, as reported by whoever talks to it. Reading it probes nothing, so it is answered
 * within a millisecond whatever the back ends do.
 */
export interface Health {
  /** `healthy` while every check is ok. */
  readonly status: HealthStatus;
  readonly checks: Readonly<Partial<Record<CheckName, Check>>>;
  /** Whether this one works; a check that is not known counts as working. */
  ok(name: CheckName): boolean;
  /**
   * Says how it is now; may be called with every request. A change of `ok` is logged, once, and so is another reason for
   * not being ok. `detail` replaces the last one. A check that is not known yet is added.
   */
  report(name: CheckName, ok: boolean, detail?: string): void;
}

/** A detail without what differs from one time to the next, such as the ids of requests. */
function reasonOf(detail = ""): string {
  return detail.replace(/[\w-]*\d[\w-]*/g, "#");
}

export interface HealthNeeds {
  readonly log: Log;
  /** The checks there are from the start. Those that must be reached first begin with `ok: false`. */
  readonly checks: Readonly<Partial<Record<CheckName, FirstState>>>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export function createHealth({ log, checks: first, now = Date.now }: HealthNeeds): Health {
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
      else log.warn("check_failed", `${name} does not work${detail === undefined ? "" : `: ${detail}`}`, data);
    },
  };
}
