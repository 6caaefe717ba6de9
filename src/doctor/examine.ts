import { setMaxListeners } from "node:events";
import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError, describe } from "../kernel/errors.js";
import { type Check, type Diagnosis, fault, type Found, remedyFor, type Result, unchecked } from "./check.js";
import type { Installation } from "./installation.js";

const DEADLINE_MS = 10_000;

/**
 * Checks every link, concurrently where they do not depend on each other. A link that depends on a broken one is not checked,
 * because its result would only repeat that fault.
 *
 * @param told called with each result, in order, as soon as it and all previous results are available
 */
export async function examine(
  installation: Installation,
  checks: readonly Check[],
  signal: AbortSignal,
  told: (result: Result) => void = () => {},
): Promise<Diagnosis> {
  setMaxListeners(0, signal); // Every check listens to it.
  const titleOf = (name: string) => checks.find((check) => check.name === name)?.title ?? name;
  const faulty = installation.settingFaults;
  const looks = new Map<string, Promise<Result>>();

  const lookedAt = (name: string) => looks.get(name) ?? Promise.reject(new Error(`no check ${name} before`));

  async function look(check: Check): Promise<Result> {
    const { name, title, needs = [], after = [], settings = [], remedies } = check;
    const [hangsOn] = await Promise.all([needs, after].map((names) => Promise.all(names.map(lookedAt))));
    // A link that was not checked for its own reasons does not block others.
    const broken = (hangsOn ?? []).filter(({ state, because }) => state === "fault" || because !== undefined);
    const unset = faulty.filter((each) =>
      settings.some((one) => (one.endsWith("_") ? each.startsWith(one) : each === one)),
    );
    const begun = performance.now();
    const finding = await found();
    const { state, detail } = finding;
    const remedy = state === "fault" || state === "advice" ? remedyFor(finding, remedies) : undefined;
    const because = [...unset, ...rootsOf(broken)];
    return {
      name,
      title,
      state,
      detail,
      ...(remedy !== undefined && { remedy }),
      ...(because.length > 0 && { because }),
      ms: Math.round(performance.now() - begun),
    };

    async function found(): Promise<Found> {
      if (unset.length > 0) return unchecked(`Not checked because of ${unset.join(", ")}.`);
      if (broken.length > 0) return unchecked(`Not checked because of: ${rootsOf(broken).map(titleOf).join(", ")}.`);
      try {
        return await withDeadline(check.deadlineMs ?? DEADLINE_MS, signal, title, (limit) =>
          check.look(installation, limit),
        );
      } catch (error) {
        signal.throwIfAborted();
        return fault(sentence(error));
      }
    }
  }

  for (const check of checks) {
    const looking = look(check);
    looking.catch(() => {}); // It is awaited later, in order.
    looks.set(check.name, looking);
  }
  const results: Result[] = [];
  for (const looking of looks.values()) {
    const result = await looking;
    results.push(result);
    told(result);
  }
  return { ok: results.every(({ state }) => state !== "fault"), results };
}

/** Returns the root causes: a link that was not checked is replaced by the broken links that prevented its check. */
function rootsOf(broken: readonly Result[]): string[] {
  return [...new Set(broken.flatMap(({ name, because }) => because ?? [name]))];
}

function sentence(error: unknown): string {
  const cause = error instanceof Ending && error.cause instanceof AttendantError ? error.cause : error;
  const words = describe(cause);
  return `${/^https?:/.test(words) ? words.slice(0, 1) : words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}
