import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PROJECT } from "./compose-file.js";

/** One fenced block of a Markdown file. */
export interface Example {
  /** What stands behind its fence: `sh`, `json`, … */
  readonly language: string;
  readonly text: string;
}

/** What curl asked, and what it got. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly status: number;
  /** The media type, without parameters. */
  readonly type: string;
  readonly body: string;
}

/** Longer than any answer takes. */
const EXAMPLE_MS = 60_000;
/** Between an answer's body and what curl tells of it. */
const MARK = "--- curl tells ---";
/** Settings of curl's own, so that an example stands here as it stands in the text. */
const CURLRC = `silent\nshow-error\nmax-time = 30\nwrite-out = "\\n${MARK}%{json}\\n"\n`;

/** The blocks of a page of the repository, such as `docs/rest.md`, in their order. */
export async function examplesIn(page: string): Promise<readonly Example[]> {
  const text = await readFile(join(PROJECT, page), "utf8");
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = "", block = ""]) => ({
    language,
    text: block,
  }));
}

/**
 * Runs an example as a reader does, in a shell with `variables` and nothing else of ours.
 *
 * @returns what each `curl` in it asked and got
 * @throws {Error} when a command fails, or a variable is used that is not set
 */
export async function runExample(text: string, variables: Readonly<Record<string, string>>): Promise<Exchange[]> {
  const home = await mkdtemp(join(tmpdir(), "attendant-example-"));
  try {
    await writeFile(join(home, ".curlrc"), CURLRC);
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", text], {
      env: { PATH: process.env.PATH, CURL_HOME: home, ...variables },
      timeout: EXAMPLE_MS,
      maxBuffer: 16 * 1024 * 1024,
    });
    return exchangesIn(stdout);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function exchangesIn(output: string): Exchange[] {
  const parts = output.split(new RegExp(`\\n${MARK}(.*)\\n`));
  return Array.from({ length: (parts.length - 1) / 2 }, (_, at) => {
    const told = JSON.parse(parts[2 * at + 1] ?? "") as Record<string, string | number | null>;
    return {
      method: String(told.method),
      url: new URL(String(told.url_effective)),
      status: Number(told.http_code),
      type: String(told.content_type ?? "").split(";")[0] ?? "",
      body: parts[2 * at] ?? "",
    };
  });
}
