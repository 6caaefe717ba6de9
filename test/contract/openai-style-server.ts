import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { answerJson, beginEvents, type HttpServer, type Received, startHttpServer } from "../support/http-server.js";

/** An OpenAI-style server as small as the contracts allow: it answers in pieces, a few milliseconds apart. */
export interface OpenAiStyleServer extends AsyncDisposable {
  readonly url: string;
  /** Requests that are being answered right now. */
  readonly open: () => number;
}

export async function startOpenAiStyleServer(): Promise<OpenAiStyleServer> {
  let open = 0;
  const server: HttpServer = await startHttpServer(async (response, request) => {
    open++;
    response.on("close", () => open--);
    if (request.path === "/v1/chat/completions") await chat(response, JSON.parse(String(request.body)));
    else if (request.path === "/v1/audio/transcriptions") await transcribe(response, request);
    else if (request.path === "/v1/audio/speech") await speak(response, JSON.parse(String(request.body)).input);
    else answerJson(response, { error: { message: "no such path" } }, 404);
  });
  return { url: server.url, open: () => open, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly unknown[];
}

async function chat(response: ServerResponse, { messages, tools }: ChatRequest): Promise<void> {
  const send = beginEvents(response);
  const { role, content } = messages.at(-1) ?? { role: "", content: "" };
  const pieces =
    role === "tool" ? ["It is ", "42."] : /story/.test(content) ? new Array(200).fill("and ") : ["Hel", "lo."];
  const calls = tools && role === "user" && /multiply/i.test(content);
  const deltas = calls ? CALL : pieces.map((piece) => ({ content: piece }));
  for (const delta of deltas) {
    if (response.destroyed) return;
    send({ choices: [{ index: 0, delta }] });
    await pause(2);
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: calls ? "tool_calls" : "stop" }] });
  send("[DONE]");
  response.end();
}

const CALL = [
  { tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "MULTIPLY", arguments: "" } }] },
  { tool_calls: [{ index: 0, function: { arguments: '{"a": 6,' } }] },
  { tool_calls: [{ index: 0, function: { arguments: ' "b": 7}' } }] },
];

/** Understands a second of sound that is not silent as "hello there". */
async function transcribe(response: ServerResponse, { body }: Received): Promise<void> {
  await pause(10);
  const sound = body.indexOf("data", body.indexOf("RIFF")) + 8;
  const samples = body.subarray(sound, sound + 16_000);
  answerJson(response, { text: samples.some((byte) => byte !== 0) ? " Hello there.\n" : "[BLANK_AUDIO]" });
}

/** Says a letter in 60 ms, at 24 000 Hz. */
async function speak(response: ServerResponse, text: string): Promise<void> {
  response.writeHead(200, { "content-type": "audio/pcm" });
  for (const letter of text) {
    if (response.destroyed) return;
    response.write(Buffer.alloc(2 * 24 * 60, letter));
    await pause(1);
  }
  response.end();
}
