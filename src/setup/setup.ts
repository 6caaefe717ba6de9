import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { isSecret } from "../config/secret-variables.js";
import { locate } from "../kernel/path-owner.js";
import { answerAll } from "./answers.js";
import { applyChanges, CannotWrite, whyNotWritable } from "./apply.js";
import type { Asker } from "./ask.js";
import type { AsteriskPlace } from "./asterisk-command.js";
import { installAsterisk } from "./bundled-asterisk.js";
import { closingLines } from "./closing-lines.js";
import { addressTowards, detectMachine, type Machine, suggestedWay } from "./detect.js";
import type { PlanTools, SetupAnswers } from "./draft.js";
import { type Facts, type Way, WAYS } from "./facts.js";
import { followLinks } from "./files.js";
import { gatherFacts } from "./gather-facts.js";
import { type Answers, type Journal, lastAnswers, openJournal } from "./journal.js";
import { lock } from "./lock.js";
import type { SetupOptions } from "./options.js";
import { faultsOfAsterisk, makePlan, type Plan } from "./plan.js";
import { openToOthers } from "./open-to-others.js";
import { hasOwnAsterisk, OWN_CONFIG, OWN_ROOT } from "./plan-extension.js";
import { isAriKept } from "./plan-on-pbx.js";
import { planTools } from "./plan-tools.js";
import { bringUp } from "./bring-up.js";
import type { SetupNeeds, SetupReport } from "./setup-run.js";
import { checkAri, reloadAsterisk } from "./reload-asterisk.js";
import { knownSecret } from "./secret-for.js";
import { showChanges } from "./show-changes.js";
import { takeBack } from "./take-back.js";

/** Sets up what the options ask for, or undoes it. */
export async function setUp(needs: SetupNeeds): Promise<SetupReport> {
  const { options, project } = needs;
  const folder = resolve(options.folder ?? project);
  if (!existsSync(folder)) throw new Error(`--folder: ${folder} does not exist`);
  expectOwn(join(folder, "data/setup"), needs);
  const journal = openJournal(join(folder, "data/setup"));
  const unlock = options.isDryRun ? () => {} : lock(join(folder, ".setup.lock"));
  try {
    return options.isUndo ? await takeBack(needs, journal, join(folder, ".env")) : await change(needs, folder, journal);
  } finally {
    unlock();
  }
}

/**
 * Checks that only root, and those who can change the program anyway, can write the journal: its entries are carried out as root.
 *
 * @throws when another user can
 */
function expectOwn(kept: string, { project, environment }: SetupNeeds): void {
  if (process.geteuid?.() !== 0) return;
  const trusted = [...locate(project).owners.map(({ uid }) => uid), Number(environment.SUDO_UID ?? 0)];
  const other = locate(kept).owners.find(({ uid }) => !trusted.includes(uid));
  if (!other) return;
  throw new Error(
    `${kept} can be changed by user ${other.uid}, and its entries are carried out as root: choose a --folder of your own`,
  );
}

// oxlint-disable-next-line complexity -- the steps of a set-up in their order, most of which can end it
async function change(needs: SetupNeeds, folder: string, journal: Journal): Promise<SetupReport> {
  const { options, asker, tell, project, environment, signal } = needs;
  const previous = lastAnswers(journal);
  if (previous && journal.entries.at(-1)?.act === "write")
    tell("The last run was interrupted. This one continues where it stopped.");
  const report = (rest: Partial<SetupReport>): SetupReport => {
    return { done: false, changed: [], faults: [], notes: [], questions: asker?.asked ?? 0, ...rest };
  };
  const pbx = placeOf(needs, "asterisk", previous);
  const machine = await detectMachine(pbx);
  tell(inWords(machine));
  const way = await wayFor(options, previous, machine, asker);
  if (!way)
    return report({
      faults: ["--way: none of the ways could be suggested for this machine; name one (scripts/setup --help)"],
    });
  if (way === "compose" && followLinks(folder) !== followLinks(project))
    return report({ way, faults: [`--folder: Docker Compose reads .env and secrets in ${project}, and nowhere else`] });
  const place = placeOf(needs, way, previous);
  const found = await gatherFacts(needs, folder, place, machine, journal);
  for (const server of found.servers) tell(`   ${serverInWords(server)}`);
  const noAsterisk = faultsOfAsterisk(found, way);
  if (noAsterisk.length > 0) return report({ way, faults: noAsterisk });
  const answered = await answerAll(found, way, options, asker);
  const ownAddress = answered.sip && way === "compose" ? await addressTowards(answered.sip.domain) : undefined;
  const answers = { ...answered, ownAddress };
  const tools: PlanTools = planTools(project, folder, environment.PATH);
  const first = makePlan(found, answers, tools);
  const refused = first.faults.length > 0 ? first.faults : whyNotWritable(first);
  if (refused.length > 0) return report({ way, faults: refused, notes: first.notes });
  const bundled = way === "own-asterisk" ? await installAsterisk(needs, found, place, journal) : undefined;
  if (bundled?.fault !== undefined) return report({ way, faults: [bundled.fault], notes: first.notes });
  const facts = bundled?.facts ?? found;
  // The second plan knows the user id of the installed Asterisk.
  const plan = bundled ? makePlan(facts, answers, tools) : first;
  if (plan.faults.length > 0) return report({ way, faults: plan.faults, notes: plan.notes });

  const changed = plan.files.map(({ path }) => path);
  if (changed.length === 0) tell("Everything is up to date: no file is changed.");
  else tell(showChanges(plan.files, secretsOf(plan)));
  for (const note of plan.notes) tell(`   Note: ${note}`);
  if (options.isDryRun) return report({ done: true, way, changed, notes: plan.notes });
  if (changed.length > 0) {
    const files = changed.length === 1 ? "this file" : `these ${changed.length} files`;
    if (asker && !(await asker.agree(`Change ${files}?`))) {
      return report({ way, faults: ["nothing was changed, because you declined"], notes: plan.notes });
    }
    const fault = written(plan, journal, remembered(answers, place));
    if (fault !== undefined) return report({ way, changed, faults: [fault], notes: plan.notes });
    tell(`Written: ${changed.length} files. Copies are in ${journal.folder}; scripts/setup --undo restores them.`);
  }
  const isChanged = changed.length > 0 || bundled?.isChanged === true;
  const onPbx = way === "freepbx" || way === "asterisk";
  const unread = onPbx ? await haveRead(place, facts, plan, isChanged, signal) : undefined;
  const running = await bringUp({ needs, facts, way, place, plan, journal, isChanged });
  const problems = [...(unread ? [unread] : []), ...running.faults];
  const isRunning = running.running.health !== undefined;
  if (problems.length === 0) tell(closingLines(answers, running.service, isRunning, Date.now()).join("\n"));
  return report({
    done: problems.length === 0,
    way,
    changed,
    notes: [...plan.notes, ...running.notes],
    faults: problems,
    running: running.running,
  });
}

function serverInWords({ kind, baseUrl, models, hint }: Facts["servers"][number]): string {
  const named = models.map(({ name }) => name).join(", ") || "no models";
  return `${kind} at ${baseUrl}: ${named}${hint ? ` (${hint})` : ""}`;
}

/** Writes the files. @returns what is wrong, in words */
function written(plan: Plan, journal: Journal, answers: Parameters<typeof applyChanges>[2]): string | undefined {
  try {
    applyChanges(plan, journal, answers);
    return undefined;
  } catch (error) {
    if (!(error instanceof CannotWrite)) throw error;
    const wayOut = "scripts/setup --undo reverts what was written until then; running this again continues";
    return `${error.message}. ${wayOut}`;
  }
}

/** Reloads Asterisk if needed, also after a failed reload in the last run. @returns what is wrong, in words */
async function haveRead(
  place: AsteriskPlace,
  facts: Facts,
  { env }: Plan,
  isChanged: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  const password = knownSecret({ ...facts, env, given: {} }, "ARI_PASSWORD") ?? "";
  const isToRead = isChanged || (await checkAri(env, password, signal)) !== undefined;
  const fault = isToRead ? await reloadAsterisk(place, env, password, isChanged, signal) : undefined;
  return fault ?? (env.ARI_URL && isAriKept(facts) ? openToOthers(env.ARI_URL, signal) : undefined);
}

async function wayFor(
  options: SetupOptions,
  previous: Answers | undefined,
  machine: Machine,
  asker: Asker | undefined,
): Promise<Way | undefined> {
  const known = options.way ?? WAYS.find((way) => way === previous?.way);
  if (known) return known;
  const suggested = suggestedWay(machine);
  if (!asker) return suggested;
  const labels: Readonly<Record<Way, string>> = {
    freepbx: "On FreePBX's own Asterisk",
    asterisk: "On the Asterisk of this machine",
    extension: "As an extension of a PBX, with a separate Asterisk on this machine",
    "own-asterisk": "As an extension of a PBX, with a current Asterisk that is installed beside this machine's own",
    compose: "As an extension of a PBX, in containers",
  };
  return asker.choose(
    "How should calls reach the assistant?",
    WAYS.map((value) => ({ value, label: labels[value] })),
    suggested,
  );
}

function placeOf({ options, environment }: SetupNeeds, way: Way, previous: Answers | undefined): AsteriskPlace {
  const usual = hasOwnAsterisk(way) ? OWN_CONFIG : "/etc/asterisk";
  const known = previous?.root ?? "";
  // A remembered root belongs either to the bundled Asterisk or to the machine's, never to both.
  const isOwn = way === "own-asterisk";
  const ofThisWay = isOwn === (previous?.way === "own-asterisk") ? known : "";
  return {
    root: options.root || ofThisWay || (isOwn ? OWN_ROOT : ""),
    configDir: options.configDir ?? (previous?.way === way ? previous.configDir : undefined) ?? usual,
    path: environment.PATH,
  };
}

/** Returns the answers that the next run proposes, and that undoing needs. */
function remembered(answers: SetupAnswers, place: AsteriskPlace): Answers {
  const { way, number, context, ariAudience } = answers;
  return {
    way,
    number,
    ...(context && { context }),
    ...(ariAudience && { ariAudience }),
    root: place.root,
    configDir: place.configDir,
  };
}

/** Returns the secrets that the difference must not show in any file. */
function secretsOf({ env }: Plan): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => (value && isSecret(name) ? [value] : []));
}

function inWords({ asterisk, isFreePbx, composeVersion }: Machine): string {
  const found = asterisk ? `Asterisk ${asterisk.version}${asterisk.isRunning ? "" : ", not running"}` : "no Asterisk";
  return `Found: ${found}${isFreePbx ? ", of FreePBX" : ""}${composeVersion === undefined ? "" : ", Docker Compose"}. Looking for speech and model servers …`;
}
