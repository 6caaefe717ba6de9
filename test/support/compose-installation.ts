import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeSecrets, PROJECT } from "./compose-file.js";

/** What `docker compose config` says of a service. */
export interface ConfiguredService {
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly image?: string;
  readonly volumes?: readonly { readonly source?: string; readonly target: string }[];
  readonly ports?: readonly { readonly host_ip?: string; readonly published?: string }[];
  readonly deploy?: { readonly replicas?: number };
  readonly networks?: Readonly<Record<string, unknown>>;
}

/** What `docker compose config` says. */
export interface Configured {
  readonly services: Record<string, ConfiguredService>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

/** A folder set up as an administrator does it, and read by the real Docker Compose, which needs no engine for that. */
export interface ComposeInstallation extends Disposable {
  readonly folder: string;
  /** Writes `.env`. */
  write(env: Readonly<Record<string, string>> | string): void;
  /** Writes `compose.override.yaml`. */
  override(text: string): void;
  /** Runs `scripts/make-secrets`. */
  makeSecrets(): ReturnType<typeof makeSecrets>;
  /** Runs `docker compose config`: the services of the chosen profiles as Compose would start them. */
  config(): Configured & { readonly status: number | null; readonly stderr: string };
}

/** The answers that every installation has to give. */
export const ANSWERS = {
  SIP_USER: "8000",
  SIP_DOMAIN: "pbx.example",
  ASTERISK_EXTERNAL_ADDRESS: "192.0.2.10",
  TIMEZONE: "Europe/Berlin",
} as const;

let program: string | undefined;

/** @param file the compose file, as a path in the project */
export function composeInstallation(file: string): ComposeInstallation {
  program ??= execFileSync(path.join(PROJECT, "scripts/lib/docker-compose"), { encoding: "utf8" }).trim();
  const compose = program;
  const folder = mkdtempSync(path.join(tmpdir(), "installation-"));
  cpSync(path.join(PROJECT, "compose"), path.join(folder, "compose"), { recursive: true });
  const overrides = path.join(folder, "compose.override.yaml");
  return {
    folder,
    write(env) {
      const text = typeof env === "string" ? env : Object.entries(env).map((each) => `${each.join("=")}\n`);
      writeFileSync(path.join(folder, ".env"), typeof text === "string" ? text : text.join(""));
    },
    override: (text) => writeFileSync(overrides, text),
    makeSecrets: () => makeSecrets(path.join(folder, "secrets"), "the extension's"),
    config() {
      const files = [path.join(PROJECT, file), ...(existsSync(overrides) ? [overrides] : [])];
      const chosen = ["--project-directory", folder, ...files.flatMap((each) => ["--file", each])];
      const args = [...chosen, "config", "--format", "json"];
      const { status, stdout, stderr } = spawnSync(compose, args, {
        encoding: "utf8",
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder },
      });
      // What it prints is a compose file again, in which a $ is written as two.
      const { services = {}, networks = {} } = (
        status === 0 ? JSON.parse(stdout.replaceAll("$$", "$")) : {}
      ) as Partial<Configured>;
      return { status, stderr, services, networks };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
