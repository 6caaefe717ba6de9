import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import Database from "libsql";
import { samplesOf } from "../../src/audio/pcm.js";
import { writeWav } from "../../src/audio/wav.js";
import type { AriClient } from "./bed/ari-client.js";
import type { AssistantAsterisk } from "./bed/bed.js";
import { TEST_LINES } from "./bed/pbx.js";
import type { Controller } from "./controller.js";
import { FAULTY_EXTENSIONS } from "./faulty-extensions.js";
import { type FrontAnswer, frontCompletion, frontJson, type FrontManner, type FrontRequest } from "./front.js";

type SettingsOf = Readonly<Record<string, string>>;

/** What a set-up is broken in: all of it works, and a case changes one thing. */
export interface Ground {
  /** Of a set-up that works. */
  readonly settings: SettingsOf;
  /** Of the speech server and the language model, without a path. */
  readonly speechUrl: string;
  readonly modelUrl: string;
  /** An Asterisk of its own, registered with the PBX but for what these settings change. */
  assistant(further?: SettingsOf): Promise<AssistantAsterisk>;
  /** A server before another one. @returns its address, without a path */
  front(target: string, manner: FrontManner): Promise<string>;
  /** An Asterisk that says it is of this version. */
  asteriskOf(version: string): Promise<SettingsOf>;
  /** Another ARI client with that application. */
  client(asterisk: AssistantAsterisk, app: string): Promise<AriClient>;
  /** A server on a port of 127.0.0.1 that takes connections and says nothing. */
  mute(): Promise<number>;
  /** A service of its own with those settings. */
  service(settings: SettingsOf): Promise<Controller>;
  /** A folder of its own, in which the service is started. */
  readonly folder: string;
  /** To be let go of when it is over. */
  keep(each: AsyncDisposable): void;
}

/** What a running service says of such a set-up, as docs/troubleshooting.md lists it. */
export interface ServiceNames {
  readonly check: "asterisk" | "sip" | "store" | "stt" | "stt_realtime" | "llm" | "tts";
  /** What works all the same, in another way: the check stays good, the log tells. */
  readonly works?: true;
  /** The event of the log that tells. */
  readonly event: string;
  /** What is said, in `/health` and in the log. */
  readonly says: RegExp;
  /** The settings, files or modules to look at: all of them are named. */
  readonly names: readonly string[];
  /** What shows it once the service runs with those settings. */
  readonly meet?: (service: Controller, settings: SettingsOf, ground: Ground) => Promise<void>;
}

/** A set-up with one thing wrong, and who reports it. */
export interface BrokenSetup {
  readonly what: string;
  /** The only link that the doctor blames. */
  readonly link: string;
  /** It works all the same. */
  readonly works?: true;
  /** A disk is mounted for it, which only root may do. */
  readonly needsMount?: true;
  /** It takes long, and another one like it is tried each time. */
  readonly isSlow?: true;
  readonly says: RegExp;
  /** What the remedy names. */
  readonly remedy: RegExp;
  /** Where a service that runs names it, too; elsewhere the doctor alone is asked. */
  readonly service?: ServiceNames;
  /** Only a service that has met it knows, and the doctor asks that one. */
  readonly isSeenRunning?: true;
  breakIt(ground: Ground): Promise<SettingsOf>;
}

const set = (further: SettingsOf) => async () => further;
/** Settings of an Asterisk whose files were edited. */
const edited =
  (file: string, change: (text: string) => string, ...commands: readonly string[]) =>
  async ({ assistant }: Ground): Promise<SettingsOf> => {
    const { asterisk, settings } = await assistant();
    await asterisk.edit(file, change);
    for (const command of commands) await asterisk.cli(command).catch(() => {});
    return settings;
  };
const registering =
  (further: SettingsOf) =>
  async ({ assistant }: Ground): Promise<SettingsOf> =>
    (await assistant(further)).settings;
const asExtension = (user: string) => registering({ SIP_USER: user, SIP_PASSWORD: `secret-of-${user}` });
const model =
  (manner: FrontManner, further: SettingsOf = {}) =>
  async ({ front, modelUrl }: Ground): Promise<SettingsOf> => ({
    LLM_BASE_URL: `${await front(modelUrl, manner)}/v1`,
    ...further,
  });
const speech =
  (setting: "STT_BASE_URL" | "TTS_BASE_URL", manner: FrontManner, further: SettingsOf = {}) =>
  async ({ front, speechUrl }: Ground): Promise<SettingsOf> => ({
    [setting]: `${await front(speechUrl, manner)}/v1`,
    ...further,
  });
/** The beginning of an MP3 file: its tag, and a frame. */
const MP3 = Buffer.concat([
  Buffer.from("ID3\x04\0\0\0\0\0\0"),
  Buffer.from([0xff, 0xfb, 0x90, 0x64]),
  Buffer.alloc(4_000),
]);
const sound = (type: string, body: Buffer) => ({
  instead: ({ path }: FrontRequest) =>
    path.endsWith("/audio/speech") ? { status: 200, headers: { "content-type": type }, body } : undefined,
});
/** In a WAV file whose header says 16 000 Hz, whatever it is. */
const asWav = (answer: FrontAnswer): FrontAnswer => ({
  ...answer,
  headers: { "content-type": "audio/wav" },
  body: Buffer.from(writeWav([samplesOf(answer.body)])),
});
const transcription = (type: string, text: string) => ({
  instead: ({ path }: FrontRequest) =>
    path.endsWith("/transcriptions")
      ? { status: 200, headers: { "content-type": type }, body: Buffer.from(text) }
      : undefined,
});
const refusing = (pattern: RegExp, message: string, status: number) => ({
  instead: ({ path, body }: FrontRequest) =>
    path.endsWith("/models") || !pattern.test(`${path} ${body.toString("latin1")}`)
      ? undefined
      : frontJson({ error: { message } }, status),
});
const storeFile =
  (make: (path: string) => Promise<void> | void) =>
  async ({ folder }: Ground) => {
    await mkdir(join(folder, "data/store"), { recursive: true });
    await make(join(folder, "data/store/attendant.sqlite"));
    return { DATA_DIR: join(folder, "data") };
  };

const envFile =
  (text: string, mode = 0o600) =>
  async ({ folder }: Ground) => {
    await writeFile(join(folder, ".env"), text, { mode });
    return {};
  };
const inDataDir =
  (name: string, text: string) =>
  async ({ folder }: Ground) => {
    const path = join(folder, "data", name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return { DATA_DIR: join(folder, "data") };
  };
/** A disk in memory, mounted with those options. */
const onDisk =
  (options: string) =>
  async ({ folder, keep }: Ground) => {
    const path = join(folder, "disk");
    await mkdir(path);
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "attendant-test", path], { stdio: "pipe" });
    keep({ [Symbol.asyncDispose]: async () => void execFileSync("umount", [path]) });
    return { DATA_DIR: path };
  };

export const BROKEN_SETUPS: readonly BrokenSetup[] = [
  {
    what: "Required settings are missing",
    link: "settings",
    says: /LLM_MODEL: must be set.*SPEECH_BASE_URL: must be set/,
    remedy: /\.env/,
    breakIt: set({ LLM_MODEL: "", SPEECH_BASE_URL: "" }),
  },
  {
    what: "A value stands in quotation marks",
    link: "settings",
    works: true,
    says: /LLM_MODEL begins and ends with a quotation mark/,
    remedy: /quotation marks/,
    breakIt: set({ LLM_MODEL: '"scripted"' }),
  },
  {
    what: "A key in .env has a dollar sign, which Docker Compose reads differently",
    link: "compose",
    works: true,
    says: /Docker Compose reads these values in \.env differently from Node: LLM_API_KEY \(a dollar sign\)/,
    remedy: /single quotes/,
    breakIt: async ({ folder }) => {
      await writeFile(join(folder, "compose.yaml"), "services: {}\n");
      await writeFile(join(folder, ".env"), "LLM_API_KEY=pa$$word-of-sixteen\n", { mode: 0o600 });
      return {};
    },
  },
  {
    what: "A value stands in the quotation marks of a word processor",
    link: "settings",
    works: true,
    says: /LLM_MODEL begins and ends with a quotation mark/,
    remedy: /quotation marks/,
    breakIt: set({ LLM_MODEL: "“scripted”" }),
  },
  {
    what: "One of two quotation marks is missing",
    link: "settings",
    works: true,
    says: /TTS_VOICE has a single quotation mark/,
    remedy: /quotation mark/,
    breakIt: set({ TTS_VOICE: '"rms' }),
  },
  {
    what: "A password ends with a blank",
    link: "settings",
    works: true,
    says: /ARI_PASSWORD begins or ends with a blank/,
    remedy: /blank/,
    breakIt: set({ ARI_PASSWORD: "secret-of-ari " }),
  },
  {
    what: "The name of a setting is in lower case",
    link: "settings",
    says: /LLM_MODEL: must be set: .*llm_model is not a setting; did you mean LLM_MODEL\?/,
    remedy: /Correct the name/,
    breakIt: set({ LLM_MODEL: "", llm_model: "scripted" }),
  },
  {
    what: "The name of a setting has dashes",
    link: "settings",
    works: true,
    says: /LLM-MAX-TOKENS is not a setting; did you mean LLM_MAX_TOKENS\?/,
    remedy: /name/,
    breakIt: set({ "LLM-MAX-TOKENS": "300" }),
  },
  {
    what: "An address has no scheme",
    link: "settings",
    says: /LLM_BASE_URL: expected an http:.* such as http:\/\/127\.0\.0\.1:11434\/v1; given: "127\.0\.0\.1:11434\/v1"/,
    remedy: /\.env/,
    breakIt: set({ LLM_BASE_URL: "127.0.0.1:11434/v1" }),
  },
  {
    what: "An address has user and password in it",
    link: "settings",
    says: /ARI_URL: expected .* without user, .* such as http:\/\/127\.0\.0\.1:8088; given: "http:\/\/\*\*\*@127/,
    remedy: /\.env/,
    breakIt: set({ ARI_URL: "http://attendant:secret@127.0.0.1:8088" }),
  },
  {
    what: "A key has a line break in it",
    link: "settings",
    says: /LLM_API_KEY: expected .*; given: \*\*\* \(17 characters, number 14 is a line break\)/,
    remedy: /\.env/,
    breakIt: set({ LLM_API_KEY: "sk-0123456789\nabc" }),
  },
  {
    what: "TIMEZONE is the name of a city",
    link: "settings",
    says: /TIMEZONE: expected an IANA time zone, perhaps Europe\/Berlin; given: "Berlin"/,
    remedy: /\.env/,
    breakIt: set({ TIMEZONE: "Berlin" }),
  },
  {
    what: "A host has a port behind it",
    link: "settings",
    says: /SIP_DOMAIN: expected a host name .* without scheme, user and port, such as 192\.168\.1\.5; given: "192\.168\.1\.5:5060"/,
    remedy: /\.env/,
    breakIt: set({ SIP_USER: "8000", SIP_PASSWORD: "secret", AMI_PASSWORD: "secret", SIP_DOMAIN: "192.168.1.5:5060" }),
  },
  {
    what: "SIP_DOMAIN is written as a SIP address",
    link: "settings",
    says: /SIP_DOMAIN: expected .*, such as pbx\.example; given: "sip:8000@pbx\.example"/,
    remedy: /\.env/,
    breakIt: set({
      SIP_USER: "8000",
      SIP_PASSWORD: "secret",
      AMI_PASSWORD: "secret",
      SIP_DOMAIN: "sip:8000@pbx.example",
    }),
  },
  {
    what: "The name of the application has a blank in it",
    link: "settings",
    says: /ARI_APP: expected letters, digits and \. _ -; given: "my assistant"/,
    remedy: /\.env/,
    breakIt: set({ ARI_APP: "my assistant" }),
  },
  {
    what: "A number has its unit behind it",
    link: "settings",
    says: /BACKEND_TIMEOUT_MS: expected a whole number from 500 to 300000; given: "30s"/,
    remedy: /\.env/,
    breakIt: set({ BACKEND_TIMEOUT_MS: "30s" }),
  },
  {
    what: "A list of numbers that may be dialled has a word in it that names none",
    link: "settings",
    says: /DIAL_RULES: callers: "nobody" is not a number; list numbers such as 100 and patterns such as _2XXX, or _\. for every number/,
    remedy: /\.env/,
    breakIt: set({ DIAL_RULES: "callers: nobody" }),
  },
  {
    what: "The file that a secret is in is not there",
    link: "settings",
    says: /LLM_API_KEY_FILE: cannot be read \(ENOENT.*given: "\/run\/secrets\/of-nobody"/,
    remedy: /\.env/,
    breakIt: set({ LLM_API_KEY_FILE: "/run/secrets/of-nobody" }),
  },
  {
    what: "A key of the HTTP interface is too short",
    link: "settings",
    says: /API_KEYS: entry 1 of 1 must have a key of at least 16 .*not \*\*\* \(3 characters\)/,
    remedy: /\.env/,
    breakIt: set({ API_KEYS: "abc" }),
  },
  {
    what: "A key of the HTTP interface has a scope that there is not",
    link: "settings",
    says: /API_KEYS: entry 1 of 1 .* its scopes are not among read, transcripts/,
    remedy: /\.env/,
    breakIt: set({ API_KEYS: "desk:reed:a-key-of-sixteen-characters" }),
  },
  {
    what: "MCP_SERVERS is the address of a server",
    link: "settings",
    says: /MCP_SERVERS: is not JSON \(line 1: expected a value/,
    remedy: /\.env/,
    breakIt: set({ MCP_SERVERS: "http://127.0.0.1:8123/mcp" }),
  },
  {
    what: "A line of .env has a colon in the place of the equals sign",
    link: "settings",
    works: true,
    says: /Line 2 of \.env is not read: NAME=value is expected/,
    remedy: /NAME=value/,
    breakIt: envFile("LOG_LEVEL=info\nLLM_TEMPERATURE: 0.7\n"),
  },
  {
    what: "A setting stands in .env twice",
    link: "settings",
    works: true,
    says: /LLM_TEMPERATURE is in \.env twice, in lines 1 and 3: the last one applies/,
    remedy: /NAME=value/,
    breakIt: envFile("LLM_TEMPERATURE=0.7\nLOG_LEVEL=info\nLLM_TEMPERATURE=\n"),
  },
  {
    what: "A key in .env ends at its #",
    link: "settings",
    works: true,
    says: /LLM_API_KEY ends before the # in line 1 of \.env: write the value between single quotes/,
    remedy: /single quotes/,
    breakIt: envFile("LLM_API_KEY=pass#word-of-sixteen\n"),
  },
  {
    what: "Secrets in .env can be read by every user of the machine",
    link: "settings",
    works: true,
    says: /\.env has secrets \(MODEL_KEY_LARGE\) and can be read by every user of this machine/,
    remedy: /chmod 640 \.env/,
    breakIt: envFile("MODEL_KEY_LARGE=password-of-sixteen\n", 0o644),
  },
  {
    what: "The file .env is written in UTF-16",
    link: "settings",
    works: true,
    says: /\.env is written in UTF-16/,
    remedy: /UTF-8/,
    breakIt: async ({ folder }) => {
      await writeFile(join(folder, ".env"), Buffer.from("\ufeffLOG_LEVEL=info\n", "utf16le"));
      return {};
    },
  },
  {
    what: "DATA_DIR is a file",
    link: "folder",
    says: /is not a folder/,
    remedy: /DATA_DIR/,
    breakIt: async ({ folder }) => {
      await writeFile(join(folder, "taken"), "");
      return { DATA_DIR: join(folder, "taken") };
    },
  },
  {
    what: "DATA_DIR is on a disk that is mounted read-only",
    link: "folder",
    needsMount: true,
    says: /cannot be written to \(EROFS\)/,
    remedy: /not mounted read-only/,
    breakIt: onDisk("ro,mode=700"),
  },
  {
    what: "The disk of DATA_DIR is full",
    link: "folder",
    needsMount: true,
    says: /Only \d+ MB are free on the disk/,
    remedy: /Free space/,
    breakIt: onDisk("size=1m,mode=700"),
  },
  {
    what: "assistants.yaml has a field that there is not",
    link: "assistants",
    says: /assistants\.yaml: line 2, \/assistants\/one\/voise: is not known; did you mean voice\?/,
    remedy: /docs\/assistants\.md/,
    breakIt: inDataDir("assistants.yaml", "assistants:\n  one: { voise: anna }\n"),
  },
  {
    what: "phrases.json is not JSON",
    link: "phrases",
    works: true,
    says: /phrases\.json line 2 is not JSON, so the defaults apply: expected , or }/,
    remedy: /phrases-of-your-own/,
    breakIt: inDataDir("phrases.json", '{"greetings": ["Hello."]\n'),
  },
  {
    what: "phrases.json has a phrase that there is not, and one that is no list",
    link: "phrases",
    works: true,
    says: /line 1: greetings must be a list of 1 to 100 texts.*line 2: "goodbies" is not a known category; did you mean goodbyes\?/,
    remedy: /phrases-of-your-own/,
    breakIt: inDataDir("phrases.json", '{"greetings": "Hello.",\n"goodbies": ["Bye."]}'),
  },
  {
    what: "A tool of one's own has a syntax error",
    link: "plugins",
    works: true,
    says: /tide\.mjs is not used: there is a syntax error at tide\.mjs:2/,
    remedy: /scripts\/check-tool/,
    breakIt: inDataDir("tools/tide.mjs", "export default {\n  name: {{\n"),
  },
  {
    what: "TOOLS_DIR names a folder that is not there",
    link: "plugins",
    works: true,
    says: /TOOLS_DIR is \/srv\/of-nobody, which cannot be read \(ENOENT\)/,
    remedy: /TOOLS_DIR/,
    breakIt: set({ TOOLS_DIR: "/srv/of-nobody" }),
  },
  {
    what: "The password in MONGODB_URI has an @ that is not encoded",
    link: "store",
    says: /is not a valid MongoDB connection string .*Percent-encode characters such as @ : \/ %/,
    remedy: /MONGODB_URI/,
    breakIt: set({ MONGODB_URI: "mongodb://attendant:p@ss@127.0.0.1:9/attendant" }),
  },
  {
    what: "MONGODB_URI leads to another kind of server",
    link: "store",
    says: /MongoDB at 127\.0\.0\.1:\d+ does not answer/,
    remedy: /MONGODB_URI/,
    breakIt: async ({ mute }) => ({ MONGODB_URI: `mongodb://127.0.0.1:${await mute()}/attendant` }),
  },
  {
    what: "The store was written by a later version",
    link: "store",
    says: /was written by a later version/,
    remedy: /later version/,
    breakIt: storeFile((path) => {
      const database = new Database(path);
      database.exec("PRAGMA user_version = 999");
      database.close();
    }),
  },
  {
    what: "The store is damaged",
    link: "store",
    says: /is damaged/,
    remedy: /scripts\/restore/,
    breakIt: storeFile((path) =>
      writeFile(path, "this is no database, and it is long enough to be seen as none".repeat(20)),
    ),
  },
  {
    what: "Another controller has the same DATA_DIR",
    link: "store",
    says: /is open in another process/,
    remedy: /its own DATA_DIR/,
    breakIt: async (ground) =>
      storeFile((path) => {
        const database = new Database(path);
        database.exec("CREATE TABLE taken (a); BEGIN EXCLUSIVE");
        ground.keep({ [Symbol.asyncDispose]: async () => void database.close() });
      })(ground),
  },
  {
    what: "MongoDB is not there",
    link: "store",
    says: /MongoDB at \S+ does not answer/,
    remedy: /MONGODB_URI/,
    service: {
      check: "store",
      event: "check_failed",
      says: /MongoDB at \S+ does not answer .*Check .* and that the server is running/,
      names: ["MONGODB_URI"],
    },
    breakIt: set({ MONGODB_URI: "mongodb://127.0.0.1:9/attendant" }),
  },
  {
    what: "The port of the HTTP interface is taken",
    link: "port",
    says: /is taken by another program/,
    remedy: /PORT/,
    breakIt: async ({ mute }) => ({ PORT: String(await mute()) }),
  },
  {
    what: "HOST is no address of this machine",
    link: "port",
    says: /is not an address of this machine/,
    remedy: /HOST/,
    breakIt: set({ HOST: "192.0.2.1", API_KEYS: "a-key-of-the-doctors-own" }),
  },
  {
    what: "Nothing listens at ARI_URL",
    link: "asterisk",
    says: /does not answer at \S+: the connection is refused/,
    remedy: /http\.conf .*bindport/,
    service: {
      check: "asterisk",
      event: "asterisk_away",
      says: /does not answer at http:\S+: .*check that Asterisk runs, .*http\.conf has enabled ?= ?yes/,
      names: ["ARI_URL", "http.conf"],
    },
    breakIt: set({ ARI_URL: "http://127.0.0.1:59" }),
  },
  {
    what: "A firewall drops what goes to ARI_URL",
    link: "asterisk",
    says: /no answer within/,
    remedy: /firewall/,
    breakIt: async ({ mute }) => ({ ARI_URL: `http://127.0.0.1:${await mute()}`, AMI_HOST: "127.0.0.1" }),
  },
  {
    what: "The host of ARI_URL cannot be resolved",
    link: "asterisk",
    says: /asterisk\.invalid cannot be resolved/,
    remedy: /ARI_URL/,
    breakIt: set({ ARI_URL: "http://asterisk.invalid:8088" }),
  },
  {
    what: "ARI_URL has the port of another program",
    link: "asterisk",
    says: /does not speak HTTP/,
    remedy: /bindport/,
    breakIt: async ({ settings }) => ({ ARI_URL: `http://127.0.0.1:${settings.AMI_PORT}` }),
  },
  {
    what: "ARI_URL has the address of a web server",
    link: "asterisk",
    says: /is not Asterisk but nginx/,
    remedy: /8088/,
    breakIt: async ({ front, modelUrl }) => ({
      ARI_URL: await front(modelUrl, { instead: () => frontJson({}, 404, { server: "nginx" }) }),
    }),
  },
  {
    what: "ARI_URL has the address of a web page",
    link: "ari",
    says: /is not an Asterisk: check ARI_URL/,
    remedy: /8088/,
    breakIt: async ({ front, modelUrl }) => ({
      AMI_HOST: "127.0.0.1",
      ARI_URL: await front(modelUrl, {
        instead: () => ({
          ...{ status: 200, headers: { "content-type": "text/html" } },
          body: Buffer.from("<html><title>Administration</title></html>"),
        }),
      }),
    }),
  },
  {
    what: "ARI_URL is written with https",
    link: "asterisk",
    says: /cannot be used over https/,
    remedy: /http:\/\//,
    breakIt: async ({ settings }) => ({ ARI_URL: (settings.ARI_URL ?? "").replace("http:", "https:") }),
  },
  {
    what: "ARI_URL has a path",
    link: "asterisk",
    says: /ARI_URL has the path \/asterisk/,
    remedy: /without a path.*prefix from http\.conf/,
    breakIt: async ({ settings }) => ({ ARI_URL: `${settings.ARI_URL}/asterisk` }),
  },
  {
    what: "Asterisk's HTTP server has a prefix",
    isSlow: true,
    link: "ari",
    says: /answered 404/,
    remedy: /remove prefix from http\.conf/,
    breakIt: edited(
      "http.conf",
      (text) => text.replace("[general]", "[general]\nprefix = asterisk"),
      "module reload http",
    ),
  },
  {
    what: "The ARI password is another one than in ari.conf",
    link: "ari",
    says: /refused the ARI user "attendant"/,
    remedy: /ari\.conf/,
    service: {
      check: "asterisk",
      event: "asterisk_away",
      says: /refused the ARI user "attendant": check .* against ari\.conf/,
      names: ["ARI_USER", "ARI_PASSWORD"],
    },
    breakIt: set({ ARI_PASSWORD: "another-password" }),
  },
  {
    what: "ARI is turned off in ari.conf",
    link: "ari",
    says: /answered 404/,
    remedy: /enabled = yes/,
    service: {
      check: "asterisk",
      event: "asterisk_away",
      says: /answered 404 to an ARI request: check .* ari\.conf has enabled ?= ?yes/,
      names: ["ARI_URL", "ari.conf"],
    },
    breakIt: edited("ari.conf", (text) => text.replace("enabled = yes", "enabled = no"), "module reload res_ari.so"),
  },
  {
    what: "http.conf permits another address",
    isSlow: true,
    link: "ari",
    says: /403/,
    remedy: /http\.conf/,
    breakIt: edited("http.conf", (text) => text.replace(/permit = .*/, "permit = 192.0.2.9"), "module reload http"),
  },
  {
    what: "ari.conf permits the user at another address",
    link: "ari",
    says: /by the ACL of the ARI user "attendant"/,
    remedy: /in ari\.conf/,
    breakIt: edited(
      "ari.conf",
      (text) => `${text}deny = 0.0.0.0/0,::/0\npermit = 192.0.2.9\n`,
      "module reload res_ari.so",
    ),
  },
  {
    what: "The ARI user is read-only",
    link: "ari-rights",
    says: /may only read/,
    remedy: /read_only = no/,
    service: {
      check: "asterisk",
      event: "asterisk_away",
      says: /may only read: set read_only = no for it in ari\.conf/,
      names: ["ari.conf"],
    },
    breakIt: edited("ari.conf", (text) => `${text}read_only = yes\n`, "module reload res_ari.so"),
  },
  {
    what: "Asterisk has not loaded a module",
    link: "asterisk-modules",
    says: /has not loaded chan_websocket\.so/,
    remedy: /modules\.conf/,
    service: {
      check: "asterisk",
      event: "asterisk_away",
      says: /has not loaded chan_websocket\.so: run "module load chan_websocket\.so" and have modules\.conf load it/,
      names: ["modules.conf"],
    },
    breakIt: edited("modules.conf", (text) => text, "module unload chan_websocket.so"),
  },
  {
    what: "This Asterisk is too old",
    link: "asterisk-version",
    says: /20\.9\.0 is too old/,
    remedy: /Update Asterisk/,
    service: {
      check: "asterisk",
      event: "asterisk_away",
      says: /Asterisk 20\.9\.0 is too old: .*install 22\.10\.1 or later/,
      names: [],
    },
    breakIt: async ({ asteriskOf }) => ({ ...(await asteriskOf("20.9.0")), AMI_HOST: "127.0.0.1" }),
  },
  {
    what: "Asterisk's HTTP server takes too few sessions",
    link: "asterisk-sessions",
    says: /keeps \d+ sessions at a time, and 20 calls need 28/,
    remedy: /sessionlimit/,
    breakIt: edited(
      "http.conf",
      (text) => text.replace("sessionlimit = 1000", "sessionlimit = 15"),
      "module reload http",
    ),
  },
  {
    what: "http.conf permits no events to this address",
    link: "ari-connection",
    says: /403/,
    remedy: /\/ari\/events.*http\.conf/,
    breakIt: edited(
      "http.conf",
      (text) => `${text}\n[/ari/events]\ntype = restriction\ndeny = 0.0.0.0/0,::/0\npermit = 192.0.2.9\n`,
      "module reload http",
    ),
  },
  {
    what: "Another controller has the application",
    link: "ari-application",
    says: /"attendant" is registered by/,
    remedy: /ARI_APP/,
    service: {
      check: "asterisk",
      event: "asterisk_away",
      says: /Another controller took the ARI application "attendant" over \(host .*\)\. Stop it/,
      names: ["ARI_APP"],
      meet: async (first, settings, { service }) => {
        await first.logged("asterisk_connected");
        await service(settings);
      },
    },
    breakIt: async (ground) => {
      const asterisk = await ground.assistant();
      ground.keep(await ground.client(asterisk, "attendant"));
      return asterisk.settings;
    },
  },
  {
    what: "The dialplan has another application",
    link: "dialplan",
    says: /No extension of the dialplan leads to Stasis\(receptionist\)/,
    remedy: /dialplan reload/,
    breakIt: set({ ARI_APP: "receptionist" }),
  },
  {
    what: "Calls of the PBX arrive in another context",
    link: "dialplan",
    says: /Nothing leads from the context "elsewhere"/,
    remedy: /pjsip\.conf/,
    breakIt: edited(
      "pjsip.conf",
      (text) => text.replace("context = from-pbx", "context = elsewhere"),
      "module reload res_pjsip.so",
    ),
  },
  {
    what: "The dialplan takes other numbers than the extension's",
    link: "dialplan",
    says: /A call to 8000.*no extension there matches 8000/,
    remedy: /NUMBER@CONTEXT/,
    breakIt: edited(
      "extensions.conf",
      (text) => text.replace(/^exten = _.*?,1,/m, "exten = 9999,1,"),
      "dialplan reload",
    ),
  },
  {
    what: "The dialplan jumps to an extension that is not there",
    isSlow: true,
    link: "dialplan",
    says: /Goto\(attendant,call,1\) leads to an extension that does not exist/,
    remedy: /dialplan reload/,
    breakIt: edited(
      "extensions.conf",
      (text) => text.replace("exten = call,1,Set", "exten = cal,1,Set"),
      "dialplan reload",
    ),
  },
  {
    what: "Another pattern of the dialplan takes the call",
    isSlow: true,
    link: "dialplan",
    says: /the extension _X\. of "from-pbx" ends with Hangup/,
    remedy: /dialplan reload/,
    breakIt: edited(
      "extensions.conf",
      (text) => text.replace("[from-pbx]", "[from-pbx]\nexten = _X.,1,Answer()\nsame = n,Hangup()\n"),
      "dialplan reload",
    ),
  },
  {
    what: "The dialplan has nothing for calls that lose their controller",
    link: "dialplan",
    works: true,
    says: /without attendant-lost and attendant-wait calls/,
    remedy: /docs\/upgrade\.md/,
    breakIt: edited("extensions.conf", (text) => text.slice(0, text.indexOf("[attendant-lost]")), "dialplan reload"),
  },
  {
    what: "The dialplan ends calls before MAX_CALL_SECONDS",
    isSlow: true,
    link: "dialplan",
    works: true,
    says: /after 60 s, before MAX_CALL_SECONDS/,
    remedy: /TIMEOUT\(absolute\)/,
    breakIt: edited(
      "extensions.conf",
      (text) => text.replace(/TIMEOUT\(absolute\)=\d+/, "TIMEOUT(absolute)=60"),
      "dialplan reload",
    ),
  },
  {
    what: "The dialplan does not ask whether a caller withholds their number",
    isSlow: true,
    link: "dialplan",
    works: true,
    says: /nothing checks CALLERID\(num-pres\)/,
    remedy: /before Stasis\(\)/,
    breakIt: edited(
      "extensions.conf",
      (text) => text.replace(/^same = n,GotoIf.*CALLERID\(num-pres\).*\n.*\n.*\n/m, ""),
      "dialplan reload",
    ),
  },
  {
    what: "The endpoint of the PBX allows no usable codec",
    link: "codecs",
    says: /allows \(?gsm\)?: none of/,
    remedy: /g722/,
    breakIt: edited(
      "pjsip.conf",
      (text) => text.replace("allow = g722,ulaw,alaw", "allow = gsm"),
      "module reload res_pjsip.so",
    ),
  },
  {
    what: "The AMI password is another one than in manager.conf",
    link: "ami",
    says: /refused the manager user/,
    remedy: /manager\.conf/,
    service: {
      check: "sip",
      event: "sip_unregistered",
      says: /refused the manager user "attendant": check .* against manager\.conf/,
      names: ["AMI_USER", "AMI_PASSWORD"],
    },
    breakIt: set({ AMI_PASSWORD: "another-password" }),
  },
  {
    what: "AMI_PORT is another one than in manager.conf",
    link: "ami",
    says: /ECONNREFUSED/,
    remedy: /manager\.conf/,
    breakIt: set({ AMI_PORT: "59" }),
  },
  {
    what: "AMI_PORT is the port of Asterisk's HTTP server",
    link: "ami",
    says: /The server at \S+ is not AMI/,
    remedy: /5038/,
    breakIt: async ({ settings }) => ({ AMI_PORT: new URL(settings.ARI_URL ?? "").port }),
  },
  {
    what: "The manager user may not ask for registrations",
    isSlow: true,
    link: "ami",
    says: /may not ask for registrations/,
    remedy: /write = reporting/,
    breakIt: edited("manager.conf", (text) => text.replace("write = reporting", "write = call"), "manager reload"),
  },
  {
    what: "SIP_PASSWORD is another one than in the PBX, or the PBX has no such extension",
    link: "registration",
    says: /SIP 401/,
    remedy: /SIP_PASSWORD/,
    service: {
      check: "sip",
      event: "sip_unregistered",
      says: /does not accept the secret of 8000@127\.0\.0\.1 \(SIP 401, .*set SIP_PASSWORD to the extension\'s secret/,
      names: ["SIP_PASSWORD", "SIP_USER"],
    },
    breakIt: registering({ SIP_PASSWORD: "another-secret" }),
  },
  {
    what: "Asterisk registers with another PBX than SIP_DOMAIN",
    link: "registration",
    says: /Asterisk still registers 8000 with 127\.0\.0\.1:\d+ over udp, not 8000 with 192\.0\.2\.7/,
    remedy: /Regenerate/,
    breakIt: set({ SIP_DOMAIN: "192.0.2.7" }),
  },
  {
    what: "The PBX forbids the extension to register",
    link: "registration",
    says: /SIP 403/,
    remedy: /Max Contacts/,
    service: {
      check: "sip",
      event: "sip_unregistered",
      says: /forbids 8003@127\.0\.0\.1 to register \(SIP 403\): check .*lets the extension register from this address/,
      names: ["SIP_PASSWORD"],
    },
    breakIt: asExtension(FAULTY_EXTENSIONS.forbidden),
  },
  {
    what: "The PBX does not know the extension or the domain, and says so",
    link: "registration",
    says: /SIP 404/,
    remedy: /SIP_USER/,
    service: {
      check: "sip",
      event: "sip_unregistered",
      says: /knows no extension 8004@127\.0\.0\.1 \(SIP 404 or the like\): check/,
      names: ["SIP_USER", "SIP_DOMAIN"],
    },
    breakIt: asExtension(FAULTY_EXTENSIONS.unknown),
  },
  {
    what: "The name of the PBX cannot be resolved",
    link: "registration",
    says: /pbx\.invalid cannot be resolved/,
    remedy: /SIP_DOMAIN/,
    service: {
      check: "sip",
      event: "sip_unregistered",
      says: /the name pbx\.invalid cannot be resolved: check/,
      names: ["SIP_DOMAIN"],
    },
    breakIt: registering({ SIP_DOMAIN: "pbx.invalid", ASTERISK_SIP_PERMIT: "127.0.0.1" }),
  },
  {
    what: "Nothing comes back from the PBX: wrong address, port or transport, or a firewall",
    link: "registration",
    says: /does not answer at 127\.0\.0\.1:9 over udp/,
    remedy: /firewall/,
    service: {
      check: "sip",
      event: "sip_unregistered",
      says: /the PBX does not answer at 127\.0\.0\.1:9 over udp: check .*firewall/,
      names: ["SIP_DOMAIN", "SIP_PORT", "SIP_TRANSPORT"],
    },
    breakIt: registering({ SIP_PORT: "9" }),
  },
  {
    what: "The PBX and Asterisk have no codec in common",
    link: "service",
    isSeenRunning: true,
    says: /common audio format/,
    remedy: /./,
    service: {
      check: "sip",
      event: "sip_codec_refused",
      says: /for want of a common audio format \(SIP 488\): have the extension in the PBX allow one of those in `allow` of pjsip\.conf/,
      names: ["pjsip.conf", "ASTERISK_SRTP"],
      meet: async (service) => {
        await service.healthy();
        const headers = { "content-type": "application/json" };
        for (const extension of [TEST_LINES.silent, TEST_LINES.person]) {
          const body = JSON.stringify({ extension, message: "Good morning." });
          await fetch(`${service.url}/call`, { method: "POST", headers, body });
        }
      },
    },
    breakIt: asExtension(FAULTY_EXTENSIONS.gsm),
  },
  {
    what: "The language model's key is another provider's",
    link: "llm",
    says: /rejected the key/,
    remedy: /LLM_API_KEY/,
    service: {
      check: "llm",
      event: "check_failed",
      says: /rejected the key \(HTTP 401\)/,
      names: ["LLM_API_KEY"],
    },
    breakIt: model(refusing(/./, "Incorrect API key provided: another***", 401)),
  },
  {
    what: "The server has no model of that name, or it has not been pulled",
    link: "llm",
    says: /does not know this model .*It has: /,
    remedy: /ollama pull/,
    service: {
      check: "llm",
      event: "check_failed",
      says: /does not know this model \(HTTP 404\)/,
      names: ["LLM_MODEL"],
    },
    breakIt: model(refusing(/./, 'model "llama9" not found, try pulling it first', 404), { LLM_MODEL: "llama9" }),
  },
  {
    what: "The server refuses a model that it does not have as a wrong request",
    link: "llm",
    says: /does not know this model \(HTTP 400\): scripted is not .*It has: /,
    remedy: /server's list/,
    breakIt: model(refusing(/./, "scripted is not a valid model ID", 400)),
  },
  {
    what: "The account may not use the model",
    link: "llm",
    says: /denies access to this model \(HTTP 403\): Project/,
    remedy: /LLM_MODEL/,
    breakIt: model(refusing(/./, "Project does not have access to model scripted", 403)),
  },
  {
    what: "A firewall in front of the server forbids requests",
    link: "stt",
    says: /denies access \(HTTP 403\) without a reason/,
    remedy: /firewall/,
    breakIt: speech("STT_BASE_URL", {
      instead: () => ({
        status: 403,
        headers: { "content-type": "text/html" },
        body: Buffer.from("<html>Blocked</html>"),
      }),
    }),
  },
  {
    what: "The server redirects to another address",
    link: "llm",
    says: /redirects to https:\/\/models\.example\/v1 \(HTTP 301\)/,
    remedy: /LLM_BASE_URL/,
    breakIt: model({
      instead: ({ path }) => ({
        status: 301,
        headers: { location: `https://models.example${path}` },
        body: Buffer.from(""),
      }),
    }),
  },
  {
    what: "The server is still loading its model",
    link: "llm",
    says: /still loading \(HTTP 503\)/,
    remedy: /Wait/,
    breakIt: model(refusing(/./, "Loading model", 503)),
  },
  {
    what: "The model is one for embeddings",
    link: "llm",
    says: /does not support chat/,
    remedy: /chat model/,
    breakIt: model(refusing(/./, '"nomic-embed-text" does not support chat', 400), { LLM_MODEL: "nomic-embed-text" }),
  },
  {
    what: "The model uses its whole answer up by thinking",
    link: "llm",
    says: /thought|thinking|tokens/i,
    remedy: /LLM_REASONING_EFFORT/,
    breakIt: model({
      instead: ({ path }) =>
        path.endsWith("/completions")
          ? frontCompletion([{ reasoning_content: "Let me think. " }], "length")
          : undefined,
    }),
  },
  {
    what: "The model has no function calling",
    link: "llm-tools",
    works: true,
    says: /text protocol/,
    remedy: /LLM_TOOL_PROTOCOL/,
    service: {
      check: "llm",
      works: true,
      event: "tool_protocol",
      says: /called by the text protocol: the server rejects requests with tools; for function calling set another/,
      names: ["LLM_MODEL", "LLM_TOOL_PROTOCOL"],
    },
    breakIt: model(refusing(/"tools"/, "This model does not support tools", 400)),
  },
  {
    what: "LLM_BASE_URL leads past the interface",
    link: "llm",
    says: /HTTP 404.*Something answers at \S+\/v1/,
    remedy: /LLM_BASE_URL/,
    breakIt: async ({ modelUrl }) => ({ LLM_BASE_URL: `${modelUrl}/v1/chat` }),
  },
  {
    what: "LLM_BASE_URL is the address of an endpoint",
    link: "llm",
    says: /HTTP 404.*Something answers at \S+\/v1/,
    remedy: /LLM_BASE_URL/,
    breakIt: async ({ modelUrl }) => ({ LLM_BASE_URL: `${modelUrl}/v1/chat/completions` }),
  },
  {
    what: "The language model's server is not started",
    link: "llm",
    says: /refuses connections/,
    remedy: /host\.docker\.internal/,
    breakIt: set({ LLM_BASE_URL: "http://127.0.0.1:59/v1" }),
  },
  {
    what: "LLM_BASE_URL is written with https, and the server has none",
    link: "llm",
    says: /does not speak TLS|over http: write/,
    remedy: /scheme/,
    breakIt: async ({ modelUrl }) => ({ LLM_BASE_URL: `${modelUrl.replace("http:", "https:")}/v1` }),
  },
  {
    what: "LLM_BASE_URL is written with http, and the server has https",
    link: "llm",
    says: /over https: write/,
    remedy: /scheme/,
    breakIt: async ({ front, modelUrl }) => ({
      LLM_BASE_URL: `${(await front(modelUrl, { secure: true })).replace("https:", "http:")}/v1`,
    }),
  },
  {
    what: "The certificate of a server is its own",
    link: "llm",
    says: /certificate that is not trusted/,
    remedy: /NODE_EXTRA_CA_CERTS/,
    breakIt: model({ secure: true }),
  },
  {
    what: "The language model never answers",
    link: "llm",
    says: /sent nothing for 1000 ms/,
    remedy: /overloaded/,
    breakIt: model(
      { instead: ({ path }) => (path.endsWith("/completions") ? "hang" : undefined) },
      { BACKEND_TIMEOUT_MS: "1000" },
    ),
  },
  {
    what: "The machine's clock is an hour off",
    link: "clock",
    says: /This machine's clock is 60 min ahead/,
    remedy: /NTP/,
    breakIt: model({
      change: (answer) => ({
        ...answer,
        headers: { ...answer.headers, date: new Date(Date.now() - 3_600_000).toUTCString() },
      }),
    }),
  },
  {
    what: "Text-to-speech makes MP3 only",
    link: "tts",
    says: /sent MP3/,
    remedy: /response_format/,
    service: {
      check: "tts",
      event: "check_failed",
      says: /sent MP3 although wav was requested/,
      names: ["TTS_BASE_URL"],
    },
    breakIt: speech("TTS_BASE_URL", sound("audio/mpeg", MP3)),
  },
  {
    what: "Text-to-speech sends silence",
    link: "tts",
    says: /sent silence/,
    remedy: /TTS_VOICE/,
    breakIt: speech("TTS_BASE_URL", sound("audio/pcm", Buffer.alloc(48_000))),
  },
  {
    what: "Text-to-speech has no such voice",
    link: "tts",
    says: /HTTP 400.*Voice not found: annabel/,
    remedy: /TTS_VOICE/,
    breakIt: speech("TTS_BASE_URL", refusing(/speech/, "Voice not found: annabel", 400), { TTS_VOICE: "annabel" }),
  },
  {
    what: "TTS_BASE_URL is written with https, and the server has none",
    link: "tts",
    says: /does not speak TLS|over http: write/,
    remedy: /scheme/,
    breakIt: async ({ speechUrl }) => ({ TTS_BASE_URL: `${speechUrl.replace("http:", "https:")}/v1` }),
  },
  {
    what: "Text-to-speech sends nothing",
    link: "tts",
    says: /no audio/,
    remedy: /TTS_VOICE/,
    breakIt: speech("TTS_BASE_URL", sound("audio/pcm", Buffer.alloc(0))),
  },
  {
    what: "Text-to-speech sends an error in place of sound",
    link: "tts",
    says: /answered with application\/json, not with audio: model not loaded/,
    remedy: /the server's message and log/,
    breakIt: speech("TTS_BASE_URL", sound("application/json", Buffer.from('{"error":"model not loaded"}'))),
  },
  {
    what: "TTS_BASE_URL leads to a web page",
    link: "tts",
    says: /text\/html/,
    remedy: /\/v1/,
    breakIt: speech("TTS_BASE_URL", sound("text/html", Buffer.from("<html>Welcome</html>"))),
  },
  {
    what: "TTS_BASE_URL leads past the interface",
    link: "tts",
    says: /HTTP 404/,
    remedy: /TTS_BASE_URL|SPEECH_BASE_URL/,
    service: {
      check: "tts",
      event: "check_failed",
      says: /HTTP 404/,
      names: ["TTS_BASE_URL"],
    },
    breakIt: async ({ speechUrl }) => ({ TTS_BASE_URL: `${speechUrl}/v1/elsewhere` }),
  },
  {
    what: "TTS_SAMPLE_RATE is not what the server sends",
    link: "speech",
    says: /understood at 24000 Hz, not at the 16000 Hz/,
    remedy: /TTS_SAMPLE_RATE/,
    breakIt: set({ TTS_SAMPLE_RATE: "16000" }),
  },
  {
    what: "TTS_SAMPLE_RATE is not what the server says that it sends",
    link: "tts",
    works: true,
    says: /reports a sample rate of 16000 Hz, but TTS_SAMPLE_RATE is 24000/,
    remedy: /TTS_SAMPLE_RATE/,
    service: {
      check: "tts",
      works: true,
      event: "speech_rate_doubtful",
      says: /reports a sample rate of 16000 Hz, but TTS_SAMPLE_RATE is 24000/,
      names: ["TTS_SAMPLE_RATE"],
    },
    breakIt: speech(
      "TTS_BASE_URL",
      { change: (answer) => ({ ...answer, headers: { ...answer.headers, "content-type": "audio/pcm; rate=16000" } }) },
      { TTS_SAMPLE_RATE: "24000" },
    ),
  },
  {
    what: "TTS_SAMPLE_RATE is nine per cent off",
    link: "tts",
    works: true,
    says: /reports a sample rate of 24000 Hz, but TTS_SAMPLE_RATE is 22050: the reported rate is used/,
    remedy: /TTS_SAMPLE_RATE/,
    service: {
      check: "tts",
      works: true,
      event: "speech_rate_doubtful",
      says: /reports a sample rate of 24000 Hz, but TTS_SAMPLE_RATE is 22050: the reported rate is used/,
      names: ["TTS_SAMPLE_RATE"],
    },
    breakIt: set({ TTS_SAMPLE_RATE: "22050" }),
  },
  {
    what: "The WAV header has another rate than the sound",
    link: "speech",
    says: /The WAV header says 16000 Hz, and the voice is understood at 24000 Hz/,
    remedy: /WAV header/,
    breakIt: speech("TTS_BASE_URL", {
      change: (answer, { path }) => (path.endsWith("/audio/speech") ? asWav(answer) : answer),
    }),
  },
  {
    what: "Speech-to-text answers in another language",
    link: "speech",
    says: /Something else was understood/,
    remedy: /STT_LANGUAGE/,
    breakIt: speech("STT_BASE_URL", {
      instead: ({ path }) => (path.endsWith("/transcriptions") ? frontJson({ text: "Wie spät ist es?" }) : undefined),
    }),
  },
  {
    what: "STT_LANGUAGE is not what the voice speaks",
    link: "speech",
    says: /said “Wie spät/,
    remedy: /the same language/,
    breakIt: set({ STT_LANGUAGE: "de" }),
  },
  {
    what: "The recogniser has another path (whisper.cpp)",
    link: "stt",
    says: /whisper\.cpp's own path/,
    remedy: /--inference-path/,
    breakIt: speech("STT_BASE_URL", {
      instead: ({ path }) => (path === "/inference" ? frontJson({}, 400) : frontJson({ error: "File Not Found" }, 404)),
    }),
  },
  {
    what: "STT_BASE_URL leads to a web page",
    link: "stt",
    says: /answered with text\/html, not with a transcription/,
    remedy: /not of a web page/,
    breakIt: speech("STT_BASE_URL", transcription("text/html", "<html>Whisper</html>")),
  },
  {
    what: "The recogniser has no such model",
    link: "stt",
    says: /does not know this model/,
    remedy: /STT_MODEL/,
    breakIt: speech("STT_BASE_URL", refusing(/transcriptions/, "The model whisper-9 does not exist", 404)),
  },
  {
    what: "STT_BASE_URL leads past the interface",
    link: "stt",
    says: /HTTP 404/,
    remedy: /STT_BASE_URL|SPEECH_BASE_URL/,
    service: {
      check: "stt",
      event: "check_failed",
      says: /HTTP 404/,
      names: ["STT_BASE_URL"],
    },
    breakIt: async ({ speechUrl }) => ({ STT_BASE_URL: `${speechUrl}/v1/elsewhere` }),
  },
  {
    what: "A speech server is not there",
    link: "stt",
    says: /refuses connections/,
    remedy: /host\.docker\.internal/,
    service: {
      check: "stt",
      event: "check_failed",
      says: /refuses connections/,
      names: ["STT_BASE_URL"],
    },
    breakIt: set({ STT_BASE_URL: "http://127.0.0.1:59/v1" }),
  },
  {
    what: "The recogniser has no realtime mode",
    link: "stt-realtime",
    says: /HTTP 404/,
    remedy: /STT_MODE=batch/,
    service: {
      check: "stt_realtime",
      event: "check_failed",
      says: /realtime speech-to-text server .*HTTP 404.*Utterances are sent as a whole instead\./,
      names: ["STT_MODE"],
    },
    breakIt: set({ STT_MODE: "realtime" }),
  },
];

/** A server that takes connections and says nothing. */
export async function startMute(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((socket) => socket.on("error", () => {}));
  const sockets = new Set<{ destroy(): unknown }>();
  server.on("connection", (socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
