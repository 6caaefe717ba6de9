import { purgeOldCalls } from "../calls/record/purge-calls.js";
import type { PhrasesByLanguage } from "../config/phrases.js";
import type { Environment } from "../config/environment.js";
import type { Settings } from "../config/settings.js";
import { EMPTY_DIRECTORY } from "../directory/directory.js";
import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import { createVoiceActivity } from "../listening/voice-activity.js";
import type { Log } from "../observability/log.js";
import { watchZoneRules } from "../scheduling/zone-rules.js";
import { attachToAsterisk } from "../telephony/asterisk/asterisk.js";
import { createWording } from "../toolbox/wording.js";
import { type CallingNeeds, startCalling } from "./calling.js";
import { createConversationResources } from "./conversation-resources.js";
import { type Foundation, openFoundation } from "./foundation.js";
import { createLeaving, type Leaving } from "./leave.js";
import { createRest, type RestNeeds } from "./rest.js";
import { createToolset } from "./tools.js";

export interface AppNeeds extends Pick<RestNeeds, "shown">, Partial<Pick<CallingNeeds, "attach">> {
  readonly settings: Settings;
  readonly phrases: PhrasesByLanguage;
  /** Folder of the file of the assistants; default: DATA_DIR. */
  readonly filesFolder?: string;
  readonly log: Log;
  readonly version: string;
  /** Variables as in `process.env`, for the plugins. */
  readonly environment: Environment;
}

/** The running service. */
export interface App extends Leaving {
  /** Address of its HTTP interface. */
  readonly url: string;
  /** Reloads the plugins and the assistants. Calls continue. */
  reload(): Promise<void>;
}

const HTTP_CLOSE_MS = 2_000;

/**
 * Connects the parts and starts them. Attaches to Asterisk unless `attach` is given.
 *
 * It starts even if nothing else runs: from then on it connects to Asterisk, MongoDB and the back ends, and reports their
 * state.
 *
 * @throws when the HTTP interface cannot listen, or the embedded store cannot be opened
 */
export async function startApp({ attach = attachToAsterisk, ...needs }: AppNeeds): Promise<App> {
  const { settings, phrases, log, shown, filesFolder = settings.general.dataDir } = needs;
  const wording = createWording(phrases);
  const foundation = await openFoundation(needs);
  const { scope, store, tracing } = foundation;
  const inUse = { directory: EMPTY_DIRECTORY };
  const hasDirectory = () => inUse.directory.entries.length > 0;
  const toolset = createToolset({ ...foundation, wording, hasDirectory });
  await toolset.load();
  const { periods, ...observed } = foundation;
  const toolbox = toolset.callerTools;
  const resources = createConversationResources({ ...observed, phrases, toolbox, periods: periods.backends });
  await createVoiceActivity().then((loaded) => loaded[Symbol.dispose]()); // Loads the module before the first call.
  const calling = await startCalling({
    ...{ ...foundation, filesFolder, inUse, phrases, wording, toolset, resources, attach },
  });
  const { asterisk, connection, liveCalls, ownership, scheduling, served } = calling;
  keepHouse(foundation);
  const server = createRest({ foundation, calling, checks: resources.checks, shown, languages: resources.languages });

  async function close(): Promise<void> {
    asterisk.leave(); // Callers should not wait for a controller that is leaving.
    scope.end(new Ending("shutting_down"));
    await scope.closed;
    await connection[Symbol.asyncDispose]();
    await server.close(HTTP_CLOSE_MS);
    await ownership.end();
    await store[Symbol.asyncDispose]();
    await tracing?.close();
  }

  const reload = async () => {
    await toolset.load();
    await served.file.load();
  };
  const leaving = createLeaving({ liveCalls, scheduling, asterisk, close, log });

  try {
    const url = await server.listen(settings.http);
    log.info("http_listening", `The HTTP interface listens on ${url}`, { url });
    return { url, reload, ...leaving };
  } catch (error) {
    await leaving.stop().catch((failure: unknown) => log.error("stop_failed", describe(failure)));
    throw error;
  }
}

/** Checks the time zone's rules and removes records that are old enough, while the scope lives. */
function keepHouse({ settings, store, health, log, scope, now }: Foundation): void {
  const { signal } = scope;
  const { callRetentionDays: days, transcriptRetentionDays: wordDays } = settings.store;
  const reportZones = (ok: boolean, detail?: string) => health.report("zones", ok, detail);
  const zones = watchZoneRules({ store, timeZone: settings.general.timezone, signal, now }, reportZones);
  void scope.run(zones).catch(() => {});
  void scope.run(purgeOldCalls({ records: store, days, wordDays, log, now, signal })).catch(() => {});
}
