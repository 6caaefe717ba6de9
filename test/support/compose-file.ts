import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

export type PublishedPort = string | { target: number; published: string; host_ip?: string; protocol?: string };

/** What is read here of a service of a compose file (https://github.com/compose-spec/compose-spec). */
export interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly pull?: boolean };
  readonly pull_policy?: string;
  readonly user?: string;
  readonly entrypoint?: readonly string[];
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly (string | { path: string; required: boolean })[];
  readonly secrets?: readonly string[];
  readonly ports?: readonly PublishedPort[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { condition: string; required?: boolean }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly restart?: string;
  readonly init?: boolean;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly privileged?: boolean;
  readonly security_opt?: readonly string[];
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly stop_grace_period?: string;
  readonly deploy?: { readonly resources: { readonly limits: { readonly memory?: string } } };
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks?: Readonly<Record<string, { internal?: boolean } | null>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { file: string }>>;
}

const VARIABLE = /\$\{([A-Z_][A-Z0-9_]*)(?::([-?])([^}]*))?\}/g;

/** A file of the project, as text. */
export function textOf(file: string): string {
  return readFileSync(path.join(PROJECT, file), "utf8");
}

/** A compose file of the project, its variables as they stand there; without its extensions (`x-…`). */
export function composeFile(file: string): Compose {
  const whole = Object.entries(parse(textOf(file), { merge: true }) as Record<string, unknown>);
  return Object.fromEntries(whole.filter(([key]) => !key.startsWith("x-"))) as unknown as Compose;
}

/** The same with `env` filled in, as Compose does it. @throws {Error} with the demand of a variable that is missing */
export function composeFileWith(file: string, env: Readonly<Record<string, string>>): Compose {
  const fill = (value: unknown): unknown => {
    if (typeof value === "string") return interpolated(value, env);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]));
  };
  return fill(composeFile(file)) as Compose;
}

/** The names of the variables of a file, outside its comments. */
export function variablesOf(file: string): string[] {
  const text = textOf(file).replace(/^\s*#.*$/gm, "");
  return [...new Set([...text.matchAll(/\$\{([A-Z_][A-Z0-9_]*)/g)].map(([, name = ""]) => name))];
}

function interpolated(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(VARIABLE, (_, name: string, kind: string | undefined, rest: string) => {
    const value = env[name];
    if (value) return value;
    if (kind === "?") throw new Error(`${name}: ${rest}`);
    return kind === "-" ? rest : "";
  });
}

/** What a Dockerfile copies from its context: source paths. */
export function copiedBy(dockerfile: string): string[] {
  const lines = textOf(dockerfile).replaceAll("\\\n", " ").split("\n");
  return lines
    .filter((line) => /^COPY\s+(?!--from)/.test(line))
    .flatMap((line) => line.trim().split(/\s+/).slice(1, -1))
    .filter((word) => !word.startsWith("--"));
}

/** The files of the project that a service needs: what is mounted, what it is built from. */
export function mountedFiles({ volumes = [], build }: Service): string[] {
  const mounted = volumes.filter((volume) => volume.startsWith("./")).map((volume) => volume.split(":")[0] ?? "");
  return build ? [...mounted, path.join(build.context, "Dockerfile")] : mounted;
}

/** Whether somebody looks after its health: the compose file, or the image, which another of the services may build. */
export function hasHealthCheck({ healthcheck, build, image }: Service, { services }: Compose): boolean {
  const built = build ?? Object.values(services).find((each) => each.build && each.image === image)?.build;
  const ofImage = built !== undefined && /^HEALTHCHECK /m.test(textOf(path.join(built.context, "Dockerfile")));
  return healthcheck ? healthcheck.disable !== true : ofImage;
}

/** A duration such as `1m30s`, in seconds. */
export function seconds(duration: string): number {
  const units: Record<string, number> = { s: 1, m: 60, h: 3600 };
  return [...duration.matchAll(/(\d+)([smh])/g)].reduce(
    (sum, [, n, unit]) => sum + Number(n) * (units[unit ?? ""] ?? 0),
    0,
  );
}

/**
 * Runs `scripts/make-secrets` on a folder, with the extension's secret on its standard input if one is given.
 *
 * @param profiles those of Compose, with commas; unless given they come from the `.env` beside the folder
 */
export function makeSecrets(folder: string, sipPassword?: string, profiles?: string) {
  const source = sipPassword === undefined ? [] : ["--sip-password-from", "-"];
  const input = sipPassword ?? "";
  const env = { PATH: process.env.PATH, ...(profiles !== undefined && { COMPOSE_PROFILES: profiles }) };
  return spawnSync(path.join(PROJECT, "scripts/make-secrets"), [...source, folder], { input, env, encoding: "utf8" });
}
