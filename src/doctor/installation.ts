import type { SettingFault } from "../config/fault.js";
import type { Environment, ReadFile } from "../config/environment.js";
import { examineSettings, type Settings } from "../config/settings.js";
import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import { connectForLooks, type AsteriskLook } from "../telephony/asterisk/upkeep/asterisk-look.js";
import { installedEnvironment } from "../config/installed-environment.js";
import { type RunningController, runningController } from "./running-controller.js";

/** A server's clock compared with this machine's. */
export interface ClockReading {
  readonly server: string;
  /** Its lead over this machine's clock, in ms. */
  readonly aheadMs: number;
  /** True for a server on this machine, whose clock proves nothing. */
  readonly isHere: boolean;
}

/** The examined installation, and resources that the checks share. */
export interface Installation {
  /** Folder with .env and compose.yaml, in which the service is started. */
  readonly folder: string;
  /** Text of .env; undefined if there is none. */
  readonly envFile: string | undefined;
  /** Variables as the service reads them: the environment, then .env. */
  readonly environment: Environment;
  /** Reads the files that the environment names, as the user who wrote it. */
  readonly readFile: ReadFile;
  /** Variables of the environment itself. */
  readonly given: Environment;
  readonly settings: Settings;
  readonly faults: readonly SettingFault[];
  readonly warnings: readonly string[];
  readonly misspelt: readonly string[];
  /** Warnings about lines of .env that are not read as intended. */
  readonly remarks: readonly string[];
  readonly secrets: readonly string[];
  /** Names of the faulty settings. */
  readonly settingFaults: readonly string[];
  readonly version: string;
  /** The service that answers at the address in these settings, if any. Requested once. */
  service(): Promise<RunningController | undefined>;
  /** Connection to Asterisk with a separate application: the doctor never takes over the service's. */
  asterisk(): Promise<AsteriskLook>;
  /** Closed at the end of the examination. */
  readonly scope: Scope;
  readonly clocks: ClockReading[];
  /** The test sentence from text-to-speech, at 16 000 Hz. */
  spoken: Spoken | undefined;
}

/** The test sentence as text-to-speech says it. */
export interface Spoken {
  readonly sentence: string;
  /** At 16 000 Hz. */
  readonly samples: Int16Array;
  /** The rate at which the received sound was read, in Hz. */
  readonly rate: number;
  /** Whether the rate comes from a WAV header. */
  readonly isOfWav: boolean;
}

export interface InstallationNeeds {
  readonly folder: string;
  /** Environment as in `process.env`. */
  readonly given: Environment;
  readonly version: string;
  readonly log: Log;
  /** Releases all resources when it closes. */
  readonly scope: Scope;
}

/** Reads an installation, including faulty settings. @throws {Error} when .env or a folder of credentials cannot be read */
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
    readFile,
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
