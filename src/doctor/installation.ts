import type { SettingFault } from "../config/fault.js";
import type { Environment } from "../config/read-environment.js";
import { examineSettings, type Settings } from "../config/settings.js";
import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import { connectForLooks, type AsteriskLook } from "../telephony/asterisk/upkeep/asterisk-look.js";
import { installedEnvironment } from "./installed-environment.js";
import { type RunningController, runningController } from "./running-controller.js";

/** A moment of a server's clock against ours. */
export interface ClockReading {
  readonly server: string;
  /** How far it is ahead of this machine's, ms. */
  readonly aheadMs: number;
  /** Whether it is this machine itself, which tells nothing. */
  readonly isHere: boolean;
}

/** What is examined, and what the looks at it share. */
export interface Installation {
  /** The folder with .env and compose.yaml, in which the service is started. */
  readonly folder: string;
  /** The text of .env; undefined where there is none. */
  readonly envFile: string | undefined;
  /** As the service has it: the environment, and behind it .env. */
  readonly environment: Environment;
  /** What is set in the environment itself. */
  readonly given: Environment;
  readonly settings: Settings;
  readonly faults: readonly SettingFault[];
  readonly warnings: readonly string[];
  readonly misspelt: readonly string[];
  /** Of the warnings those of lines of .env that are not read as they were meant. */
  readonly remarks: readonly string[];
  readonly secrets: readonly string[];
  /** The names of the settings that cannot be used. */
  readonly settingFaults: readonly string[];
  readonly version: string;
  /** The service that answers where these settings have it listen; undefined when none does. Asked once. */
  service(): Promise<RunningController | undefined>;
  /** Asterisk, by way of an application of the doctor's own: that of the service is never taken. */
  asterisk(): Promise<AsteriskLook>;
  /** Ends with the examination. */
  readonly scope: Scope;
  readonly clocks: ClockReading[];
  /** What text-to-speech has made of the test sentence, at 16 000 Hz. */
  spoken: Spoken | undefined;
}

/** The test sentence as text-to-speech says it. */
export interface Spoken {
  readonly sentence: string;
  /** At 16 000 Hz. */
  readonly samples: Int16Array;
  /** At which rate what came was taken, Hz. */
  readonly rate: number;
  /** Whether a WAV header has said that rate. */
  readonly isOfWav: boolean;
}

export interface InstallationNeeds {
  readonly folder: string;
  /** As `process.env` has it. */
  readonly given: Environment;
  readonly version: string;
  readonly log: Log;
  /** Its end lets go of everything. */
  readonly scope: Scope;
}

/** Reads what there is, settings with faults too. @throws {Error} where .env or a folder of credentials cannot be read */
export function openInstallation({ folder, given, version, log, scope }: InstallationNeeds): Installation {
  const { envFile, environment, readFile, remarks } = installedEnvironment(folder, given);
  const examined = examineSettings(environment, { readFile, remarks });
  const { settings, faults } = examined;
  let service: Promise<RunningController | undefined> | undefined;
  let asterisk: Promise<AsteriskLook> | undefined;
  return {
    folder,
    envFile,
    environment,
    given,
    ...examined,
    remarks,
    settingFaults: [...new Set(faults.map(({ name }) => name.replace(/_FILE$/, "")))],
    version,
    service: () => (service ??= runningController(settings, scope.signal)),
    asterisk: () => (asterisk ??= connectForLooks({ credentials: settings.ari, log, scope })),
    scope,
    clocks: [],
    spoken: undefined,
  };
}
