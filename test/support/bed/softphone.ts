import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { samplesIn } from "../../../src/audio/pcm.js";
import { createResampler } from "../../../src/audio/resample.js";
import { pause, withDeadline } from "../../../src/kernel/deadline.js";
import type { FliteVoice } from "../backends/flite.js";
import { says } from "../backends/says.js";
import { samplesOf, wavOf } from "../backends/wav.js";
import { type TemporaryFolder, temporaryFolder } from "../temporary-folder.js";
import { freePort } from "./ports.js";
import { whereSaid } from "./where-said.js";

const LOOPBACK = "127.0.0.1";
const START_MS = 10_000;
const WAIT_MS = 15_000;
/** How often it is looked whether something has been heard by now, ms. */
const LOOK_MS = 500;
const RATE = 16_000;
/** Follows whatever is said, so that sound goes out for as long as the call lasts, ms. */
const SILENCE_MS = 60_000;
const WAV_HEAD_BYTES = 44;

export interface SoftphoneOptions {
  /** The PBX, on 127.0.0.1 unless given, and what to be there. */
  readonly host?: string;
  readonly sipPort: number;
  readonly extension: string;
  readonly password: string;
  /** Codecs as they are offered, the best first, in baresip's words: `PCMU/8000/1`. */
  readonly codecs: readonly string[];
  /** How much sound it packs into a packet, ms; 20 unless given. */
  readonly packetMs?: number;
}

/**
 * baresip, a SIP client that shares no line with Asterisk, at an extension of the PBX. It speaks from a file, writes what it
 * hears into another one, and is told what to do over its control connection (module ctrl_tcp).
 */
export class Softphone implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #folder: TemporaryFolder;
  readonly #control: Socket;
  readonly #options: SoftphoneOptions;
  readonly #log: readonly string[];
  /** All that came over the control connection. */
  #told = "";

  private constructor(
    child: ChildProcess,
    folder: TemporaryFolder,
    control: Socket,
    options: SoftphoneOptions,
    log: readonly string[],
  ) {
    this.#child = child;
    this.#folder = folder;
    this.#control = control;
    this.#options = options;
    this.#log = log;
    control.on("data", (data) => (this.#told += data.toString()));
  }

  static async start(options: SoftphoneOptions): Promise<Softphone> {
    const folder = await temporaryFolder();
    const controlPort = await freePort();
    const { extension, password, host = LOOPBACK, sipPort, codecs, packetMs = 20 } = options;
    await writeFile(path.join(folder.path, "silence.wav"), wavOf(new Int16Array(samplesIn(SILENCE_MS)), RATE));
    await writeFile(path.join(folder.path, "config"), configuration(folder.path, await freePort(), controlPort));
    const account = `<sip:${extension}@${host}:${sipPort}>;auth_user=${extension};auth_pass=${password}`;
    await writeFile(
      path.join(folder.path, "accounts"),
      `${account};regint=0;ptime=${packetMs};audio_codecs=${codecs.join(",")}\n`,
    );
    const command = ["--pdeathsig", "KILL", "baresip", "-f", folder.path];
    const child = spawn("setpriv", command, { stdio: ["ignore", "pipe", "pipe"] });
    const log: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => log.push(data.toString()));
    child.on("error", (error) => log.push(error.message));
    try {
      const control = await withDeadline(START_MS, undefined, "baresip's control connection", async (signal) => {
        for (;;) {
          const socket = await connected(controlPort);
          if (socket) return socket;
          await pause(100, signal);
        }
      });
      return new Softphone(child, folder, control, options, log);
    } catch (cause) {
      child.kill("SIGKILL");
      await folder[Symbol.asyncDispose]();
      throw new Error(`baresip did not start:\n${log.join("")}`, { cause });
    }
  }

  /** Calls a number of the PBX; resolves once it was answered. */
  async dial(number: string): Promise<void> {
    this.#dial(number);
    await this.#until(`${number} to answer`, () => this.#told.includes('"CALL_ESTABLISHED"'), 100);
  }

  /** Says this once, at 16 000 Hz, and nothing after it. */
  async say(samples: Int16Array): Promise<void> {
    const spoken = new Int16Array(samples.length + samplesIn(SILENCE_MS));
    spoken.set(samples);
    const file = path.join(this.#folder.path, "speech.wav");
    await writeFile(file, wavOf(spoken, RATE));
    this.#command("ausrc", `aufile,${file}`);
  }

  /** Calls a number of the PBX, which has it not. */
  async isRefused(number: string): Promise<void> {
    this.#dial(number);
    await this.#until(`${number} to be refused`, () => /"CALL_CLOSED"[^]*40[13]/.test(this.#told), 100);
  }

  /** Waits until this, or one of these, was said to it, judged by its sound. */
  async hears(texts: string | readonly string[], voice: FliteVoice): Promise<void> {
    const sentences = [texts].flat();
    const sounds = await Promise.all(sentences.map((sentence) => says(sentence, { voice })));
    const longest = Math.max(...sounds.map(({ length }) => length)) + samplesIn(LOOK_MS);
    let judged = 0;
    const said = async () => {
      // What was judged before is not judged again: this process has telephones whose sound must go on meanwhile.
      const heard = await this.#heardSince(judged);
      for (const sentence of sentences) if (await whereSaid(heard, sentence, { voice })) return true;
      judged += Math.max(0, heard.length - longest);
      return false;
    };
    await this.#until(`"${sentences.join(", ")}"`, said, LOOK_MS);
  }

  /** Presses a key, which goes out as RFC 4733 has it. */
  press(key: string): void {
    this.#command("sndcode", key);
  }

  /** What it has heard from this sample on, mono at 16 000 Hz whatever the codec. */
  async #heardSince(from: number): Promise<Int16Array> {
    const file = (await readdir(this.#folder.path)).find((name) => /^dump-.*-dec\.wav$/.test(name));
    if (!file) return new Int16Array(0);
    // The lengths in its head are written when the call is over.
    const wav = await readFile(path.join(this.#folder.path, file));
    if (wav.length < WAV_HEAD_BYTES) return new Int16Array(0);
    const rate = wav.readUInt32LE(24);
    const samples = samplesOf(wav.subarray(WAV_HEAD_BYTES));
    return createResampler(rate, RATE).push(samples.subarray(Math.floor((from * rate) / RATE)));
  }

  /** The codec that sound goes out in, as baresip calls it. */
  get codec(): string | undefined {
    return /Set audio encoder: (.+?)\s*$/m.exec(this.#log.join(""))?.[1];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#control.destroy();
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, "exit");
      this.#child.kill("SIGKILL");
      await exited;
    }
    await this.#folder[Symbol.asyncDispose]();
  }

  #dial(number: string): void {
    const { host = LOOPBACK, sipPort } = this.#options;
    this.#command("dial", `sip:${number}@${host}:${sipPort}`);
  }

  /** A netstring with JSON in it. */
  #command(command: string, params: string): void {
    const text = JSON.stringify({ command, params });
    this.#control.write(`${text.length}:${text},`);
  }

  async #until(what: string, holds: () => boolean | Promise<boolean>, everyMs: number): Promise<void> {
    try {
      await withDeadline(WAIT_MS, undefined, what, async (signal) => {
        while (!(await holds())) await pause(everyMs, signal);
      });
    } catch (cause) {
      throw new Error(
        `baresip waited in vain for ${what}:\n${this.#log.join("").slice(-3_000)}\n${this.#told.slice(-3_000)}`,
        { cause },
      );
    }
  }
}

function connected(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(socket)).once("error", () => resolve(undefined));
  });
}

function configuration(folder: string, sipPort: number, controlPort: number): string {
  const modules = ["g711", "g722", "opus", "aufile", "aubridge", "sndfile"];
  return `
sip_listen 127.0.0.1:${sipPort}
net_interface 127.0.0.1
audio_source aufile,${folder}/silence.wav
audio_player aubridge,nobody
ausrc_srate ${RATE}
ausrc_channels 1
snd_path ${folder}
ctrl_tcp_listen 127.0.0.1:${controlPort}
module_path /usr/lib/baresip/modules
${modules.map((name) => `module ${name}.so`).join("\n")}
module_tmp uuid.so
module_tmp account.so
statmode_default off
module_app menu.so
module_app ctrl_tcp.so
`;
}
