import type { Log } from "../../observability/log.js";

export interface ContinuityNeeds {
  readonly path: string;
  /** Told whether the store works. */
  readonly report: (ok: boolean, detail?: string) => void;
  /** Told how many writes are missing. */
  readonly onMissing?: ((writes: number) => void) | undefined;
  readonly log: Log;
}

/**
 * Says that the store has lost what it had acknowledged: once in the log, and in the health for as long as this process lives,
 * whatever else there is to say of the store.
 */
export function reportContinuity({ path, report, onMissing, log }: ContinuityNeeds) {
  let lost = "";
  return {
    onMissing(writes: number): void {
      const many = `${writes} ${writes === 1 ? "write" : "writes"}`;
      lost = `The database ${path} lacks at least the last ${many} that it had acknowledged: its write-ahead log was deleted, cut or damaged, or an older file was put in its place. Put a backup back with scripts/restore, or restart the service to go on without them.`;
      const detail = `${lost} Scheduled runs that were due before now are not made up for: they may have rung.`;
      log.error("store_shorter", detail, { path, missing: writes });
      onMissing?.(writes);
      report(false, lost);
    },
    report(ok: boolean, detail?: string): void {
      if (lost === "") report(ok, detail);
      else report(false, [lost, detail].filter(Boolean).join(" "));
    },
  };
}
