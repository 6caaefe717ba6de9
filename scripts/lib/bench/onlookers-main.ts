/**
 * The observers of a benchmark, in their own process: consoles that follow `GET /events`, and a trace collector.
 * Messages over Node's IPC channel:
 *   ← { collector }, once · → { follow } ← "following", when each has received the state of the calls
 *   → "seen" ← { events, bytes, spans, lost } so far · ends with the channel
 */
import { get } from "node:http";
import { OtlpReceiver } from "../../../test/support/index.js";
import type { Follow, Seen } from "./onlookers.js";

await using receiver = await OtlpReceiver.start();
let [events, bytes, lost] = [0, 0, 0];

/** Resolves when the first part arrives; everything is read and discarded. */
function followOnce({ url, key }: Follow): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(new URL("/events", url), { agent: false, headers: { authorization: `Bearer ${key}` } });
    request.on("error", reject);
    request.on("response", (response) => {
      if (response.statusCode !== 200) return reject(new Error(`GET /events was answered with ${response.statusCode}`));
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        for (let at = chunk.indexOf("event: "); at >= 0; at = chunk.indexOf("event: ", at + 1)) events++;
        resolve();
      });
      response.on("close", () => lost++);
    });
  });
}

process.on("message", async (message: { follow: Follow } | "seen") => {
  if (message === "seen") {
    process.send?.({ events, bytes, lost, spans: receiver.spans.length } satisfies Seen);
    return;
  }
  const { follow } = message;
  await Promise.all(Array.from({ length: follow.consoles }, () => followOnce(follow)));
  process.send?.("following");
});
process.on("SIGINT", () => {}); // Ctrl-C reaches the whole process group; the parent decides when to end.
process.send?.({ collector: receiver.url });
await new Promise((resolve) => process.once("disconnect", resolve));
process.exit(); // The event streams never end by themselves.
