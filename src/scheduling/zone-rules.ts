import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { clockAheadMs, isTimeZone } from "../kernel/wall-clock.js";
import { retryForever } from "../kernel/retry.js";
import { everyItem } from "../records/every-item.js";
import type { ScheduleStore } from "../records/stores.js";

/** The machine's time-zone data, as opposed to Node's own. */
export interface MachineZones {
  /** Such as 2026f; undefined when unknown. */
  version(): Promise<string | undefined>;
  /** The offset of a zone from UTC at each instant, in ms; undefined when the machine does not know it. */
  clockAhead(zone: string, instants: readonly number[], signal: AbortSignal): Promise<readonly number[] | undefined>;
}

export interface ZoneRulesNeeds {
  readonly store: Pick<ScheduleStore, "listSchedules">;
  /** The service's time zone: the default of schedules. */
  readonly timeZone: string;
  readonly signal: AbortSignal;
  readonly machine?: MachineZones;
  /** The version of Node's own data. */
  readonly ownVersion?: string;
  readonly now: () => number;
}

const DAY_MS = 86_400_000;
const AHEAD_MS = 2 * 365 * DAY_MS;
const STEP_MS = DAY_MS / 2;
/** Instants per turn of the event loop, which carries the audio of all calls. */
const BATCH_SIZE = 50;
const MAX_NAMED = 5;
const MACHINE_MS = 10_000;
const MAX_OUTPUT_BYTES = 1_000_000;
const PACE = { firstMs: DAY_MS, maxMs: DAY_MS };

/**
 * Compares Node's time-zone data with the machine's once a day. Differences are only reported: Node's data come with Node.
 *
 * @param report called when schedules will be off, and when they no longer will
 */
export function watchZoneRules(needs: ZoneRulesNeeds, report: (ok: boolean, detail?: string) => void): Promise<never> {
  let wasOff = false;
  const check = async () => {
    const detail = await zoneFault(needs);
    if (detail !== undefined) report(false, detail);
    else if (wasOff) report(true);
    wasOff = detail !== undefined;
  };
  // The store may be unavailable: it is tried again the next day.
  return retryForever(needs.signal, PACE, check, () => {});
}

/**
 * Reports, as a sentence, which of the zones used by schedules have different rules on this machine and in Node within two years,
 * if the machine's data are newer; undefined when none differ, or the machine's rules are unknown.
 *
 * @throws {AttendantError} `store_unavailable`
 */
export async function zoneFault(needs: ZoneRulesNeeds): Promise<string | undefined> {
  const { store, timeZone, machine = machineZones, ownVersion = process.versions.tz } = needs;
  const version = await machine.version();
  if (version !== undefined && ownVersion !== undefined && ownVersion >= version) return undefined;
  const zones = new Set([timeZone]);
  const schedules = everyItem((from) => store.listSchedules({ limit: 500, ...from }));
  for await (const schedule of schedules) zones.add(schedule.timeZone);
  const off: string[] = [];
  for (const zone of zones) {
    const from = await firstDifference(zone, { ...needs, machine });
    if (from !== undefined) off.push(`${zone} from ${new Date(from).toISOString().slice(0, 10)} on`);
  }
  if (off.length === 0) return undefined;
  const rest = off.length > MAX_NAMED ? ` and ${off.length - MAX_NAMED} more` : "";
  const versions = `Node's time-zone data (${ownVersion}) differ from the machine's (${version ?? "of an unknown version"})`;
  return `${versions}: schedules will run at the wrong time in ${off.slice(0, MAX_NAMED).join(", ")}${rest}. Update Node.`;
}

async function firstDifference(
  zone: string,
  { machine, signal, now }: ZoneRulesNeeds & { readonly machine: MachineZones },
): Promise<number | undefined> {
  if (!isTimeZone(zone)) return undefined;
  const start = now() - (now() % 1000);
  const instants = Array.from({ length: Math.floor(AHEAD_MS / STEP_MS) }, (_, step) => start + step * STEP_MS);
  const theirs = await machine.clockAhead(zone, instants, signal);
  if (!theirs) return undefined;
  for (const [index, at] of instants.entries()) {
    if (index % BATCH_SIZE === 0) await setImmediate();
    if (clockAheadMs(at, zone) !== theirs[index]) return at;
  }
  return undefined;
}

/** As reported by the machine's own programs. */
export const machineZones: MachineZones = {
  async version() {
    const text = await readFile("/usr/share/zoneinfo/tzdata.zi", "utf8").catch(() => "");
    return /^# version (\d{4}[a-z]+)/.exec(text)?.[1];
  },
  clockAhead(zone, instants, signal) {
    // GNU date reads the machine's data; one that lacks this feature or the zone is ignored.
    return new Promise((resolve) => {
      const options = {
        env: { TZ: `:${zone}`, LC_ALL: "C" },
        signal,
        timeout: MACHINE_MS,
        maxBuffer: MAX_OUTPUT_BYTES,
      };
      const child = execFile("/bin/date", ["-f", "-", "+%:z %Z"], options, (error, stdout) => {
        const lines = stdout.trim().split("\n");
        const isKnown =
          !error && lines.length === instants.length && !lines.every((line) => line.endsWith(` ${zone.split("/")[0]}`));
        resolve(isKnown ? lines.map(aheadOf) : undefined);
      });
      child.stdin?.on("error", () => {});
      child.stdin?.end(instants.map((at) => `@${at / 1000}\n`).join(""));
    });
  },
};

/** "+05:30 IST" in ms. */
function aheadOf(line: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)/.exec(line) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
