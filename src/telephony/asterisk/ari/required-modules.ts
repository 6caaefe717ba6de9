import { AttendantError } from "../../../kernel/errors.js";

/** A module as `GET /ari/asterisk/modules` shows it; only the fields in use. */
interface Module {
  readonly name: string;
  /** `Running`, or `Not Running` for a module that declined to load. */
  readonly status: string;
}

/** Modules without which no call can be accepted. In each row, any one of the modules is enough. */
const REQUIRED: readonly (readonly [string, ...string[]])[] = [
  ["chan_websocket.so"],
  ["res_http_websocket.so"],
  // Without a timer, each attempt to open a media socket leaves a channel behind in Asterisk.
  ["res_timing_timerfd.so", "res_timing_pthread.so", "res_timing_kqueue.so", "res_timing_dahdi.so"],
  ["bridge_simple.so", "bridge_softmix.so"],
  ["app_stasis.so"],
  ["res_stasis.so"],
  ["res_stasis_answer.so"],
  ["res_ari_applications.so"],
  ["res_ari_bridges.so"],
  ["res_ari_channels.so"],
  ["res_ari_events.so"],
];
/** Optional modules, with what is lost without each. */
const ADVISED: Readonly<Record<string, string>> = {
  "func_global.so": "a call that is being placed when the controller crashes is not placed again",
};

/**
 * Checks that Asterisk has the modules in use.
 *
 * @param listed the answer to `GET /ari/asterisk/modules`
 * @returns what is lost for lack of a module, one sentence each
 * @throws {AttendantError} `asterisk_not_usable`, naming every missing module and the remedy
 */
export function checkModules(listed: string): string[] {
  const modules = new Map(parsed(listed).map(({ name, status }) => [name, status]));
  const isRunning = (name: string) => modules.get(name) === "Running";
  const lacking = REQUIRED.filter((alternatives) => !alternatives.some(isRunning)).map(
    (alternatives) => alternatives.find((name) => modules.has(name)) ?? alternatives[0],
  );
  const missing = lacking.filter((name) => !modules.has(name));
  const declined = lacking.filter((name) => modules.has(name));
  const faults = [
    ...(missing.length > 0 ? [`Asterisk has not loaded ${missing.join(", ")}: ${howToLoad(missing)}`] : []),
    ...(declined.length > 0 ? [`In Asterisk ${declined.join(", ")} does not run: its log says why`] : []),
  ];
  if (faults.length > 0) throw new AttendantError("asterisk_not_usable", faults.join(". "));
  return Object.entries(ADVISED)
    .filter(([name]) => !isRunning(name))
    .map(([name, loss]) => `${name} is not loaded, so ${loss}: ${howToLoad([name])}`);
}

function howToLoad(names: readonly string[]): string {
  const them = names.length > 1 ? "them" : "it";
  const commands = names.map((name) => `"module load ${name}"`).join(", ");
  return `run ${commands} and have modules.conf load ${them}, or install the package that has ${them}`;
}

function parsed(listed: string): Module[] {
  try {
    const modules: unknown = JSON.parse(listed);
    if (Array.isArray(modules)) return modules as Module[];
  } catch {
    // Treated like any other answer that is not a list.
  }
  throw new AttendantError("asterisk_not_usable", "Asterisk did not list its modules: the answer is not a list");
}
