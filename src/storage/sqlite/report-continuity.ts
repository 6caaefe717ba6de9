import type { Log } from "../../observability/log.js";

export interface ContinuityNeeds {
  readonly path: string;
  /** Called with the store's state. */
  readonly report: (ok: boolean, detail?: string) => void;
  /** Called with the number of missing writes. */
  readonly onMissing?: ((writes: number) => void) | undefined;
  readonly log: Log;
}

/**
 * Reports that the store lacks acknowledged writes: once in the log, and in the health for the rest of this process instance,
 * together with any other fault.
 */
export function reportContinuity({ path, report, onMissing, log }: ContinuityNeeds) {
  let lost = "";
  return {
    onMissing(writes: number): void {
      const many = `${writes} ${writes === 1 ? "write" : "writes"}`;
      lost = `The database ${path} lacks at least the last ${many} that it had acknowledged: its write-ahead log was deleted, truncated or damaged, or an older file was put in its place. Restore a backup with scripts/restore, or restart the service to continue without them.`;
      const detail = `${lost} Scheduled runs that were due before now are not repeated: they may already have been carried out.`;
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
