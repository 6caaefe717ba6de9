import { readFileSync } from "node:fs";
import { isTimeZone } from "../kernel/wall-clock.js";
import type { ApiAccess } from "./api-access.js";
import { type SettingFault, hasFault, settingsInvalid } from "./fault.js";
import type { Environment, ReadFile } from "./environment.js";
import { type Reading, readEnvironment } from "./read-environment.js";
import { SCHEMA, type Values } from "./schema.js";
import { type ShownSetting, shownSettings } from "./shown-settings.js";
import type { Setting } from "./setting.js";

/** A server that is spoken to over HTTP. */
export interface Server {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Longest wait for the next piece of an answer, in ms. */
  readonly timeoutMs: number;
}

/** Defaults of BACKEND_TIMEOUT_MS. */
const LANGUAGE_MODEL_TIMEOUT_MS = 15_000;
const SPEECH_TIMEOUT_MS = 10_000;

/** The areas of which one setting stands in for another; all others are used as they are read. */
type ResolvedArea = "llm" | "speech" | "stt" | "tts" | "backends" | "asterisk" | "sip" | "http" | "general" | "store";

/** What the process runs with: every value is there, checked and final. Frozen. */
export interface Settings extends Omit<Values, ResolvedArea> {
  readonly llm: Values["llm"] & Server;
  readonly stt: Omit<Values["stt"], "baseUrl" | "apiKey"> & Server;
  readonly tts: Omit<Values["tts"], "baseUrl" | "apiKey"> & Server;
  readonly ari: { readonly url: string; readonly user: string; readonly password: string; readonly app: string };
  /** The manager interface; undefined when there is no password for it. */
  readonly ami:
    | { readonly host: string; readonly port: number; readonly user: string; readonly password: string }
    | undefined;
  /** The registration that is expected to stand; undefined when none is. */
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
    /** Whether the log and traces may hold what was said. */
    readonly logsWords: boolean;
  };
}

export interface Loaded {
  readonly settings: Settings;
  /** One sentence each, fit for the log. */
  readonly warnings: readonly string[];
  /** The values that no log line, error or answer may show. */
  readonly secrets: readonly string[];
  /** All of them as they may be shown. */
  readonly shown: readonly ShownSetting[];
}

export interface LoadNeeds {
  readonly readFile?: ReadFile;
  /** One sentence each: what was wrong with where the environment comes from. */
  readonly remarks?: readonly string[];
  /** The IANA zone of the host. */
  readonly hostTimeZone?: string;
}

/** All that there is to know of settings, faulty ones too. */
export interface Examined extends Loaded {
  /** What is wrong. In `settings` a faulty one has its default, and a required one that is missing is undefined. */
  readonly faults: readonly SettingFault[];
  /** The warnings about names that are probably meant for a setting. */
  readonly misspelt: readonly string[];
  /** The warning about former names, if any is set. */
  readonly outdated: string | undefined;
}

/**
 * Reads, checks and freezes all settings.
 *
 * @param env as `process.env` has it; an empty value counts as not set
 * @throws {AttendantError} `settings_invalid`, its message naming every fault and every misspelt name, with secrets masked
 */
export function loadSettings(env: Environment, needs: LoadNeeds = {}): Loaded {
  const { faults, misspelt, outdated: _, ...loaded } = examineSettings(env, needs);
  if (faults.length > 0) throw settingsInvalid(faults, [...misspelt, ...(needs.remarks ?? [])]);
  return loaded;
}

/** The same without throwing: for whoever looks at what a set-up has that is in order, besides what is not. */
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
    secrets: secretsOf(values),
    shown: shownSettings(reading),
    faults,
    misspelt,
    outdated,
  };
}

/** Fills in what one setting says about another that is not set. */
function resolveSettings({ values, given, faults }: Reading, hostTimeZone: string): Settings {
  const { llm, speech, stt, tts, backends, asterisk, sip, http, general, store, ...others } = values;
  const missing = ["STT_BASE_URL", "TTS_BASE_URL"].filter((name) => !given.has(name));
  if (!given.has("SPEECH_BASE_URL") && missing.length > 0) {
    const instead = missing.length === 2 ? "STT_BASE_URL and TTS_BASE_URL are" : `${missing.join()} is`;
    faults.push({ name: "SPEECH_BASE_URL", problem: `must be set, unless ${instead}` });
  }
  // The shared key goes to the shared server only: an address of one's own may be another company's.
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
    tts: { ...tts, ...server(tts) },
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
    faults.push({ name: "AMI_PASSWORD", problem: "must be set when SIP_USER is: only AMI knows the registration" });
  }
}

/** A warning only: schedules of a client whose key was removed still obey its limits. */
function checkClients({ apiKeys, apiClients }: Settings["http"], warnings: string[]): void {
  const named = new Set(apiKeys.map(({ name }) => name));
  const count = apiClients.filter(({ name }) => !named.has(name)).length;
  if (count > 0) warnings.push(`API_KEYS has limits for ${count === 1 ? "a name" : `${count} names`} without a key`);
}

/** Whoever reaches the HTTP interface can make telephones ring, so it is not opened by accident. */
function checkExposure(http: Settings["http"], faults: SettingFault[], warnings: string[]): void {
  const keys = http.apiKeys.length > 0 || hasFault(faults, "API_KEYS");
  if (keys) {
    if (http.allowUnauthenticated) warnings.push("ALLOW_UNAUTHENTICATED has no effect: API_KEYS is set");
    return;
  }
  if (isLoopback(http.host)) {
    warnings.push(`API_KEYS is not set: the HTTP interface can be reached from this machine only (${http.host})`);
  } else if (http.allowUnauthenticated) {
    warnings.push(`ALLOW_UNAUTHENTICATED: anybody who reaches ${http.host}:${http.port} can place calls`);
  } else {
    faults.push({
      name: "HOST",
      problem: "a loopback address such as 127.0.0.1, unless API_KEYS or ALLOW_UNAUTHENTICATED=true is set",
      given: JSON.stringify(http.host),
    });
  }
}

function isLoopback(host: string): boolean {
  return /^(localhost|::1|127(\.\d{1,3}){3})$/i.test(host);
}

/** @param tz as the environment has it: a zone's present name, of which Node 20 makes the former one */
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
