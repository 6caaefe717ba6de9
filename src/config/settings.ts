import { readFileSync } from "node:fs";
import { isTimeZone } from "../kernel/wall-clock.js";
import { type SettingFault, hasFault, settingsInvalid } from "./fault.js";
import { type Environment, type ReadFile, type Reading, readEnvironment } from "./read-environment.js";
import { SCHEMA, type Values } from "./schema.js";
import { type ShownSetting, shownSettings } from "./shown-settings.js";
import type { Setting } from "./setting.js";

/** A server that is spoken to over HTTP. */
export interface Server {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

/** The areas of which one setting stands in for another; all others are used as they are read. */
type ResolvedArea = "speech" | "stt" | "tts" | "asterisk" | "sip" | "http" | "general" | "store";

/** What the process runs with: every value is there, checked and final. Frozen. */
export interface Settings extends Omit<Values, ResolvedArea> {
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
  readonly http: Values["http"] & { readonly host: string };
  readonly general: Values["general"] & { readonly timezone: string };
  readonly store: Values["store"] & { readonly transcriptRetentionDays: number };
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
  /** Of the warnings those of names that are likely meant for a setting. */
  readonly misspelt: readonly string[];
}

/**
 * Reads, checks and freezes all settings.
 *
 * @param env as `process.env` has it; an empty value counts as not set
 * @throws {AttendantError} `settings_invalid`, its message naming every fault and every misspelt name, with secrets masked
 */
export function loadSettings(env: Environment, needs: LoadNeeds = {}): Loaded {
  const { faults, misspelt, ...loaded } = examineSettings(env, needs);
  if (faults.length > 0) throw settingsInvalid(faults, [...misspelt, ...(needs.remarks ?? [])]);
  return loaded;
}

/** The same without throwing: for whoever looks at what a set-up has that is in order, besides what is not. */
export function examineSettings(env: Environment, needs: LoadNeeds = {}): Examined {
  const { readFile = (path) => readFileSync(path, "utf8"), hostTimeZone = localTimeZone(env.TZ) } = needs;
  const reading = readEnvironment(env, readFile);
  const { values, faults, misspelt } = reading;
  const warnings = [...reading.warnings, ...(needs.remarks ?? [])];
  const settings = resolveSettings(reading, hostTimeZone);
  checkRegistration(reading);
  checkClients(settings.http, warnings);
  checkExposure(settings.http, faults, warnings);
  const { transcriptRetentionDays = 0, callRetentionDays } = values.store;
  if (transcriptRetentionDays > callRetentionDays) {
    warnings.push("TRANSCRIPT_RETENTION_DAYS has no effect: transcripts go with their calls after CALL_RETENTION_DAYS");
  }
  return {
    settings: freeze(settings),
    warnings,
    secrets: secretsOf(values),
    shown: shownSettings(reading),
    faults,
    misspelt,
  };
}

/** Fills in what one setting says about another that is not set. */
function resolveSettings({ values, given, faults }: Reading, hostTimeZone: string): Settings {
  const { speech, stt, tts, asterisk, sip, http, general, store, ...others } = values;
  const missing = ["STT_BASE_URL", "TTS_BASE_URL"].filter((name) => !given.has(name));
  if (!given.has("SPEECH_BASE_URL") && missing.length > 0) {
    const instead = missing.length === 2 ? "STT_BASE_URL and TTS_BASE_URL are" : `${missing.join()} is`;
    faults.push({ name: "SPEECH_BASE_URL", problem: `must be set, unless ${instead}` });
  }
  // The shared key goes to the shared server only: an address of one's own may be another company's.
  const server = (own: { baseUrl: string | undefined; apiKey: string | undefined }): Server =>
    own.baseUrl === undefined
      ? { baseUrl: speech.baseUrl ?? "", apiKey: own.apiKey ?? speech.apiKey }
      : { baseUrl: own.baseUrl, apiKey: own.apiKey };
  const { user, password, domain, port, transport } = sip;
  return {
    ...others,
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
    http: { ...http, host: http.host ?? (http.apiKeys.length > 0 ? "0.0.0.0" : "127.0.0.1") },
    general: { ...general, timezone: general.timezone ?? hostTimeZone },
    store: {
      ...store,
      transcriptRetentionDays: Math.min(store.transcriptRetentionDays ?? Infinity, store.callRetentionDays),
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

/** No fault: schedules of a client whose key was taken away go on within its limits. */
function checkClients({ apiKeys, apiClients }: Settings["http"], warnings: string[]): void {
  const named = new Set(apiKeys.map(({ name }) => name));
  for (const { name } of apiClients.filter((client) => !named.has(client.name))) {
    warnings.push(`API_CLIENTS has limits for ${name}, which is the name of no key in API_KEYS`);
  }
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
