import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pause, withDeadline } from "../../src/kernel/deadline.js";
import { freePort } from "./bed/ports.js";
import { PROJECT } from "./compose-file.js";

const START_MS = 20_000;

/** A Prometheus of Debian's that asks one service for its metrics, once a second. */
export interface Prometheus extends AsyncDisposable {
  /** What a question is answered with: now, at a moment (seconds of Unix time), or over a span of time. */
  ask(question: string, when?: number | Span): Promise<readonly Series[]>;
}

/** From one moment to another, in seconds of Unix time, and how far apart the points between them are. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly stepSeconds: number;
}

export interface Series {
  /** What it is told apart by; the name of the metric is `__name__`. */
  readonly labels: Readonly<Record<string, string>>;
  /** Seconds of Unix time, and the value there: one of them unless a span was asked for. */
  readonly points: readonly (readonly [time: number, value: number])[];
}

/** How Prometheus writes a point. */
type Sample = readonly [time: number, value: string];

/** @returns the folder of `prometheus` and `promtool`, or of `prometheus-alertmanager`; undefined where they are not to be had */
export function findPrometheus(which: "prometheus" | "alertmanager" = "prometheus"): string | undefined {
  try {
    const script = join(PROJECT, "scripts/lib/prometheus");
    return execFileSync(script, [which], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Starts one in a folder that is its own.
 *
 * @param target the service's address
 * @param more of its configuration; `job`: of how the service is asked
 */
export async function startPrometheus(
  programs: string,
  folder: string,
  target: string,
  { job, ...more }: { readonly job?: object; readonly rule_files?: readonly string[]; readonly alerting?: object } = {},
): Promise<Prometheus> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { host } = new URL(target);
  const asked = { job_name: "attendant", static_configs: [{ targets: [host] }], ...job };
  await mkdir(join(folder, "data"), { recursive: true });
  // JSON is YAML.
  const settings = { global: { scrape_interval: "1s", evaluation_interval: "1s" }, scrape_configs: [asked], ...more };
  await writeFile(join(folder, "prometheus.yaml"), JSON.stringify(settings));
  const options = [
    `--config.file=${join(folder, "prometheus.yaml")}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=${new URL(url).host}`,
  ];
  const server = await startServer("Prometheus", [join(programs, "prometheus"), ...options], url);
  return {
    async ask(question, when) {
      const response = await fetch(`${url}/api/v1/${request(question, when)}`);
      const { status, error, data } = (await response.json()) as {
        status: string;
        error?: string;
        data?: { result: { metric: Series["labels"]; value?: Sample; values?: readonly Sample[] }[] };
      };
      if (status !== "success") throw new Error(`${question}: ${error}`);
      return (data?.result ?? []).map(({ metric, value, values = value ? [value] : [] }) => ({
        labels: metric,
        points: values.map(([time, text]) => [time, numberOf(text)] as const),
      }));
    },
    ...server,
  };
}

/** An Alertmanager of Debian's. */
export interface Alertmanager extends AsyncDisposable {
  readonly url: string;
}

/** Starts one in a folder that is its own. @param configuration as in its file */
export async function startAlertmanager(
  programs: string,
  folder: string,
  configuration: object,
): Promise<Alertmanager> {
  const url = `http://127.0.0.1:${await freePort()}`;
  await mkdir(folder, { recursive: true });
  const file = join(folder, "alertmanager.yaml");
  await writeFile(file, JSON.stringify(configuration));
  const options = [
    ...[`--config.file=${file}`, `--storage.path=${join(folder, "data")}`, "--cluster.listen-address="],
    `--web.listen-address=${new URL(url).host}`,
  ];
  const command = [join(programs, "prometheus-alertmanager"), ...options];
  const share = join(programs, "share");
  // Unpacked, it must find its templates where the package would have installed them.
  const inPlace = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /usr/share && exec "$@"', share];
  const server = await startServer("Alertmanager", [...(existsSync(share) ? inPlace : []), ...command], url);
  return { url, ...server };
}

/** Starts a program, which dies with this process, and waits until it is ready. */
async function startServer(name: string, command: readonly string[], url: string): Promise<AsyncDisposable> {
  const child = spawn("setpriv", ["--pdeathsig", "KILL", ...command], { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.on("data", (data: Buffer) => (log = (log + data.toString()).slice(-4_000)));
  const dispose = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  try {
    await withDeadline(START_MS, undefined, name, async (signal) => {
      while (!(await fetch(`${url}/-/ready`, { signal }).catch(() => undefined))?.ok) await pause(100, signal);
    });
  } catch (cause) {
    await dispose();
    throw new Error(`${name} did not start:\n${log}`, { cause });
  }
  return { [Symbol.asyncDispose]: dispose };
}

function request(query: string, when: number | Span | undefined): string {
  if (typeof when !== "object") return `query?${new URLSearchParams({ query, ...(when && { time: String(when) }) })}`;
  const { from, to, stepSeconds } = when;
  return `query_range?${new URLSearchParams({ query, start: `${from}`, end: `${to}`, step: `${stepSeconds}` })}`;
}

/** Prometheus writes `+Inf`, `-Inf` and `NaN`. */
const numberOf = (text: string) => (text.endsWith("Inf") ? Number(`${text}inity`) : Number(text));
