import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { examineChain } from "../../src/doctor/chain.js";
import type { Diagnosis } from "../../src/doctor/check.js";
import { openInstallation } from "../../src/doctor/installation.js";
import { Scope } from "../../src/kernel/scope.js";
import { says } from "./backends/says.js";
import { type ScriptedModel, startScriptedModel } from "./backends/scripted-model.js";
import { type SpeechServer, startSpeechServer } from "./backends/speech-server.js";
import { upsampleTo24kHz } from "./backends/upsample.js";
import { AriClient } from "./bed/ari-client.js";
import { type Bed, startAssistant, startBed } from "./bed/bed.js";
import { freePort } from "./bed/ports.js";
import { type Ground, startMute } from "./broken-setups.js";
import { Controller } from "./controller.js";
import { FakeAsterisk } from "./fakes/fake-asterisk.js";
import { quietLog } from "./fakes/quiet-log.js";
import { addFaultyExtensions } from "./faulty-extensions.js";
import { startFront } from "./front.js";

const ALL_MS = 90_000;

/** A set-up that works, of which one after the other, or several at a time, have one thing broken. */
export class WorkingSetup implements AsyncDisposable {
  readonly #parts: AsyncDisposable[] = [];
  #bed!: Bed;
  #speech!: SpeechServer;
  #model!: ScriptedModel;
  #services = 0;

  async start(): Promise<void> {
    const kept = keeper(this.#parts);
    this.#bed = kept(await startBed({ change: addFaultyExtensions }));
    this.#speech = kept(await startSpeechServer());
    this.#model = kept(await startScriptedModel({ conversation: "demo" }));
    // Says the sentence at once, and knows it by its length.
    const spoken = upsampleTo24kHz(await says("What time is it?"));
    const length = (spoken.length * 16) / 24;
    this.#speech.speakAs(() => spoken);
    this.#speech.hearAs((samples) => (Math.abs(samples.length / length - 1) < 0.04 ? "what time is it" : "uh"));
  }

  get settings(): Readonly<Record<string, string>> {
    return {
      ...this.#bed.settings,
      LLM_BASE_URL: this.#model.url,
      LLM_MODEL: "scripted",
      SPEECH_BASE_URL: this.#speech.url,
      TTS_VOICE: "rms",
    };
  }

  /** What one is broken in, and what is made for it is let go of with it. */
  async open(): Promise<Ground & AsyncDisposable> {
    const made: AsyncDisposable[] = [];
    const keep = keeper(made);
    const folder = await mkdtemp(join(tmpdir(), "attendant-broken-"));
    keep({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) });
    return {
      settings: this.settings,
      speechUrl: this.#speech.url.replace(/\/v1$/, ""),
      modelUrl: this.#model.url.replace(/\/v1$/, ""),
      folder,
      keep,
      assistant: async (further) => {
        const assistant = await startAssistant(this.#bed.pbx, further);
        keep(assistant.asterisk);
        return assistant;
      },
      front: async (target, manner) => keep(await startFront(target, manner)).url,
      mute: async () => keep(await startMute()).port,
      client: (asterisk, app) => AriClient.connect(asterisk.asterisk.ari, app),
      async asteriskOf(version) {
        const fake = keep(await FakeAsterisk.start());
        fake.version = version;
        const { url, user, password } = fake.credentials;
        return { ARI_URL: url, ARI_USER: user, ARI_PASSWORD: password };
      },
      service: async (settings) => keep(await Controller.start({ ...this.#besideOthers(settings), ...settings })),
      [Symbol.asyncDispose]: () => disposed(made),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await disposed(this.#parts);
  }

  /** At the Asterisk that all of them have, each service has an application of its own. */
  #besideOthers({ ARI_URL }: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const { settings } = this;
    const isShared = ARI_URL === undefined || ARI_URL === settings.ARI_URL;
    return isShared ? { ...settings, ARI_APP: `attendant-${++this.#services}` } : settings;
  }
}

/** What the doctor says of these settings, in that folder. */
export async function examined(given: Readonly<Record<string, string>>, folder: string): Promise<Diagnosis> {
  await using scope = new Scope("doctor");
  const own = { DATA_DIR: join(folder, "data"), PORT: String(await freePort()) };
  const installation = openInstallation({
    folder,
    given: { ...own, ...given },
    version: "0.1.0",
    log: quietLog,
    scope,
  });
  return await examineChain(installation, AbortSignal.timeout(ALL_MS));
}

const keeper =
  (parts: AsyncDisposable[]) =>
  <T extends AsyncDisposable>(part: T): T => {
    parts.push(part);
    return part;
  };

async function disposed(parts: AsyncDisposable[]): Promise<void> {
  for (const part of parts.splice(0).reverse()) await part[Symbol.asyncDispose]();
}
