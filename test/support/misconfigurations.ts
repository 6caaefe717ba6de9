import type { AssistantAsterisk } from "./bed/bed.js";
import { AT_16_KHZ, type Manners, MP3 } from "./picky-backends.js";
import type { Controller } from "./controller.js";

/** What a set-up is made wrong with. */
export interface Surroundings {
  /** An Asterisk of its own that would be registered with the PBX, but for what these settings change. */
  assistant(further?: Readonly<Record<string, string>>): Promise<AssistantAsterisk>;
  /** Settings for speech and language servers with such manners. */
  backends(manners: Manners): Promise<Readonly<Record<string, string>>>;
  /** Settings for an Asterisk that says that it is of this version: one so old is not at hand. */
  asteriskOf(version: string): Promise<Readonly<Record<string, string>>>;
  /** A second controller with these settings. */
  controller(settings: Readonly<Record<string, string>>): Promise<Controller>;
}

/** A set-up with one thing wrong. */
export interface Broken {
  /** The controller's. */
  readonly settings: Readonly<Record<string, string>>;
  /** What shows it once the controller runs. */
  readonly meet?: (controller: Controller) => Promise<void>;
}

/** Something that administrators get wrong. docs/troubleshooting.md has a row for each. */
export interface Misconfiguration {
  readonly what: string;
  readonly check: "asterisk" | "sip" | "store" | "stt" | "stt_realtime" | "llm" | "tts";
  /** What works all the same, in another way: the check stays good, the log tells. */
  readonly works?: true;
  /** The event of the log that tells. */
  readonly event: string;
  /** What is said, in `/health` and in the log. */
  readonly says: RegExp;
  /** The settings, files or modules to look at: all of them are named. */
  readonly names: readonly string[];
  breakIt(around: Surroundings): Promise<Broken>;
}

/** Nobody listens there. */
const NOWHERE = "http://127.0.0.1:59/v1";
const extension = (user: string) => ({ SIP_USER: user, SIP_PASSWORD: `secret-of-${user}` });

/** Extensions of the PBX with which something is wrong there. */
export const FAULTY_EXTENSIONS = {
  /** May not register: 403. */
  forbidden: "8003",
  /** Registers elsewhere: 404. */
  unknown: "8004",
  /** Speaks GSM and nothing else: 488. */
  gsm: "8005",
} as const;

/** Adds them to the configuration of a PBX. */
export function addFaultyExtensions(files: Map<string, string>): void {
  const { forbidden, unknown, gsm } = FAULTY_EXTENSIONS;
  const extension = (name: string, more: string) => `
[${name}]
type = auth
auth_type = digest
username = ${name}
password = secret-of-${name}
[${name}]
type = aor
max_contacts = 1
remove_existing = yes
[${name}]
type = endpoint
auth = ${name}
context = phones
disallow = all
direct_media = no
${more}
`;
  const added = [
    extension(forbidden, "allow = g722"),
    extension(unknown, `allow = g722\naors = ${gsm}`),
    extension(gsm, `allow = gsm\naors = ${gsm}`),
  ];
  files.set("pjsip.conf", [files.get("pjsip.conf"), ...added].join("\n"));
}

/** Edits files of an Asterisk of its own, and has them read. */
const edited =
  (file: string, change: (text: string) => string, ...commands: readonly string[]) =>
  async ({ assistant }: Surroundings): Promise<Broken> => {
    const { asterisk, settings } = await assistant();
    await asterisk.edit(file, change);
    for (const command of commands) await asterisk.cli(command).catch(() => {}); // It may close what it was asked over.
    return { settings };
  };
/** Settings that are wrong for the Asterisk as well as for the controller. */
const wrong =
  (further: Readonly<Record<string, string>>) =>
  async ({ assistant }: Surroundings): Promise<Broken> => ({ settings: (await assistant(further)).settings });
/** Settings that are wrong for the controller. */
const mistaken =
  (further: Readonly<Record<string, string>>) =>
  async ({ assistant }: Surroundings): Promise<Broken> => ({
    settings: { ...(await assistant()).settings, ...further },
  });
const backendsThat =
  (manners: Manners, further: Readonly<Record<string, string>> = {}) =>
  async ({ backends }: Surroundings): Promise<Broken> => ({ settings: { ...(await backends(manners)), ...further } });
const astray =
  (setting: string) =>
  async ({ backends }: Surroundings): Promise<Broken> => {
    const settings = await backends({});
    return { settings: { ...settings, [setting]: `${settings.SPEECH_BASE_URL}/elsewhere` } };
  };

export const MISCONFIGURATIONS: readonly Misconfiguration[] = [
  {
    what: "The ARI password is wrong",
    check: "asterisk",
    event: "asterisk_away",
    says: /refused the ARI user "attendant": check .* against ari\.conf/,
    names: ["ARI_USER", "ARI_PASSWORD"],
    breakIt: mistaken({ ARI_PASSWORD: "another-password" }),
  },
  {
    what: "ARI is off",
    check: "asterisk",
    event: "asterisk_away",
    says: /answered 404 to an ARI request: check .* ari\.conf has enabled ?= ?yes/,
    names: ["ARI_URL", "ari.conf"],
    breakIt: edited("ari.conf", (text) => text.replace("enabled = yes", "enabled = no"), "module reload res_ari.so"),
  },
  {
    what: "Asterisk's HTTP server is off",
    check: "asterisk",
    event: "asterisk_away",
    says: /does not answer at http:\S+: .*see that Asterisk runs, .*http\.conf has enabled ?= ?yes/,
    names: ["ARI_URL", "http.conf"],
    breakIt: edited("http.conf", (text) => text.replace("enabled = yes", "enabled = no"), "module reload http"),
  },
  {
    what: "The ARI user may only read",
    check: "asterisk",
    event: "asterisk_away",
    says: /may only read: set read_only = no for it in ari\.conf/,
    names: ["ari.conf"],
    breakIt: edited("ari.conf", (text) => `${text}read_only = yes\n`, "module reload res_ari.so"),
  },
  {
    what: "A module of Asterisk is missing",
    check: "asterisk",
    event: "asterisk_away",
    says: /has not loaded chan_websocket\.so: run "module load chan_websocket\.so" and have modules\.conf load it/,
    names: ["modules.conf"],
    breakIt: edited("modules.conf", (text) => text, "module unload chan_websocket.so"),
  },
  {
    what: "Asterisk is too old",
    check: "asterisk",
    event: "asterisk_away",
    says: /Asterisk 20\.9\.0 is too old: .*install 22\.10\.1 or later/,
    names: [],
    breakIt: async ({ asteriskOf }) => ({ settings: await asteriskOf("20.9.0") }),
  },
  {
    what: "A second controller has the same application",
    check: "asterisk",
    event: "asterisk_away",
    says: /Another controller took the ARI application "attendant" over \(host .*\)\. Stop it/,
    names: ["ARI_APP"],
    breakIt: async ({ assistant, controller }) => {
      const { settings } = await assistant();
      const meet = async (first: Controller) => {
        await first.logged("asterisk_connected");
        await controller(settings);
      };
      return { settings, meet };
    },
  },
  {
    what: "The AMI password is wrong",
    check: "sip",
    event: "sip_unregistered",
    says: /refused the manager user "attendant": check .* against manager\.conf/,
    names: ["AMI_USER", "AMI_PASSWORD"],
    breakIt: mistaken({ AMI_PASSWORD: "another-password" }),
  },
  {
    what: "The SIP secret is wrong, or the PBX has no such extension",
    check: "sip",
    event: "sip_unregistered",
    says: /does not accept the secret of 8000@127\.0\.0\.1 \(SIP 401, .*set SIP_PASSWORD to the extension's secret/,
    names: ["SIP_PASSWORD", "SIP_USER"],
    breakIt: wrong({ SIP_PASSWORD: "another-secret" }),
  },
  {
    what: "The PBX does not let the extension register",
    check: "sip",
    event: "sip_unregistered",
    says: /forbids 8003@127\.0\.0\.1 to register \(SIP 403\): check .*lets the extension register from this address/,
    names: ["SIP_PASSWORD"],
    breakIt: wrong(extension(FAULTY_EXTENSIONS.forbidden)),
  },
  {
    what: "The PBX does not know the extension or the domain, and says so",
    check: "sip",
    event: "sip_unregistered",
    says: /knows no extension 8004@127\.0\.0\.1 \(SIP 404 or the like\): check/,
    names: ["SIP_USER", "SIP_DOMAIN"],
    breakIt: wrong(extension(FAULTY_EXTENSIONS.unknown)),
  },
  {
    what: "The PBX's name cannot be resolved",
    check: "sip",
    event: "sip_unregistered",
    says: /the name pbx\.invalid cannot be resolved: check/,
    names: ["SIP_DOMAIN"],
    breakIt: wrong({ SIP_DOMAIN: "pbx.invalid", ASTERISK_SIP_PERMIT: "127.0.0.1" }),
  },
  {
    what: "The PBX does not answer: wrong address, port or transport, or a firewall",
    check: "sip",
    event: "sip_unregistered",
    says: /the PBX does not answer at 127\.0\.0\.1:9 over udp: check .*firewall/,
    names: ["SIP_DOMAIN", "SIP_PORT", "SIP_TRANSPORT"],
    breakIt: wrong({ SIP_PORT: "9" }),
  },
  {
    what: "The PBX and Asterisk have no codec in common",
    check: "sip",
    event: "sip_codec_refused",
    says: /for want of a common audio format \(SIP 488\): have the extension in the PBX allow one of those in `allow` of pjsip\.conf/,
    names: ["pjsip.conf", "ASTERISK_SRTP"],
    breakIt: async ({ assistant, backends }) => {
      const { settings } = await assistant(extension(FAULTY_EXTENSIONS.gsm));
      const meet = async (controller: Controller) => {
        await controller.healthy();
        const headers = { "content-type": "application/json" };
        for (const number of ["1006", "1001"]) {
          const body = JSON.stringify({ extension: number, message: "Good morning." });
          await fetch(`${controller.url}/call`, { method: "POST", headers, body });
        }
      };
      return { settings: { ...settings, ...(await backends({})) }, meet };
    },
  },
  {
    what: "The store is away",
    check: "store",
    event: "check_failed",
    says: /MongoDB at \S+ does not answer .*Check .*, and that the server runs/,
    names: ["MONGODB_URI"],
    breakIt: async () => ({ settings: { MONGODB_URI: "mongodb://127.0.0.1:9/attendant" } }),
  },
  {
    what: "The language model's name is wrong",
    check: "llm",
    event: "check_failed",
    says: /knows no such model \(HTTP 404\)/,
    names: ["LLM_MODEL"],
    breakIt: backendsThat({ model: "a-good-model" }, { LLM_MODEL: "another-model" }),
  },
  {
    what: "The language model's key is wrong",
    check: "llm",
    event: "check_failed",
    says: /refused the key \(HTTP 401\)/,
    names: ["LLM_API_KEY"],
    breakIt: backendsThat({ key: "a-good-key-of-sixteen" }, { LLM_API_KEY: "another-key-of-sixteen" }),
  },
  {
    what: "The language model cannot call tools",
    check: "llm",
    works: true,
    event: "tool_protocol",
    says: /called by the text protocol: the server refuses requests with tools; for function calling take another/,
    names: ["LLM_MODEL", "LLM_TOOL_PROTOCOL"],
    breakIt: backendsThat({ withoutTools: true }),
  },
  {
    what: "The path of speech-to-text is wrong",
    check: "stt",
    event: "check_failed",
    says: /HTTP 404/,
    names: ["STT_BASE_URL"],
    breakIt: astray("STT_BASE_URL"),
  },
  {
    what: "The path of text-to-speech is wrong",
    check: "tts",
    event: "check_failed",
    says: /HTTP 404/,
    names: ["TTS_BASE_URL"],
    breakIt: astray("TTS_BASE_URL"),
  },
  {
    what: "A speech server is not there",
    check: "stt",
    event: "check_failed",
    says: /accepts no connections/,
    names: ["STT_BASE_URL"],
    breakIt: async ({ backends }) => ({ settings: { ...(await backends({})), STT_BASE_URL: NOWHERE } }),
  },
  {
    what: "The speech-to-text server has no realtime mode",
    check: "stt_realtime",
    event: "check_failed",
    says: /realtime speech-to-text server .*HTTP 404.*Utterances are sent as a whole instead\./,
    names: ["STT_MODE"],
    breakIt: backendsThat({}, { STT_MODE: "realtime" }),
  },
  {
    what: "Text-to-speech sends MP3",
    check: "tts",
    event: "check_failed",
    says: /sent MP3 where wav was asked for/,
    names: ["TTS_BASE_URL"],
    breakIt: backendsThat({ speech: MP3 }),
  },
  {
    what: "Text-to-speech sends another rate",
    check: "tts",
    works: true,
    event: "speech_rate_doubtful",
    says: /says that its sound has 16000 Hz, and TTS_SAMPLE_RATE says 24000/,
    names: ["TTS_SAMPLE_RATE"],
    breakIt: backendsThat({ speech: AT_16_KHZ }, { TTS_SAMPLE_RATE: "24000" }),
  },
];
