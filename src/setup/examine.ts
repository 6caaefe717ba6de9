import { join } from "node:path";
import { runCommand } from "./run-command.js";
import type { SetupNeeds } from "./setup-run.js";

/** What the program that looks at every link of the chain has found. */
export interface Examined {
  /** Its exit code. */
  readonly code: number;
  /** Empty when it found none. */
  readonly faults: readonly string[];
}

/** Longer than the doctor gives itself. */
const DOCTOR_MS = 310_000;

/** Runs `scripts/doctor` on what was set up in a folder, and shows what it says. */
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

/** Whether faults that were found are known, and no reason to stop. */
export async function isToGoOn({ options, asker }: Pick<SetupNeeds, "options" | "asker">): Promise<boolean> {
  return options.isDespiteFaults || ((await asker?.agree("scripts/doctor found faults. Continue anyway?")) ?? false);
}
