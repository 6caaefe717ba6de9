import { startScriptedModel } from "../backends/scripted-model.js";
import { startSpeechServer } from "../backends/speech-server.js";
import { Controller, type LogLine } from "../controller.js";
import { FakeAsterisk } from "../fakes/fake-asterisk.js";
import { INSPECTED } from "../inspected-memory.js";
import { type McpHttpServer, mcpHttpServer } from "../mcp/http-server.js";
import { Receiver } from "../receiver/receiver.js";
import { shortTone } from "../short-tone.js";
import { temporaryFolder } from "../temporary-folder.js";

const KEY = "the-key-of-a-hostile-client";
const KEPT_LINES = 200;

/** The service and everything around it, most of which will turn hostile. */
export interface Stage extends AsyncDisposable {
  readonly controller: Controller;
  readonly key: string;
  readonly dataDir: string;
  readonly asterisk: FakeAsterisk;
  readonly mcp: McpHttpServer;
  readonly receiver: Receiver;
  /** Lines of the log at the levels ERROR and FATAL, by event, without failures of the hostile server's tool. */
  readonly errorLines: Readonly<Record<string, number>>;
  /** Drops what this process has kept of requests and of the log: its own memory is to stay flat as well. */
  forget(): void;
}

export async function startStage(built: boolean): Promise<Stage> {
  const kept: AsyncDisposable[] = [];
  const dispose = async () => {
    for (const each of kept.splice(0).reverse()) await each[Symbol.asyncDispose]();
  };
  const keep = <T extends AsyncDisposable>(each: T): T => {
    kept.push(each);
    return each;
  };
  try {
    const folder = keep(await temporaryFolder());
    const asterisk = keep(await FakeAsterisk.start());
    asterisk.onOriginate = () => Promise.reject(new Error("Allocation failed"));
    const speech = keep(await startSpeechServer());
    speech.speakAs(shortTone);
    speech.hearAs(() => "what time is it.");
    const model = keep(await startScriptedModel());
    const mcp = keep(await mcpHttpServer());
    const receiver = keep(await Receiver.start());
    const errorLines: Record<string, number> = {};
    const settings = {
      ...{ ARI_URL: asterisk.credentials.url, ARI_PASSWORD: asterisk.password, DATA_DIR: folder.path, API_KEYS: KEY },
      ...{ SPEECH_BASE_URL: speech.url, LLM_BASE_URL: model.url, LLM_MODEL: "scripted", TRANSCRIPTS: "stored" },
      ...{ HOST: "127.0.0.1", MCP_SERVERS: JSON.stringify({ home: { url: mcp.url, tools: "*" } }), ...INSPECTED },
    };
    const onLine = ({ level, event, data }: LogLine) => {
      const isHostiles = event === "tool_threw" && data?.tool === "HOME_STATE"; // It fails because its server is hostile.
      if ((level === "ERROR" || level === "FATAL") && !isHostiles) errorLines[event] = (errorLines[event] ?? 0) + 1;
    };
    const controller = keep(await Controller.start(settings, { built, onLine }));
    await controller.healthy();
    return {
      ...{ controller, key: KEY, dataDir: folder.path, asterisk, mcp, receiver, errorLines },
      forget() {
        controller.lines.splice(0, Math.max(0, controller.lines.length - KEPT_LINES));
        for (const each of [speech, model]) each.forget();
      },
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
