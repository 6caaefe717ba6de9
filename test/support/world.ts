import { type ScriptedModel, startScriptedModel } from "./backends/scripted-model.js";
import { type SpeechServer, startSpeechServer } from "./backends/speech-server.js";
import { type Bed, type BedOptions, startBed } from "./bed/bed.js";
import { startBedOnPbx } from "./bed/bed-on-pbx.js";
import { Telephone } from "./bed/telephone.js";
import { Controller } from "./controller.js";

/** Everything that a system test needs, real from the telephone to the controller, with back ends that can be told to fail. */
export interface World extends AsyncDisposable {
  readonly bed: Bed;
  readonly speech: SpeechServer;
  readonly model: ScriptedModel;
  readonly telephone: Telephone;
  /** What a controller of this world is started with. */
  readonly settings: Readonly<Record<string, string>>;
  /** Starts a controller and waits until it is healthy and registered. */
  startController(settings?: Readonly<Record<string, string>>): Promise<Controller>;
}

/**
 * Starts a world.
 *
 * @param options of its bed, or `on-pbx` for a controller that attaches to the PBX's own Asterisk
 */
export async function startWorld(options: BedOptions | "on-pbx" = {}): Promise<World> {
  const parts: AsyncDisposable[] = [];
  const keep = <T extends AsyncDisposable>(part: T): T => {
    parts.unshift(part);
    return part;
  };
  const dispose = async () => {
    for (const part of parts.splice(0)) await part[Symbol.asyncDispose]();
  };
  try {
    const bed = keep(options === "on-pbx" ? await startBedOnPbx() : await startBed(options));
    const speech = keep(await startSpeechServer());
    const model = keep(await startScriptedModel({ conversation: "demo" }));
    const telephone = keep(await Telephone.connect(bed.pbx));
    const settings = {
      ...bed.settings,
      SPEECH_BASE_URL: speech.url,
      LLM_BASE_URL: model.url,
      LLM_MODEL: "scripted",
      // Of flite's voices the one that its own recogniser understands best.
      TTS_VOICE: "rms",
      PHRASES_GREETINGS: JSON.stringify(["Hello. How can I help you?"]),
    };
    return {
      bed,
      speech,
      model,
      telephone,
      settings,
      async startController(further = {}) {
        const controller = keep(await Controller.start({ ...settings, ...further }));
        await controller.healthy();
        await controller.logged("phrases_ready");
        return controller;
      },
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
