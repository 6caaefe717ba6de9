import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { pause, withDeadline } from "../../../src/kernel/deadline.js";
import { AsteriskInstance } from "./asterisk-instance.js";
import { ASSISTANT_EXTENSION, type Pbx, type PbxOptions, startPbx } from "./pbx.js";
import { freePort, rtpRange } from "./ports.js";
import { awkwardSecret } from "./secrets.js";

const run = promisify(execFile);
const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));
const ROOT_MS = 15 * 60_000;
const REGISTERED_MS = 15_000;

/** A PBX, and the assistant's Asterisk registered with it as extension 8000. */
export interface Bed extends AsyncDisposable {
  readonly pbx: Pbx;
  readonly assistantAsterisk: AsteriskInstance;
  /** The environment of a controller that is to serve the assistant's Asterisk. */
  readonly settings: Readonly<Record<string, string>>;
  /** Waits until the assistant's Asterisk holds a registration, at most 15 s. */
  registered(signal?: AbortSignal): Promise<void>;
}

export interface BedOptions extends PbxOptions {
  /** Further settings for `asterisk-config/render`, over those of the bed. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts both on free ports of 127.0.0.1; resolves once the registration is up. `signal` ends the start-up. */
export async function startBed(options: BedOptions = {}): Promise<Bed> {
  const { settings: further = {}, signal } = options;
  const root = await asteriskRoot(signal);
  const pbx = await startPbx(root, options);
  try {
    const { asterisk: assistantAsterisk, settings } = await startAssistant(pbx, further, signal);
    const registered = (within?: AbortSignal) => registration(assistantAsterisk, within);
    const dispose = async () => {
      await assistantAsterisk[Symbol.asyncDispose]();
      await pbx[Symbol.asyncDispose]();
    };
    await registered(signal).catch(async (error) => {
      await dispose();
      throw error;
    });
    return { pbx, assistantAsterisk, settings, registered, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await pbx[Symbol.asyncDispose]();
    throw error;
  }
}

/** The root that every Asterisk runs in; made when it is missing, which takes about a minute. */
export async function asteriskRoot(signal?: AbortSignal): Promise<string> {
  const script = path.join(PROJECT, "scripts/lib/asterisk-root");
  const made = run(script, { timeout: ROOT_MS, ...(signal && { signal }) });
  made.child.stderr?.pipe(process.stderr, { end: false });
  return (await made).stdout.trim();
}

async function assistantSettings(pbx: Pbx): Promise<Record<string, string>> {
  const httpPort = String(await freePort());
  const amiPort = String(await freePort());
  const rtp = rtpRange();
  return {
    SIP_USER: ASSISTANT_EXTENSION,
    SIP_PASSWORD: pbx.passwords.get(ASSISTANT_EXTENSION) ?? "",
    SIP_DOMAIN: "127.0.0.1",
    SIP_PORT: String(pbx.sipPort),
    SIP_TRANSPORT: "udp",
    ARI_URL: `http://127.0.0.1:${httpPort}`,
    ARI_USER: "attendant",
    ARI_PASSWORD: awkwardSecret(),
    ARI_APP: "attendant",
    AMI_HOST: "127.0.0.1",
    AMI_PORT: amiPort,
    AMI_USER: "attendant",
    AMI_PASSWORD: awkwardSecret(),
    ASTERISK_HTTP_PORT: httpPort,
    ASTERISK_AMI_PORT: amiPort,
    ASTERISK_SIP_BIND: "127.0.0.1",
    ASTERISK_SIP_PORT: String(await freePort()),
    ASTERISK_RTP_START: String(rtp.start),
    ASTERISK_RTP_END: String(rtp.end),
  };
}

/** An Asterisk of the assistant's, and the environment of a controller that is to serve it. */
export interface AssistantAsterisk {
  readonly asterisk: AsteriskInstance;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Starts one that is to register with `pbx`, whether it can or not.
 *
 * @param further settings for `asterisk-config/render`, over those of the bed
 */
export async function startAssistant(
  pbx: Pbx,
  further: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<AssistantAsterisk> {
  const root = await asteriskRoot(signal);
  const settings: Record<string, string> = { ...(await assistantSettings(pbx)), ...further };
  const { ARI_URL: url = "", ARI_USER: user = "", ARI_PASSWORD: password = "" } = settings;
  const asterisk = await AsteriskInstance.start(
    {
      name: "assistant",
      root,
      ari: { url, user, password },
      configure: async ({ outside, inside }) => {
        const directories = {
          ASTERISK_CONFIG_DIR: `${inside}/etc`,
          ASTERISK_RUN_DIR: `${inside}/run`,
          ASTERISK_LIB_DIR: `${inside}/lib`,
          ASTERISK_SPOOL_DIR: `${inside}/spool`,
          ASTERISK_LOG_DIR: `${inside}/log`,
        };
        const env = { PATH: process.env.PATH, ...settings, ...directories };
        await run(path.join(PROJECT, "asterisk-config/render"), [path.join(outside, "etc")], { env });
      },
    },
    signal,
  );
  return { asterisk, settings };
}

async function registration(asterisk: AsteriskInstance, signal?: AbortSignal): Promise<void> {
  let shown = "";
  try {
    await withDeadline(REGISTERED_MS, signal, "registering with the PBX", async (deadline) => {
      for (;;) {
        shown = await asterisk.cli("pjsip show registrations", deadline);
        if (/\sRegistered\s/.test(shown)) return;
        await pause(100, deadline);
      }
    });
  } catch (cause) {
    throw new Error(asterisk.describe(`did not register; it says ${shown.trim()}`, cause), { cause });
  }
}
