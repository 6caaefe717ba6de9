import { resolve } from "node:path";
import { isSecret } from "../config/secret-variables.js";
import { loadSettings } from "../config/settings.js";
import { describe } from "../kernel/errors.js";
import { checkVersion } from "../telephony/asterisk/ari/version-floors.js";
import { bringsBackEnds } from "./answers.js";
import type { Changes, NewFolder } from "./apply.js";
import type { Draft, PlanTools, SetupAnswers } from "./draft.js";
import { readEnvFile, withEnvValues } from "./env-file.js";
import type { Facts, Way } from "./facts.js";
import { ofFormerServers } from "./former-servers.js";
import { type FileChange, toBytes } from "./file-state.js";
import { faultOfOthers } from "./other-installation.js";
import { planCompose } from "./plan-compose.js";
import { hasOwnAsterisk, planExtension } from "./plan-extension.js";
import { planOnPbx } from "./plan-on-pbx.js";
import { checkGivenSecrets } from "./secret-for.js";
import type { Snippet } from "./snippet.js";
import { isOurUnit, unitFile, unitsOf, unitsOfOthers } from "./systemd-unit.js";

/** Planned changes. */
export interface Plan extends Changes {
  /** Why it cannot be done, each with a way out. */
  readonly faults: readonly string[];
  /** What the administrator should know or do. */
  readonly notes: readonly string[];
  /** The future settings in `.env`. */
  readonly env: Readonly<Record<string, string>>;
}

/** Makes a plan from facts and answers. Changes nothing. */
export function makePlan(facts: Facts, answers: SetupAnswers, tools: PlanTools): Plan {
  const files: FileChange[] = [];
  const folders: NewFolder[] = [];
  const former = ofFormerServers(facts);
  const emptied = Object.fromEntries(former.map(({ name }) => [name, ""]));
  const draft: Draft = {
    faults: [],
    notes: former.map(({ name, value, server }) =>
      isSecret(name)
        ? `${name} is no longer set, because it belonged to ${server}`
        : `${name} is no longer ${value}, which belonged to ${server}`,
    ),
    env: { ...emptied, ...facts.given, ...answers.backEnds },
    folder: (path, ownership, isOurs = true) => void folders.push({ path, ...ownership, isOurs }),
    write(path, bytes, ownership, shown = "difference") {
      const before = facts.file(path);
      const { mode, uid, gid } = before ?? ownership;
      if (before?.bytes !== bytes) files.push({ path, before, after: { bytes, mode, uid, gid }, shown });
    },
  };
  const { previous } = facts;
  if (previous?.way !== undefined && previous.way !== answers.way) {
    draft.faults.push(`this was set up with --way ${previous.way} before: run scripts/setup --undo first`);
  }
  draft.faults.push(...faultsOfAsterisk(facts, answers.way));
  checkGivenSecrets(facts, draft);
  if (draft.faults.length === 0) planWay(facts, answers, tools, draft);
  if (answers.way !== "compose") planRest(facts, answers.way, tools, draft);
  const env = planEnv(facts, draft, files);
  if (draft.faults.length === 0) checkSettings(facts, answers.way, env, draft, files);
  return { files, folders: neededFolders(folders, files), faults: draft.faults, notes: draft.notes, env };
}

/** Plans what the way needs. */
function planWay(facts: Facts, answers: SetupAnswers, tools: PlanTools, draft: Draft): void {
  if (answers.way === "compose") return planCompose(facts, answers, tools, draft);
  const advice = facts.asterisk && checkVersion(facts.asterisk.version);
  if (advice) draft.notes.push(`Asterisk: ${advice}. ${HOW_TO_UPDATE}`);
  if (hasOwnAsterisk(answers.way)) planExtension(facts, answers, tools, draft);
  else planOnPbx(facts, answers, tools, draft);
}

/** Plans the REST interface of a controller on this machine, and its units. */
function planRest(facts: Facts, way: Way, tools: PlanTools, draft: Draft): void {
  const { env, previous, ports } = facts;
  draft.env.API_KEYS ??= env.API_KEYS ?? (env.API_KEYS_FILE ? undefined : tools.newSecret()) ?? "";
  if (env.HOST === undefined) draft.env.HOST ??= "127.0.0.1";
  // Port 8080 may be that of the service which an administrator's unit runs.
  const isTaken = ports.rest !== 8080 && unitsOfOthers(facts, way, { ...env, ...draft.env }).length === 0;
  if (previous === undefined && isTaken && env.PORT === undefined) {
    draft.env.PORT ??= String(ports.rest);
    draft.notes.push(`port 8080 is taken: the REST interface uses ${draft.env.PORT}`);
  }
  planUnits(facts, way, tools.snippet, draft);
}

/** Returns the folders that new files need, and those above them. */
function neededFolders(folders: readonly NewFolder[], files: readonly FileChange[]): NewFolder[] {
  return files.length > 0
    ? folders.filter((folder, at) => folders.findIndex(({ path }) => path === folder.path) === at)
    : [];
}

/** Returns why this machine's Asterisk cannot be used. */
export function faultsOfAsterisk({ asterisk, isFreePbx }: Facts, way: Way): readonly string[] {
  if (way === "asterisk" && isFreePbx) {
    return [
      "this Asterisk is FreePBX's, which overwrites extensions.conf, ari.conf and http.conf with each Apply Config: " +
        "use --way freepbx, or --way own-asterisk",
    ];
  }
  // Both ways bring their own Asterisk.
  if (way === "compose" || way === "own-asterisk") return [];
  const instead =
    "or use an Asterisk that registers with the PBX as an extension: --way own-asterisk, or --way compose";
  if (!asterisk) return [`Asterisk was not found on this machine (asterisk -V cannot be run): install it, ${instead}`];
  try {
    checkVersion(asterisk.version);
    return [];
  } catch (error) {
    return [`${describe(error)}. ${HOW_TO_UPDATE}; ${instead}`];
  }
}

const HOW_TO_UPDATE =
  "FreePBX 17: apt update && apt upgrade, with asterisk22 installed; FreePBX 16 and others: docs/install.md, “Update Asterisk”";

/** The head of a new `.env`, which has what was chosen and nothing else: an open line looks like a forgotten one. */
const ENV_HEAD = `# Written by scripts/setup: what was chosen. All other settings have their defaults.
# What there is to set: .env.example, docs/settings.md. What is set: scripts/ari-attendant settings
`;

function planEnv(facts: Facts, draft: Draft, files: FileChange[]): Plan["env"] {
  const path = resolve(facts.folder, ".env");
  const before = facts.file(path);
  const base = before?.bytes ?? toBytes(ENV_HEAD);
  try {
    const bytes = withEnvValues(base, draft.env);
    // The group may be the service's: see docs/install.md.
    const mode = before && !(before.mode & 0o027) ? before.mode : 0o600;
    if (before?.bytes !== bytes || before.mode !== mode) {
      const after = { ...(before ?? facts.owner), bytes, mode };
      files.push({ path, before, after, shown: "difference" });
    }
    return readEnvFile(bytes);
  } catch (error) {
    draft.faults.push(describe(error));
    return readEnvFile(base);
  }
}

/** Applies the service's own rules, so that settings it would reject at its start are reported now. */
function checkSettings(facts: Facts, way: Way, env: Plan["env"], draft: Draft, files: readonly FileChange[]): void {
  const read = (path: string) => files.find((file) => file.path === path)?.after ?? facts.file(path);
  // In containers secrets come from files, and a profile's servers from compose.yaml.
  const secrets = { ARI_PASSWORD: "-", SIP_PASSWORD: "-", AMI_PASSWORD: "-" };
  const servers = { LLM_BASE_URL: "http://llm/v1", LLM_MODEL: "-", SPEECH_BASE_URL: "http://speech/v1" };
  const fromContainers = way === "compose" ? { ...(bringsBackEnds(facts) && servers), ...secrets } : {};
  try {
    const { warnings } = loadSettings(
      { ...env, ...fromContainers },
      { readFile: (path) => read(resolve(facts.folder, path))?.bytes ?? "", hostTimeZone: facts.timeZone },
    );
    draft.notes.push(...warnings.filter((warning) => way !== "compose" || !warning.startsWith("API_KEYS")));
  } catch (error) {
    draft.faults.push(describe(error));
  }
}

function planUnits(facts: Facts, way: Way, snippet: Snippet, draft: Draft): void {
  if (!facts.hasSystemd || !facts.isRoot) return;
  const unreachable = [facts.node, facts.project].find((path) => /^\/(root|home)\//.test(path));
  if (unreachable) {
    draft.notes.push(
      `no systemd unit is installed: ${unreachable} is in a home folder, which a service with its own user cannot enter. ` +
        "Move the project below /opt, and install Node.js where every user can run it",
    );
    return;
  }
  const ownership = { mode: 0o644, uid: 0, gid: 0 };
  const env = { ...facts.env, ...draft.env };
  for (const { name, path, unit } of unitsOf(way, env)) {
    const there = facts.file(path)?.bytes;
    const ofOthers = isOurUnit(there) ? faultOfOthers(facts, [path]) : undefined;
    if (ofOthers) draft.faults.push(ofOthers);
    else if (there === undefined || isOurUnit(there)) draft.write(path, unitFile(name, facts, env, snippet), ownership);
    else draft.notes.push(`${path} is your own unit and is left as it is: systemctl restart ${unit}`);
  }
}
