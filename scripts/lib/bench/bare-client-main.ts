/**
 * Makes the requests of a reply with only Node's `http`, in its own process: the minimum time that a turn's requests take on
 * this machine. Messages over Node's IPC channel:
 *   ← "ready", once · → "turns" ← { turns } · ends with the channel
 */
import { Agent, request } from "node:http";
import { writeWav } from "../../../src/audio/wav.js";
import { says } from "../../../test/support/index.js";
import type { BareTurn, BareTurnsPlan } from "./bare-turns.js";
import { machineNow } from "./clock.js";

const { urls, turns, pauseMs } = JSON.parse(process.argv[2] ?? "{}") as BareTurnsPlan;
const agent = new Agent({ keepAlive: true });

interface Sent {
  readonly askedAt: number;
  readonly firstByteAt: number;
  readonly text: string;
}

/** Resolves when the first part of the answer arrives. The rest is read before the next turn. */
function ask(url: string, type: string, body: Uint8Array | string): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const askedAt = machineNow();
    const headers = { "content-type": type, "content-length": Buffer.byteLength(body) };
    const asking = request(url, { agent, method: "POST", headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered with ${answer.statusCode}`));
      answer.once("data", (piece: Buffer) => resolve({ askedAt, firstByteAt: machineNow(), text: piece.toString() }));
      answer.resume();
    });
    asking.on("error", reject);
    asking.end(body);
  });
}

async function turn(recording: { type: string; body: Uint8Array }): Promise<BareTurn> {
  const stt = await ask(`${urls.speech}/audio/transcriptions`, recording.type, recording.body);
  const number = Number(/\d+/.exec(stt.text)?.[0]);
  const question = { model: "scripted", stream: true, messages: [{ role: "user", content: `question ${number}.` }] };
  await ask(`${urls.model}/chat/completions`, "application/json", JSON.stringify(question));
  const input = `This is the answer to number ${number}.`;
  const sentence = { model: "m", voice: "v", response_format: "pcm", input };
  const tts = await ask(`${urls.speech}/audio/speech`, "application/json", JSON.stringify(sentence));
  return { number, askedAt: stt.askedAt, soundAt: tts.firstByteAt };
}

async function form(samples: Int16Array): Promise<{ type: string; body: Uint8Array }> {
  const data = new FormData();
  data.set("model", "m");
  data.set("file", new Blob([writeWav([samples])]), "utterance.wav");
  const answer = new Response(data);
  return { type: answer.headers.get("content-type") ?? "", body: new Uint8Array(await answer.arrayBuffer()) };
}

process.once("message", async () => {
  const recording = await form(await says("how much is it"));
  const done: BareTurn[] = [];
  while (done.length < turns) {
    done.push(await turn(recording));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  process.send?.({ turns: done });
});
process.on("SIGINT", () => {}); // Ctrl-C reaches the whole process group; the parent decides when to end.
process.send?.("ready");
