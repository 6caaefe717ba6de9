import { join } from "node:path";
import { unreadableEnv } from "./config/env-file.js";
import { ownEnvFile, withCredentials } from "./config/own-environment.js";
import { loadPhrases } from "./config/phrases.js";
import type { Environment } from "./config/environment.js";
import { type Loaded, loadSettings } from "./config/settings.js";
import { AttendantError, codeOf, describe } from "./kernel/errors.js";
import { EX_CONFIG } from "./kernel/exit-codes.js";
import { createLog } from "./observability/log.js";
import { consoleFolder, ownVersion } from "./own-package.js";
import { type App, type AppNeeds, startApp } from "./wiring/app.js";

/** The source of the settings, and its faults. */
export interface OwnEnvironment {
  readonly environment: Environment;
  /** Whether there is a `.env`. */
  readonly hasFile: boolean;
  /** One sentence each. */
  readonly remarks: readonly string[];
}

/** Reads settings from the environment and from a file `.env` in the working directory, or passed on by systemd. */
export function ownEnvironment(): OwnEnvironment {
  const folder = process.cwd();
  try {
    const { values, hasFile, remarks } = ownEnvFile(process.env, folder);
    Object.assign(process.env, values);
    return { environment: withCredentials(process.env), hasFile, remarks };
  } catch (error) {
    const remarks = [unreadableEnv(join(folder, ".env"), codeOf(error))];
    return { environment: withCredentials(process.env), hasFile: true, remarks };
  }
}

/** What to do when there is no `.env` yet. */
const FIRST_STEP = `There is no .env in ${process.cwd()}. Run scripts/setup, which asks for what is missing and writes it.
By hand: cp .env.example .env, and fill in the lines that are not commented out.`;

function readSettings({ environment, hasFile, remarks }: OwnEnvironment): Loaded {
  try {
    return loadSettings(environment, { remarks });
  } catch (error) {
    if (!(error instanceof AttendantError)) throw error;
    process.stderr.write(`${error.message}\n${hasFile ? "" : `${FIRST_STEP}\n`}`);
    process.exit(EX_CONFIG);
  }
}

/** The differences between the service and a talk in a browser. */
export interface ServeOptions extends Pick<AppNeeds, "attach"> {
  /** The folder of phrases.json and assistants.yaml; default DATA_DIR. */
  readonly filesFolder?: string;
  /** Called with the address when it listens. */
  readonly onListening?: (url: string) => void;
}

/** Serves until it is stopped, and exits. */
export async function serve(own: OwnEnvironment, options: ServeOptions = {}): Promise<void> {
  const { settings, warnings, secrets, shown } = readSettings(own);
  const { general } = settings;
  const { filesFolder = general.dataDir } = options;
  const { logLevel: level, logNumbers: numbers } = general;
  const { logsWords: transcripts } = settings.store;
  const log = createLog({ level, transcripts, numbers, secrets });
  const leave = async (code: number) => {
    await log.flush();
    process.exit(code);
  };
  // The state of the process is unknown after this; its supervisor starts a new one.
  const crashed = (error: unknown) => {
    log.error("crashed", `The process cannot continue: ${describe(error)}`, {
      stack: error instanceof Error ? error.stack : undefined,
    });
    void leave(1);
  };
  process.on("uncaughtException", crashed);
  process.on("unhandledRejection", crashed);

  for (const warning of warnings) log.warn("settings_warning", warning);
  if (process.geteuid?.() === 0) {
    log.warn("runs_as_root", "The service, its plugins and its MCP programs run as root; use a separate user instead");
  }
  const phrases = loadPhrases({ given: settings.phrases, language: settings.stt.language, dataDir: filesFolder });
  for (const warning of phrases.warnings) log.warn("phrases_warning", warning);

  let app: App | undefined;
  let reloadAsked = false;
  // Registered at once: without a listener the signal would end the process.
  process.on("SIGHUP", () => {
    log.info("reloading", "Reloading the plugins and the assistants on SIGHUP");
    if (app) void app.reload();
    else reloadAsked = true;
  });
  try {
    app = await startApp({
      ...{ settings, phrases: phrases.phrases, filesFolder, log, version: ownVersion(), environment: own.environment },
      shown: { settings: shown, consoleFolder: consoleFolder() },
      ...(options.attach && { attach: options.attach }),
    });
  } catch (error) {
    log.error("start_failed", describe(error));
    return leave(1);
  }
  if (reloadAsked) void app.reload();

  const running = app;
  options.onListening?.(running.url);
  let stopping = false;
  const handsOver = (signal: NodeJS.Signals) => signal === "SIGUSR2" || settings.calls.shutdownMode === "hand_over";
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return leave(1); // A second signal: the user does not want to wait for the goodbyes.
    stopping = true;
    if (handsOver(signal)) {
      log.info("handing_over", `Stopping on ${signal}: the next process resumes the conversations`);
      await running.handOver();
    } else {
      log.info("stopping", `Stopping on ${signal}: ending the calls in progress`);
      await running.stop();
    }
    log.info("stopped", "Stopped");
    await leave(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGUSR2"] as const) process.on(signal, stop);
}
