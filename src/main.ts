import { readFileSync } from "node:fs";
import { type App, startApp } from "./wiring/app.js";
import { loadPhrases } from "./config/phrases.js";
import { type Loaded, loadSettings } from "./config/settings.js";
import { AttendantError, describe } from "./kernel/errors.js";
import { createLog } from "./observability/log.js";

/** What a process exits with when its configuration is wrong (sysexits.h, EX_CONFIG): restarting it will not help. */
const EX_CONFIG = 78;

/** Settings come from the environment and, where that has none, from a file `.env` in the working directory. */
function readSettings(): Loaded {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") process.stderr.write(`.env: ${describe(error)}\n`);
  }
  try {
    return loadSettings(process.env);
  } catch (error) {
    if (!(error instanceof AttendantError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EX_CONFIG);
  }
}

async function main(): Promise<void> {
  const { settings, warnings, secrets } = readSettings();
  const { general } = settings;
  const log = createLog({ level: general.logLevel, transcripts: general.logTranscripts, secrets });
  const leave = async (code: number) => {
    await log.flush();
    process.exit(code);
  };
  // Nobody knows what state the process is in after this; whoever supervises it starts a new one.
  const crashed = (error: unknown) => {
    log.error("crashed", `The process cannot go on: ${describe(error)}`, {
      stack: error instanceof Error ? error.stack : undefined,
    });
    void leave(1);
  };
  process.on("uncaughtException", crashed);
  process.on("unhandledRejection", crashed);

  for (const warning of warnings) log.warn("settings_warning", warning);
  const phrases = loadPhrases({ given: settings.phrases, dataDir: general.dataDir });
  for (const warning of phrases.warnings) log.warn("phrases_warning", warning);

  let app: App | undefined;
  let reloadAsked = false;
  // From the first moment on: without a listener the signal would end the process.
  process.on("SIGHUP", () => {
    log.info("reloading", "The plugins are loaded anew on SIGHUP");
    if (app) void app.reload();
    else reloadAsked = true;
  });
  try {
    app = await startApp({ settings, phrases: phrases.phrases, log, version: ownVersion(), environment: process.env });
  } catch (error) {
    log.error("start_failed", describe(error));
    return leave(1);
  }
  if (reloadAsked) void app.reload();

  const running = app;
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return leave(1); // Asked twice: somebody does not want to wait for the goodbyes.
    stopping = true;
    log.info("stopping", `Stopping on ${signal}: running calls are wound up`);
    await running.stop();
    log.info("stopped", "Stopped");
    await leave(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** From the package.json next to `src`, or next to `dist/src` in a build. */
function ownVersion(): string {
  for (const place of ["../package.json", "../../package.json"]) {
    try {
      return (JSON.parse(readFileSync(new URL(place, import.meta.url), "utf8")) as { version: string }).version;
    } catch {
      // The other place, then.
    }
  }
  return "unknown";
}

await main();
