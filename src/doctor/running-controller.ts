import { withDeadline } from "../kernel/deadline.js";
import { isRecord } from "../kernel/record.js";
import { textUpTo } from "../kernel/text-up-to.js";
import { reachableHost } from "../kernel/host.js";
import type { Settings } from "../config/settings.js";
import { isReadableByListeners, listenersOn, ownerOf } from "../kernel/listeners.js";

/** A running service, as described by its /health. */
export interface RunningController {
  readonly url: string;
  readonly version: string;
  readonly status: string;
  readonly activeCalls: number;
  /** Whether it seems to run as root: root listens on the port, and DATA_DIR belongs to root. */
  readonly isRoot: boolean;
  /** By name. Details require a key. */
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail?: string }>>;
}

const HEALTH_MS = 2_000;

/** Maximum size of /health, in bytes. */
const LONGEST_HEALTH = 1_000_000;

/**
 * Requests /health at the address in these settings. The key is sent only to a process whose user could read it anyway: this
 * user, root, or the owner of the data.
 *
 * @returns undefined if this service does not answer there
 */
export async function runningController(
  { http, general }: Pick<Settings, "http" | "general">,
  signal: AbortSignal,
): Promise<RunningController | undefined> {
  if (http.port === 0) return undefined;
  const url = `http://${reachableHost(http.host)}:${http.port}`;
  const [key] = isReadableByListeners(http.port, general.dataDir) ? http.apiKeys : [];
  try {
    return await withDeadline(HEALTH_MS, signal, "asking the service", async (limit) => {
      const answer = await fetch(`${url}/health`, { headers: key ? { "x-api-key": key.text } : {}, signal: limit });
      const told: unknown = JSON.parse((await textUpTo(LONGEST_HEALTH, answer)) ?? "");
      if (!isRecord(told) || typeof told.version !== "string" || !isRecord(told.checks)) return undefined;
      return {
        url,
        version: told.version,
        status: String(told.status),
        activeCalls: Number(told.active_calls),
        // The published port of a container also belongs to root, whatever its user.
        isRoot: listenersOn(http.port).includes(0) && ownerOf(general.dataDir) === 0,
        checks: told.checks as RunningController["checks"],
      };
    });
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
