import { answerJson, beginEvents, type HttpServer, type Received, startHttpServer } from "./http-server.js";

/** What one of these servers wants, or does wrong. */
export interface Manners {
  readonly key?: string;
  readonly model?: string;
  /** Has no function calling. */
  readonly withoutTools?: boolean;
  /** What it sends as speech. */
  readonly speech?: { readonly type: string; readonly bytes: Buffer };
}

const SILENCE = { type: "audio/pcm", bytes: Buffer.alloc(24_000) };
/** The beginning of an MP3 file: its tag, and a frame. */
export const MP3 = {
  type: "audio/mpeg",
  bytes: Buffer.concat([
    Buffer.from("ID3\x04\0\0\0\0\0\0"),
    Buffer.from([0xff, 0xfb, 0x90, 0x64]),
    Buffer.alloc(4_000),
  ]),
};
export const AT_16_KHZ = { type: "audio/pcm; rate=16000", bytes: Buffer.alloc(16_000) };

/**
 * A server with OpenAI's interface below `/v1` that lists its models to anybody, as many do, and is strict about the work
 * itself: what is wrong with the settings shows with the first request that asks for some.
 */
export async function startPickyBackends({ key, model, withoutTools, speech = SILENCE }: Manners): Promise<HttpServer> {
  const refusalOf = (request: Received): [message: string, status: number] | undefined => {
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) return ["Invalid API key", 401];
    const asked = request.body.toString("latin1");
    if (model !== undefined && !asked.includes(model)) return ["The model does not exist", 404];
    if (withoutTools && asked.includes('"tools"')) return ["This model does not support tools", 400];
    return undefined;
  };
  return startHttpServer((response, request) => {
    if (request.path === "/v1/models")
      return answerJson(response, { object: "list", data: [{ id: "some", object: "model" }] });
    const [message, status] = refusalOf(request) ?? [];
    if (message) return answerJson(response, { error: { message } }, status);
    switch (request.path) {
      case "/v1/chat/completions": {
        const send = beginEvents(response);
        send({ choices: [{ index: 0, delta: { content: "Okay." } }] });
        send({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
        send("[DONE]");
        return void response.end();
      }
      case "/v1/audio/transcriptions":
        return answerJson(response, { text: "Okay." });
      case "/v1/audio/speech":
        response.writeHead(200, { "content-type": speech.type });
        return void response.end(speech.bytes);
      default:
        return answerJson(response, { error: { message: "Not Found" } }, 404);
    }
  });
}
