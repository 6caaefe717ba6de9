import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe } from "../kernel/errors.js";
import { isReadableByListeners } from "../kernel/listeners.js";
import { asteriskCommand, type AsteriskPlace } from "./asterisk-command.js";
import { examine, isToGoOn } from "./examine.js";
import type { Facts, Way } from "./facts.js";
import type { Journal } from "./journal.js";
import { servesSpeechHere, speechProgram, waitForOwnSpeech } from "./own-speech.js";
import { hasOwnAsterisk } from "./plan-extension.js";
import type { Plan } from "./plan.js";
import { endProcess, running, startProcess } from "./processes.js";
import { checkAri } from "./reload-asterisk.js";
import { type RestAddress, serviceOf, type TriedCall, tryCall, waitForHealth } from "./rest-client.js";
import { runCommand, shellWords } from "./run-command.js";
import { knownSecret } from "./secret-for.js";
import type { Running, SetupNeeds } from "./setup-run.js";
import { isOurUnit, STATE_FOLDER, unitsOf, unitsOfOthers } from "./systemd-unit.js";

/** Time limit for Asterisk to load its modules, in ms. */
const ASTERISK_MS = 30_000;
/** Time limit for fetching and building images and starting containers, in ms. */
const CONTAINERS_MS = 1_800_000;
/** Time limit for the service to become healthy, in ms. */
const HEALTHY_MS = 60_000;
/** Time limit for the test call, in ms. */
const CALL_MS = 180_000;

/** Returns whether the running processes have other settings or another build. */
function isOutOfDate({ isChanged, journal, facts }: Work): boolean {
  return isChanged || isOfAnotherBuild(journal, buildOf(facts));
}

interface Work {
  readonly needs: SetupNeeds;
  readonly facts: Facts;
  readonly way: Way;
  readonly place: AsteriskPlace;
  readonly plan: Plan;
  readonly journal: Journal;
  readonly isChanged: boolean;
}

export interface BroughtUp {
  readonly faults: readonly string[];
  /** Faults that were accepted with --despite-faults or at the terminal. */
  readonly notes: readonly string[];
  readonly running: Running;
  /** Address of the service. */
  readonly service: RestAddress;
}

/** Starts the service, or says how; waits until it is healthy; runs the doctor; and places the test call. */
// oxlint-disable-next-line complexity -- the steps in their order, each only if those before allow it
export async function bringUp(work: Work): Promise<BroughtUp> {
  const { needs, facts, way, plan } = work;
  const { options, tell, signal } = needs;
  const faults: string[] = [];
  const service = serviceOfPlan(work);
  const isByUnit = isRunByUnits(work);
  const [other] = unitsOfOthers(facts, way, plan.env);
  if (other && options.isStart) {
    const restart = `systemctl restart ${other.unit.replace(/\.service$/, "")}`;
    faults.push(`${other.unit} is your own unit: ${restart}, then run this again without --start and --call`);
    return { faults, notes: [], running: {}, service };
  }
  const isStale = !other && running(work.journal).length > 0 && isOutOfDate(work);
  if (!options.isStart && !isByUnit && !isStale) {
    tell(
      [
        "Start it:",
        ...startCommands(work),
        ...(other ? [] : ["Or run scripts/setup with --start; with --call NUMBER it places a test call."]),
      ].join("\n   "),
    );
    return { faults, notes: [], running: {}, service };
  }
  try {
    await start(work, isByUnit);
  } catch (error) {
    return { faults: [describe(error)], notes: [], running: {}, service };
  }
  tell(`Waiting for ${service.url}/health …`);
  const health = await waitForHealth(service, HEALTHY_MS, signal);
  if (!health) faults.push(`the service does not answer at ${service.url}: ${whereItsLogIs(work)} says why`);
  const unwell = Object.entries(health?.checks ?? {}).filter(([, { ok }]) => !ok);
  faults.push(...unwell.map(([name, { detail }]) => `${name}: ${detail ?? "not healthy"}`));
  if (health && faults.length === 0) tell("The service is healthy.");
  // For containers the doctor would have to run inside one.
  const examined = way === "compose" ? undefined : await examine(needs, facts);
  const found = examined?.faults ?? [];
  const isGoingOn = found.length === 0 || (await isToGoOn(needs));
  if (!isGoingOn && options.call)
    tell(`${options.call} is not called: correct the faults first, or use --despite-faults.`);
  const dataDir = isByUnit ? STATE_FOLDER : resolve(facts.folder, plan.env.DATA_DIR || "data");
  // The user inside a container is not visible from outside.
  const mayCall = () => way === "compose" || isOurs(service, dataDir, faults);
  const isToCall = health && isGoingOn && options.call && mayCall();
  const call = isToCall ? await callThem(service, options.call, faults, needs) : undefined;
  return {
    faults: isGoingOn ? faults : [...faults, ...found],
    notes: isGoingOn ? found : [],
    service,
    running: {
      url: service.url,
      ...(health && { health: health.status }),
      ...(examined && { doctor: examined.code }),
      ...(call && { call }),
    },
  };
}

/** Whether systemd has units of ours that run the service. */
function isRunByUnits({ facts, way, plan }: Work): boolean {
  if (!facts.hasSystemd || !facts.isRoot) return false;
  const units = unitsOf(way, plan.env).map(({ path }) => facts.file(path)?.bytes);
  return units.length > 0 && units.every(isOurUnit);
}

/** Starts the service in the way that was chosen. */
async function start(work: Work, isByUnit: boolean): Promise<void> {
  if (isByUnit) await startUnits(work);
  else if (work.way === "compose") await startContainers(work);
  else await startProcesses(work);
}

/** Returns address and key of the planned service; without a key when none can be read. */
function serviceOfPlan({ facts, way, plan }: Work): RestAddress {
  const file = way === "compose" ? "secrets/api_keys" : plan.env.API_KEYS_FILE;
  return serviceOf(way, plan.env, file && facts.file(resolve(facts.folder, file))?.bytes);
}

/** Whether the program that listens there may be sent the key. */
function isOurs({ url, apiKey }: RestAddress, dataDir: string, faults: string[]): boolean {
  if (apiKey === undefined) return true;
  if (isReadableByListeners(Number(new URL(url).port || 80), dataDir)) return true;
  faults.push(
    `no call was placed: the program that listens at ${url} is not run by this user, root or the service, so it is sent no key. Stop it, or choose another PORT`,
  );
  return false;
}

async function callThem(
  service: RestAddress,
  number: string,
  faults: string[],
  { tell, signal }: SetupNeeds,
): Promise<TriedCall | undefined> {
  tell(`Calling ${number}. Answer, and say yes …`);
  try {
    const call = await tryCall(service, number, CALL_MS, signal);
    if (call.answer === "yes") tell("You heard it, and it understood you.");
    else faults.push(`the call to ${number} ${inWords(call)}`);
    return call;
  } catch (error) {
    faults.push(`the call to ${number} was refused: ${describe(error)}`);
    return undefined;
  }
}

function inWords({ status, answer, error }: TriedCall): string {
  if (error) return `ended as ${status}: ${error}`;
  if (status !== "completed") return `ended as ${status}`;
  return answer
    ? `was answered with "${answer}"`
    : "was answered, and neither yes nor no was understood. Did you say one?";
}

async function startUnits(work: Work): Promise<void> {
  const { needs, way, journal, facts, plan } = work;
  const path = needs.environment.PATH;
  const isOld = isOutOfDate(work);
  await runCommand("systemctl", ["daemon-reload"], { path });
  for (const { name, unit } of unitsOf(way, plan.env)) {
    journal.add({ act: "enable", unit, build: buildOf(facts) });
    for (const command of [
      ["enable", unit],
      [isOld ? "restart" : "start", unit],
    ]) {
      const { code, stderr } = await runCommand("systemctl", command, { path });
      if (code !== 0) throw new Error(`systemctl ${command.join(" ")}: ${stderr.trim()}`);
    }
    if (name === "speech") await waitForOwnSpeech(`journalctl -u ${unit}`, needs.tell, needs.signal);
  }
}

async function startContainers({ needs, facts, journal }: Work): Promise<void> {
  journal.add({ act: "containers", isUp: true });
  const { code, stderr } = await runCommand("docker", ["compose", "up", "--detach"], {
    path: needs.environment.PATH,
    cwd: facts.project,
    ms: CONTAINERS_MS,
  });
  if (code !== 0) throw new Error(`docker compose up: ${stderr.trim()}`);
}

/** Starts processes without a supervisor; those with other settings are restarted. */
async function startProcesses(work: Work): Promise<void> {
  const { needs, facts, way, place, plan, journal } = work;
  const { environment, signal, tell } = needs;
  const before = running(journal);
  if (before.length > 0 && !isOutOfDate(work))
    return tell(`The service is already running (process ${before.at(-1)?.pid}).`);
  for (const started of [...before].reverse()) await endProcess(started, signal);
  const inherited = Object.fromEntries(
    ["PATH", "TZ", "LANG"].flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const common = { cwd: facts.folder, env: inherited, build: buildOf(facts) };
  const start = (what: string, command: [string, ...string[]], log: string) =>
    startProcess(what, command, { ...common, log: join(facts.folder, "data", log) }, journal);
  if (hasOwnAsterisk(way)) {
    await start("Asterisk", ownAsterisk(work), "asterisk.log");
    const password = knownSecret({ ...facts, env: plan.env, given: {} }, "ARI_PASSWORD") ?? "";
    const fault = await checkAri(plan.env, password, signal, { ms: ASTERISK_MS });
    if (fault) throw new Error(`the Asterisk at ${place.configDir} did not start: ${fault}`);
  }
  if (servesSpeechHere(plan.env, way)) {
    await start("speech", speechProgram(facts), "speech.log");
    await waitForOwnSpeech(join(facts.folder, "data/speech.log"), tell, signal);
  }
  const main = join(facts.project, "dist/src/main.js");
  if (!existsSync(main)) throw new Error(`${main} is missing: npm run build`);
  await start("the service", [facts.node, main], "attendant.log");
}

function ownAsterisk({ facts, place }: Work): [string, ...string[]] {
  const hasUser = facts.isRoot && facts.config !== undefined && facts.config.ownership.uid !== 0;
  return asteriskCommand(place, ...(hasUser ? ["-U", "asterisk", "-G", "asterisk"] : []), "-f");
}

function startCommands(work: Work): readonly string[] {
  const { facts, way, plan } = work;
  if (way === "compose") return ["docker compose up --detach"];
  const others = unitsOfOthers(facts, way, plan.env);
  if (others.length > 0) {
    return unitsOf(way, plan.env).map((each) => {
      return `systemctl ${others.includes(each) ? "restart" : "enable --now"} ${each.unit}`;
    });
  }
  const inFolder = (command: readonly string[]) => `${shellWords(["cd", facts.folder])} && ${shellWords(command)}`;
  return [
    ...(servesSpeechHere(plan.env, way) ? [inFolder(speechProgram(facts))] : []),
    ...(hasOwnAsterisk(way) ? [shellWords(ownAsterisk(work))] : []),
    inFolder([facts.node, join(facts.project, "dist/src/main.js")]),
  ];
}

function whereItsLogIs({ facts, way }: Work): string {
  if (way === "compose") return "docker compose logs controller";
  return facts.hasSystemd && facts.isRoot ? "journalctl -u ari-attendant" : join(facts.folder, "data/attendant.log");
}

/** Returns the mark of the build that `scripts/lib/build-once` wrote; empty without one. */
export function buildOf({ project, file }: Pick<Facts, "project" | "file">): string {
  return file(join(project, "dist/.made-of"))?.bytes.trim() ?? "";
}

/** Returns whether the running processes were started from another build. */
export function isOfAnotherBuild({ entries }: Pick<Journal, "entries">, build: string): boolean {
  const started = entries.findLast((entry) => entry.act === "start" || entry.act === "enable");
  return started !== undefined && (started.build ?? "") !== build;
}
