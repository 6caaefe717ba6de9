import { resolve } from "node:path";
import { runCommand } from "./run-command.js";
import { type Answers, type Journal, lastAnswers } from "./journal.js";
import { endProcess, running } from "./processes.js";
import { reloadAfterUndo } from "./reload-asterisk.js";
import type { SetupNeeds, SetupReport } from "./setup-run.js";
import { planUndo, type Undo, undoFiles } from "./undo.js";

/** Time limit for removing containers, in ms: longer than the two minutes that calls have to end. */
const CONTAINERS_MS = 300_000;

/** Undoes everything that was done here, or nothing. @param settings the `.env`, which stays if it has been changed since */
export async function takeBack(needs: SetupNeeds, journal: Journal, settings: string): Promise<SetupReport> {
  const { options, environment, tell } = needs;
  const report = (rest: Partial<SetupReport>): SetupReport => {
    return { done: true, changed: [], faults: [], notes: [], questions: 0, ...rest };
  };
  if (journal.entries.length === 0) {
    tell("There is nothing to undo.");
    return report({});
  }
  const undo = planUndo(
    journal,
    options.keep.map((path) => resolve(path)),
    settings,
  );
  const faults = whyNot(undo);
  if (faults.length > 0) return report({ done: false, faults });
  const changed = undo.steps.map(({ path }) => path);
  for (const { path, to } of undo.steps) tell(`   ${path}: ${to ? "as it was" : "removed"}`);
  if (undo.isLeavingSettings) tell(`   ${settings}: left as it is, because you have changed it`);
  if (options.isDryRun) return report({ changed });

  const fault = (await removeContainers(needs, journal)) ?? (await stopPrograms(needs, journal));
  if (fault !== undefined) return report({ done: false, faults: [fault] });
  undoFiles(undo, journal);
  for (const entry of journal.entries) {
    if (entry.act === "user") await runCommand("userdel", [entry.name], { path: environment.PATH });
  }
  if (unitsIn(journal).length > 0) await runCommand("systemctl", ["daemon-reload"], { path: environment.PATH });
  const answers = lastAnswers(journal);
  journal.discard();
  await tellAfterUndo(answers, tell, environment);
  tell(`Undone: ${changed.length} files are as they were.`);
  return report({ changed });
}

/**
 * Removes the containers while `.env` and secrets, without which Docker Compose does nothing, are still there. Volumes stay.
 *
 * @returns why that failed, in words
 */
async function removeContainers(
  { project, environment, tell }: SetupNeeds,
  journal: Journal,
): Promise<string | undefined> {
  const started = journal.entries.findLast((entry) => entry.act === "containers");
  // An administrator may have started them, or an earlier version, which recorded nothing.
  if (!(started?.isUp ?? lastAnswers(journal)?.way === "compose")) return undefined;
  const compose = (command: string) =>
    runCommand("docker", ["compose", command], { path: environment.PATH, cwd: project, ms: CONTAINERS_MS });
  // Without Docker Compose no containers can have been started.
  if (started === undefined && (await compose("version")).code !== 0) return undefined;
  const { code, stderr } = await compose("down");
  if (code !== 0) return `docker compose down: ${stderr.trim()}. Nothing was undone`;
  journal.add({ act: "containers", isUp: false });
  tell("   Containers are removed; their volumes, with calls and schedules, are kept: docker volume ls");
  return undefined;
}

/** Stops units and processes. @returns what does not end, in words */
async function stopPrograms({ environment, signal }: SetupNeeds, journal: Journal): Promise<string | undefined> {
  for (const unit of unitsIn(journal).reverse())
    await runCommand("systemctl", ["disable", "--now", unit], { path: environment.PATH });
  for (const started of [...running(journal)].reverse()) {
    if (!(await endProcess(started, signal)))
      return `${started.what} (process ${started.pid}) does not end, so nothing was undone`;
  }
  return undefined;
}

function unitsIn({ entries }: Journal): string[] {
  return [...new Set(entries.flatMap((entry) => (entry.act === "enable" ? [entry.unit] : [])))];
}

/** Why the files cannot be undone; empty if they can. */
function whyNot({ unknown, changedSince }: Undo): readonly string[] {
  if (unknown.length > 0) {
    return unknown.map((path) => `--keep ${path}: no such file was written, so nothing was undone`);
  }
  return changedSince.map(
    (path) =>
      `${path} has been changed since, so nothing was undone. Remove our lines by hand, and run this again with --keep ${path}`,
  );
}

/** Lets Asterisk read its files again, or says that it could not. */
async function tellAfterUndo(
  answers: Answers | undefined,
  tell: SetupNeeds["tell"],
  environment: SetupNeeds["environment"],
): Promise<void> {
  const onPbx = answers?.way === "freepbx" || answers?.way === "asterisk";
  const place = { root: answers?.root ?? "", configDir: answers?.configDir ?? "/etc/asterisk", path: environment.PATH };
  if (onPbx && !(await reloadAfterUndo(place)))
    tell("   Asterisk could not be reloaded. It reads its files at its next start.");
}
