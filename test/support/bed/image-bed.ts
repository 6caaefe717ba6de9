import { execFileSync } from "node:child_process";
import path from "node:path";
import { pause, withDeadline } from "../../../src/kernel/deadline.js";
import { composeFileWith, PROJECT } from "../compose-file.js";
import { AsteriskContainer, imageRoot } from "./asterisk-image.js";
import type { AriAccess } from "./asterisk-instance.js";
import { ASSISTANT_EXTENSION, type Pbx, type PbxOptions, startPbx } from "./pbx.js";
import { freePort, rtpRange } from "./ports.js";
import { awkwardSecret } from "./secrets.js";

const START_MS = 20_000;

/** The image of the assistant's Asterisk in a container, set up as compose.yaml sets it up. */
export interface RunningImage extends AsyncDisposable {
  readonly container: AsteriskContainer;
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<"ari_password" | "ami_password" | "sip_password", string>>;
  readonly ari: AriAccess;
}

/** A PBX, and the image beside it. */
export interface ImageBed extends RunningImage {
  /** The file system of the image. */
  readonly root: string;
  readonly pbx: Pbx;
}

/** Where an image runs, and as which extension of which PBX. */
export interface ImagePlace {
  /** The file system of the image. */
  readonly root: string;
  readonly pbx: Pbx;
  readonly extension: string;
}

/** @param dotEnv what `.env` holds besides what the bed needs */
export async function startImageBed(
  options: PbxOptions = {},
  dotEnv: Readonly<Record<string, string>> = {},
): Promise<ImageBed> {
  const installed = execFileSync(path.join(PROJECT, "scripts/lib/asterisk-root"), { encoding: "utf8" }).trim();
  const made: AsyncDisposable[] = [];
  const keep = <T extends AsyncDisposable>(one: T): T => {
    made.unshift(one);
    return one;
  };
  const dispose = async () => {
    for (const one of made) await one[Symbol.asyncDispose]();
  };
  try {
    const root = keep(await imageRoot(installed)).path;
    const pbx = keep(await startPbx(installed, options));
    const image = keep(await runImage({ root, pbx, extension: ASSISTANT_EXTENSION }, dotEnv));
    return { ...image, root, pbx, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** @param dotEnv what `.env` holds besides what the place needs */
export async function runImage(
  { root, pbx, extension }: ImagePlace,
  dotEnv: Readonly<Record<string, string>>,
): Promise<RunningImage> {
  const secrets = {
    ari_password: awkwardSecret(),
    ami_password: awkwardSecret(),
    sip_password: pbx.passwords.get(extension) ?? "",
  };
  const http = String(await freePort());
  const rtp = rtpRange();
  const environment: Record<string, string> = {
    ...asInCompose({
      SIP_USER: extension,
      SIP_PORT: String(pbx.tlsPort ?? pbx.sipPort),
      SIP_TRANSPORT: pbx.tlsPort ? "tls" : "udp",
      ASTERISK_TLS_VERIFY: pbx.tlsPort ? "no" : "yes",
      ASTERISK_SIP_PORT: String(await freePort()),
      ASTERISK_RTP_START: String(rtp.start),
      ASTERISK_RTP_END: String(rtp.end),
      ...dotEnv,
    }),
    // Here the net is the machine's own, shared with everything else that runs on it.
    ASTERISK_HTTP_BIND: "127.0.0.1",
    ASTERISK_HTTP_PORT: http,
    ASTERISK_AMI_BIND: "127.0.0.1",
    ASTERISK_AMI_PORT: String(await freePort()),
    ASTERISK_SIP_BIND: "127.0.0.1",
    ASTERISK_CONTROLLER_PERMIT: "127.0.0.1",
  };
  const ari = { url: `http://127.0.0.1:${http}`, user: environment.ARI_USER ?? "", password: secrets.ari_password };
  const container = await AsteriskContainer.run(root, { environment, secrets });
  const dispose = () => container[Symbol.asyncDispose]();
  try {
    await until("Asterisk to be healthy", () => container.healthy());
  } catch (error) {
    await dispose();
    throw error;
  }
  return { container, environment, secrets, ari, [Symbol.asyncDispose]: dispose };
}

/** The environment of the service as compose.yaml gives it, `.env` holding these. */
export function asInCompose(dotEnv: Readonly<Record<string, string>>): Record<string, string> {
  const usual = { SIP_USER: "8000", SIP_DOMAIN: "127.0.0.1", TIMEZONE: "UTC", ASTERISK_EXTERNAL_ADDRESS: "127.0.0.1" };
  return { ...composeFileWith("compose.yaml", { ...usual, ...dotEnv }).services.asterisk?.environment };
}

export async function until(what: string, holds: () => Promise<boolean>, ms = START_MS): Promise<void> {
  await withDeadline(ms, undefined, what, async (signal) => {
    while (!(await holds())) await pause(100, signal);
  });
}
