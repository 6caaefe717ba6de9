import { readFileSync } from "node:fs";
import { isTimeZone } from "../kernel/wall-clock.js";
import { primaryLanguage } from "../locales/locales.js";
import type { ApiAccess } from "./api-access.js";
import { hasFault, type SettingFault, settingsInvalid } from "./fault.js";
import type { Environment, ReadFile } from "./environment.js";
import { modelKeysIn } from "./model-keys.js";
import { isLoopback } from "../kernel/host.js";
import { readEnvironment, type Reading } from "./read-environment.js";
import { SCHEMA, type Values } from "./schema.js";
import { type ShownSetting, shownSettings } from "./shown-settings.js";
import type { Setting } from "./setting.js";
import type { Voices } from "./text-readers.js";

/** A back end's HTTP server. */
export interface Server {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Maximum wait for the next piece of an answer, in ms. */
  readonly timeoutMs: number;
}

/** Defaults of BACKEND_TIMEOUT_MS, in ms. */
const LANGUAGE_MODEL_TIMEOUT_MS = 15_000;
const SPEECH_TIMEOUT_MS = 10_000;

/** Areas in which one setting can replace another. All other areas are used as read. */
type ResolvedArea = "llm" | "speech" | "stt" | "tts" | "backends" | "asterisk" | "sip" | "http" | "general" | "store";

/** The settings of a running process: complete, validated and frozen. */
export interface Settings extends Omit<Values, ResolvedArea> {
  readonly llm: Values["llm"] & Server;
  readonly stt: Omit<Values["stt"], "baseUrl" | "apiKey"> & Server;
  readonly tts: Omit<Values["tts"], "baseUrl" | "apiKey" | "voice"> &
    Server & {
      /** The voice in use: that of the language where it has one, otherwise the usual one. */
      readonly voice: string;
      /** Speaks the languages that have no voice of their own. */
      readonly usualVoice: string;
      /** By primary language, for those that do not use the usual one. */
      readonly voices: Readonly<Record<string, string>>;
    };
  readonly ari: { readonly url: string; readonly user: string; readonly password: string; readonly app: string };
  /** The manager interface; undefined without a password for it. */
  readonly ami:
    | { readonly host: string; readonly port: number; readonly user: string; readonly password: string }
    | undefined;
  /** The expected SIP registration, if any. */
  readonly sip:
    | {
        readonly user: string;
        readonly password: string;
        readonly domain: string;
        readonly port: number;
        readonly transport: "udp" | "tcp" | "tls";
      }
    | undefined;
  readonly http: Omit<Values["http"], "access"> & {
    readonly host: string;
    readonly apiKeys: ApiAccess["keys"];
    readonly apiClients: ApiAccess["clients"];
  };
  readonly general: Values["general"] & { readonly timezone: string };
  readonly store: Omit<Values["store"], "words"> & {
    readonly transcriptRetentionDays: number;
    /** Whether the log and traces may contain transcripts. */
    readonly logsWords: boolean;
  };
}

export interface Loaded {
  readonly settings: Settings;
  /** One sentence each, suitable for the log. */
  readonly warnings: readonly string[];
  /** Values that no log line, error or response may contain. */
  readonly secrets: readonly string[];
  /** All settings in a form that may be shown. */
  readonly shown: readonly ShownSetting[];
}

export interface LoadNeeds {
  readonly readFile?: ReadFile;
  /** One sentence for each fault in the sources of the environment. */
  readonly remarks?: readonly string[];
  /** IANA time zone of the host. */
  readonly hostTimeZone?: string;
}

/** The result of examining settings, including faulty ones. */
export interface Examined extends Loaded {
  /** In `settings`, a faulty setting has its default, and a missing required one is undefined. */
  readonly faults: readonly SettingFault[];
  /** Warnings about names that are probably misspelt settings. */
  readonly misspelt: readonly string[];
  /** Warning about former names, if any is set. */
  readonly outdated: string | undefined;
}

/**
 * Reads, validates and freezes all settings.
 *
 * @param env environment as in `process.env`; an empty value counts as not set
 * @throws {AttendantError} `settings_invalid`; its message lists every fault and every misspelt name, with secrets masked
 */
export function loadSettings(env: Environment, needs: LoadNeeds = {}): Loaded {
  const { faults, misspelt, outdated: _, ...loaded } = examineSettings(env, needs);
  if (faults.length > 0) throw settingsInvalid(faults, [...misspelt, ...(needs.remarks ?? [])]);
  return loaded;
}

/** Reads all settings and reports faults without throwing, so that the valid ones can be used as well. */
export function examineSettings(env: Environment, needs: LoadNeeds = {}): Examined {
  const { readFile = (path) => readFileSync(path, "utf8"), hostTimeZone = localTimeZone(env.TZ) } = needs;
  const reading = readEnvironment(env, readFile);
  const { values, faults, misspelt, outdated } = reading;
  const warnings = [...reading.warnings, ...(needs.remarks ?? [])];
  const settings = resolveSettings(reading, hostTimeZone);
  checkRegistration(reading);
  checkClients(settings.http, warnings);
  checkExposure(settings.http, faults, warnings);
  const { words, callRetentionDays } = values.store;
  if ((words.retentionDays ?? 0) > callRetentionDays) {
    warnings.push("TRANSCRIPTS has no effect: transcripts are deleted with their calls after CALL_RETENTION_DAYS");
  }
  return {
    settings: freeze(settings),
    warnings,
    secrets: [...secretsOf(values), ...modelKeysIn(env, readFile)],
    shown: shownSettings(reading),
    faults,
    misspelt,
    outdated,
  };
}

/** Derives settings that are not set from others. */
function resolveSettings({ values, given, faults }: Reading, hostTimeZone: string): Settings {
  const { llm, speech, stt, tts, backends, asterisk, sip, http, general, store, ...others } = values;
  const missing = ["STT_BASE_URL", "TTS_BASE_URL"].filter((name) => !given.has(name));
  if (!given.has("SPEECH_BASE_URL") && missing.length > 0) {
    const instead = missing.length === 2 ? "STT_BASE_URL and TTS_BASE_URL are" : `${missing.join()} is`;
    faults.push({ name: "SPEECH_BASE_URL", problem: `must be set, unless ${instead}` });
  }
  // The shared key is sent to the shared server only: a separate server may belong to another company.
  const timeoutMs = backends.timeoutMs ?? SPEECH_TIMEOUT_MS;
  const server = (own: { baseUrl: string | undefined; apiKey: string | undefined }): Server =>
    own.baseUrl === undefined
      ? { baseUrl: speech.baseUrl ?? "", apiKey: own.apiKey ?? speech.apiKey, timeoutMs }
      : { baseUrl: own.baseUrl, apiKey: own.apiKey, timeoutMs };
  const { user, password, domain, port, transport } = sip;
  const { access, host, ...restOfHttp } = http;
  const { words, ...restOfStore } = store;
  return {
    ...others,
    llm: { ...llm, timeoutMs: backends.timeoutMs ?? LANGUAGE_MODEL_TIMEOUT_MS },
    stt: { ...stt, ...server(stt) },
    tts: { ...tts, ...server(tts), ...voicesIn(tts.voice, stt.language) },
    ari: {
      url: asterisk.url.replace(/\/ari$/, ""),
      user: asterisk.user,
      password: asterisk.password,
      app: asterisk.app,
    },
    ami: asterisk.amiPassword
      ? {
          host: asterisk.amiHost ?? new URL(asterisk.url).hostname.replace(/^\[|\]$/g, ""),
          port: asterisk.amiPort,
          user: asterisk.amiUser,
          password: asterisk.amiPassword,
        }
      : undefined,
    sip: user && password && domain ? { user, password, domain, port, transport } : undefined,
    http: {
      ...restOfHttp,
      host: host ?? (access.keys.length > 0 ? "0.0.0.0" : "127.0.0.1"),
      apiKeys: access.keys,
      apiClients: access.clients,
    },
    general: { ...general, timezone: general.timezone ?? hostTimeZone },
    store: {
      ...restOfStore,
      transcriptRetentionDays: Math.min(words.retentionDays ?? Infinity, store.callRetentionDays),
      logsWords: words.areLogged,
    },
  };
}

function checkRegistration({ values: { sip, asterisk }, given, faults }: Reading): void {
  const names = ["SIP_USER", "SIP_PASSWORD", "SIP_DOMAIN"];
  const missing = names.filter((name) => !given.has(name) && !hasFault(faults, name));
  if (missing.length === names.length) return;
  const set = names.filter((name) => given.has(name)).join(" and ");
  for (const name of missing) faults.push({ name, problem: `must be set together with ${set}` });
  const known = asterisk.amiPassword !== undefined || hasFault(faults, "AMI_PASSWORD");
  if (sip.user && !known) {
    faults.push({ name: "AMI_PASSWORD", problem: "must be set when SIP_USER is: only AMI reports the registration" });
  }
}

/** Warns only: schedules of a client whose key was removed still obey its limits. */
function checkClients({ apiKeys, apiClients }: Settings["http"], warnings: string[]): void {
  const named = new Set(apiKeys.map(({ name }) => name));
  const count = apiClients.filter(({ name }) => !named.has(name)).length;
  if (count > 0) warnings.push(`API_KEYS has limits for ${count === 1 ? "a name" : `${count} names`} without a key`);
}

/** Prevents the HTTP interface from being opened by accident: anyone who can reach it can place calls. */
function checkExposure(http: Settings["http"], faults: SettingFault[], warnings: string[]): void {
  const keys = http.apiKeys.length > 0 || hasFault(faults, "API_KEYS");
  if (keys) {
    if (http.allowUnauthenticated) warnings.push("ALLOW_UNAUTHENTICATED has no effect: API_KEYS is set");
    return;
  }
  if (isLoopback(http.host)) {
    warnings.push(`API_KEYS is not set: the HTTP interface can be reached from this machine only (${http.host})`);
  } else if (http.allowUnauthenticated) {
    warnings.push(`ALLOW_UNAUTHENTICATED: anyone who can reach ${http.host}:${http.port} can place calls`);
  } else {
    faults.push({
      name: "HOST",
      problem: "a loopback address such as 127.0.0.1, unless API_KEYS or ALLOW_UNAUTHENTICATED=true is set",
      given: JSON.stringify(http.host),
    });
  }
}

/** @param tz TZ of the environment: Node 20 replaces a zone's current name with the former one */
function localTimeZone(tz = ""): string {
  return isTimeZone(tz) ? tz : new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

function secretsOf(values: Values): string[] {
  const secrets: unknown[] = [];
  for (const [area, { settings }] of Object.entries(SCHEMA)) {
    for (const [key, setting] of Object.entries(settings as Record<string, Setting<unknown>>)) {
      if (!setting.secret) continue;
      const value = (values as Record<string, Record<string, unknown>>)[area]?.[key];
      secrets.push(setting.secretParts ? setting.secretParts(value) : value);
    }
  }
  return secrets.flat().filter((secret): secret is string => typeof secret === "string" && secret !== "");
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}

/** Returns the settings for a language: its recogniser, and its voice if it has one. */
export function settingsIn(settings: Settings, language: string): Settings {
  const { stt, tts } = settings;
  const { usualVoice: usual, voices: byLanguage } = tts;
  return { ...settings, stt: { ...stt, language }, tts: { ...tts, ...voicesIn({ usual, byLanguage }, language) } };
}

function voicesIn({ usual, byLanguage }: Voices, language: string) {
  return { voice: byLanguage[primaryLanguage(language)] ?? usual, usualVoice: usual, voices: byLanguage };
}
