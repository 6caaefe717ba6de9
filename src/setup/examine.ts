import { join } from "node:path";
import { runCommand } from "./run-command.js";
import type { SetupNeeds } from "./setup-run.js";

/** Result of the doctor. */
export interface Examined {
  /** Exit code. */
  readonly code: number;
  /** Empty without faults. */
  readonly faults: readonly string[];
}

/** Longer than the doctor's own time limit. */
const DOCTOR_MS = 310_000;

/** Runs `scripts/doctor` in a folder and shows its output. */
export async function examine(
  { project, environment, tell }: Pick<SetupNeeds, "project" | "environment" | "tell">,
  { folder }: { readonly folder: string },
): Promise<Examined> {
  const { code, stdout, stderr } = await runCommand(join(project, "scripts/doctor"), [], {
    path: environment.PATH,
    cwd: folder,
    ms: DOCTOR_MS,
  });
  tell(stdout.trimEnd());
  const faults = [...stdout.matchAll(/^FAULT +(.*)$/gm)].map(([, what]) => `scripts/doctor: ${what}`);
  if (code !== 0 && faults.length === 0)
    faults.push(`scripts/doctor was not completed: ${stderr.trim() || `exit ${code}`}`);
  return { code, faults };
}

/** Returns whether to continue although faults were found. */
export async function isToGoOn({ options, asker }: Pick<SetupNeeds, "options" | "asker">): Promise<boolean> {
  return options.isDespiteFaults || ((await asker?.agree("scripts/doctor found faults. Continue anyway?")) ?? false);
}
