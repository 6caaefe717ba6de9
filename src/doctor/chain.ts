import type { Check, Diagnosis, Result } from "./check.js";
import { ASTERISK_CHECKS } from "./checks/asterisk.js";
import { KEEPING_CHECKS } from "./checks/keeping.js";
import { MODEL_CHECKS } from "./checks/model.js";
import { PBX_CHECKS } from "./checks/pbx.js";
import { runningCheck } from "./checks/running-controller.js";
import { ASSISTANTS_CHECK } from "./checks/assistants.js";
import { PLUGINS_CHECK } from "./checks/plugins.js";
import { CLOCK_CHECK, SERVING_CHECKS } from "./checks/serving.js";
import { PHRASES_CHECK, SETTINGS_CHECKS } from "./checks/settings.js";
import { SPEECH_CHECKS } from "./checks/speech.js";
import { examine } from "./examine.js";
import type { Installation } from "./installation.js";

/** Links that are checked on this machine only. */
export const MACHINE_LINKS: readonly Check[] = [
  ...SETTINGS_CHECKS,
  ...KEEPING_CHECKS,
  PHRASES_CHECK,
  ASSISTANTS_CHECK,
  PLUGINS_CHECK,
  ...SERVING_CHECKS,
];

/** All links except the last two, each after the links that it depends on. */
const LINKS: readonly Check[] = [
  ...MACHINE_LINKS,
  ...ASTERISK_CHECKS,
  ...PBX_CHECKS,
  ...SPEECH_CHECKS,
  ...MODEL_CHECKS,
];

/** The last two: the clock, from the answers of servers, and faults that only the running service reports. */
const lastLinks = (results: readonly Result[]): readonly Check[] => [CLOCK_CHECK, runningCheck(results)];

/** All links, in the order in which they are shown. */
export const ALL_LINKS: readonly Check[] = [...LINKS, ...lastLinks([])];

/** Checks the whole chain. @param told called with each result as soon as it is available */
export async function examineChain(
  installation: Installation,
  signal: AbortSignal,
  told?: (result: Result) => void,
): Promise<Diagnosis> {
  const first = await examine(installation, LINKS, signal, told);
  const last = await examine(installation, lastLinks(first.results), signal, told);
  return { ok: first.ok && last.ok, results: [...first.results, ...last.results] };
}
