import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { textIn, tonesOf } from "./backends/tone-text.js";
import { ToneCaller } from "./bed/tone-caller.js";
import type { Dialling } from "./bed/telephone.js";
import { Controller, type LogLine } from "./controller.js";
import { RestClient } from "./rest-client.js";
import { temporaryFolder } from "./temporary-folder.js";
import { startWorld, type World } from "./world.js";

/** A call to an assistant, as caller and controller have it. */
export interface ToneCall {
  readonly caller: ToneCaller;
  readonly callId: string;
  /** The line of its log with that event that comes next, or has come since `from`. */
  logged(event: string, from?: number): Promise<LogLine>;
}

/** A world in which everything that is said and heard is tones, with a file of assistants that answer 7000 to 7899. */
export interface ToneWorld extends AsyncDisposable {
  readonly world: World;
  readonly controller: Controller;
  readonly rest: RestClient;
  /** Replaces the file of the assistants; the controller has not read it yet. */
  writeAssistants(text: string): Promise<void>;
  dial(number: string, callerId: string, options?: Dialling): Promise<ToneCall>;
}

/**
 * Numbers whose call is answered once the tester's telephone is ready to hear it: it needs a moment for that behind its own
 * answer, and the first words would be lost. Behind the context of the telephones, which is the last.
 */
const READY_FIRST = `
exten = _7[0-8]XX,1,Set(WHO=\${CALLERID(num)})
 same = n,Answer()
 same = n,Wait(1)
 same = n,Set(CALLERID(num)=\${WHO})
 same = n,Dial(PJSIP/\${EXTEN}@8000,120)
 same = n,Hangup(\${HANGUPCAUSE})
exten = _79XX,1,Dial(Local/10\${EXTEN:2}@phones/n,60,U(ready))
 same = n,Hangup(\${HANGUPCAUSE})
[ready]
exten = s,1,Wait(1)
 same = n,Return()
`;

/** Returns the number at which an extension of the telephone, such as 1001, is called when its first words matter. */
export const readyAt = (extension: string) => extension.replace(/^10/, "79");

/**
 * @param settings of the controller, over those of the world; phrases are those of the languages
 * @param sayingOf returns what a voice says for a text
 */
export async function startToneWorld(
  assistants: string,
  settings: Readonly<Record<string, string>> = {},
  sayingOf = (text: string, _voice: string) => text,
): Promise<ToneWorld> {
  const world = await startWorld({
    change: (files) => files.set("extensions.conf", `${files.get("extensions.conf")}\n${READY_FIRST}`),
  });
  const folder = await temporaryFolder();
  const writeAssistants = (text: string) => writeFile(join(folder.path, "assistants.yaml"), text);
  let controller: Controller | undefined;
  const dispose = async () => {
    await controller?.[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  try {
    world.speech.speakAs((text, voice) => tonesOf(sayingOf(text, voice)));
    world.speech.hearAs(textIn);
    await writeAssistants(assistants);
    const { PHRASES_GREETINGS: _, ...others } = world.settings;
    const started = await Controller.start({ ...others, DISCLOSURE: "true", ...settings, DATA_DIR: folder.path });
    controller = started;
    await started.healthy(30_000);
    await started.logged("phrases_ready", () => true, { ms: 60_000 });
    return {
      world,
      controller: started,
      rest: new RestClient(() => started.url),
      writeAssistants,
      async dial(number, callerId, options = {}) {
        // A Local channel that goes out of the way in mid-sentence costs a frame of it.
        const begun = started.lines.length;
        const caller = await ToneCaller.on(await world.telephone.dial(`${number}@phones/n`, { ...options, callerId }));
        const { data } = await started.logged("call_start", (line) => line.data?.caller === callerId, { from: begun });
        const callId = String(data?.call_id);
        return {
          caller,
          callId,
          logged: (event, from = started.lines.length) =>
            started.logged(event, (line) => line.data?.call_id === callId, { ms: 30_000, from }),
        };
      },
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
