import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { msOf } from "../../src/audio/pcm.js";
import { heardIn, readTranscription } from "../../src/speech/transcription-answer.js";
import { PROJECT } from "../support/compose-file.js";
import { bytesOf } from "../support/backends/wav.js";

export type WhisperModel = "tiny" | "base";

export interface WhisperAnswer {
  /** As the service takes it. */
  readonly text: string;
  /** As the recogniser wrote it. */
  readonly written: string;
  /** Processor time of the request. */
  readonly ms: number;
}

export interface Whisper extends Disposable {
  /** Transcribes 16 kHz samples. Blocks: the time of tests is not the clock's, and stands still meanwhile. */
  transcribe(samples: Int16Array, language?: string): WhisperAnswer;
}

/** Fetching the packages, in ms. */
const BED_MS = 600_000;

/** The folder of the recognisers. @returns undefined where their packages are not available; why is on stderr */
export function findWhisperBed(): string | undefined {
  try {
    const script = join(PROJECT, "scripts/lib/whisper-bed");
    return execFileSync(script, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], timeout: BED_MS }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Whisper, which is started when something is asked that it has not answered before: a request takes a second of a processor,
 * so its answers are kept in the bed.
 *
 * @param bed see {@link findWhisperBed}
 */
export function openWhisper(bed: string, model: WhisperModel): Whisper {
  const answers = join(bed, "answers", model);
  mkdirSync(answers, { recursive: true });
  let started: ReturnType<typeof startWhisper> | undefined;

  function ask(samples: Int16Array, language: string): string {
    const name = createHash("sha1").update(language).update(bytesOf(samples)).digest("hex");
    const path = join(answers, `${name}.json`);
    try {
      return readFileSync(path, "utf8");
    } catch {
      started ??= startWhisper(bed, model);
      const answer = started.ask(samples, language);
      writeFileSync(`${path}.${process.pid}`, answer);
      renameSync(`${path}.${process.pid}`, path);
      return answer;
    }
  }

  return {
    transcribe(samples, language = "en") {
      const body = ask(samples, language);
      const segments = readTranscription(body, "application/json");
      if ("what" in segments) throw new Error(`whisper ${segments.what}`);
      const { text: written, seconds } = JSON.parse(body) as { text: string; seconds: number };
      return { text: heardIn(segments, msOf(samples)) ?? "", written, ms: Math.round(1_000 * seconds) };
    },
    [Symbol.dispose]: () => started?.end(),
  };
}

function startWhisper(bed: string, model: WhisperModel) {
  const folder = mkdtempSync(join(tmpdir(), "whisper-"));
  const [requests, answers] = [join(folder, "requests"), join(folder, "answers")];
  execFileSync("mkfifo", [requests, answers]);
  const program = join(PROJECT, "test/engines/whisper.py");
  const child = spawn(join(bed, "venv/bin/python"), [program, join(bed, model), requests, answers], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  child.unref();
  const [to, from] = [openSync(requests, "w"), openSync(answers, "r")];
  rmSync(folder, { recursive: true });

  return {
    ask(samples: Int16Array, language: string): string {
      writeSync(to, `${JSON.stringify({ bytes: samples.byteLength, language })}\n`);
      const bytes = bytesOf(samples);
      for (let at = 0; at < bytes.length;) at += writeSync(to, bytes, at);
      const pieces: Buffer[] = [];
      while (pieces.at(-1)?.at(-1) !== 10) {
        const piece = Buffer.alloc(65_536);
        const length = readSync(from, piece);
        if (length === 0) throw new Error("whisper ended");
        pieces.push(piece.subarray(0, length));
      }
      return Buffer.concat(pieces).toString("utf8");
    },
    end: () => child.kill("SIGTERM"),
  };
}
