/**
 * Whoever looks on while a benchmark runs, as a process of its own: consoles that follow `GET /events`, and a collector of traces.
 * Speaks with its parent over Node's IPC channel:
 *   ← { collector }, once · → { follow } ← "following", when each has been told how the calls stand
 *   → "seen" ← { events, bytes, spans, lost } so far · ends with the channel
 */
import { get } from "node:http";
import { OtlpReceiver } from "../../../test/support/index.js";
import type { Follow, Seen } from "./onlookers.js";

await using receiver = await OtlpReceiver.start();
let [events, bytes, lost] = [0, 0, 0];

/** Resolves when the first of it is there; all of it is read and thrown away. */
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
process.on("SIGINT", () => {}); // Ctrl-C goes to the whole group; the parent says when it is over.
process.send?.({ collector: receiver.url });
await new Promise((resolve) => process.once("disconnect", resolve));
process.exit(); // Those who follow never end by themselves.
