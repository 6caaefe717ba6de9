import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { samplesOf } from "../../../src/audio/pcm.js";

/** An event of the protocol, either way. */
export interface ProtocolEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Sound that was committed: an item of the session. */
export interface CommittedItem {
  readonly id: string;
  /** Mono at 24 000 Hz. */
  readonly samples: Int16Array;
  readonly eventId: string | undefined;
}

/** One session, as the server has it. */
export interface RealtimeSession {
  readonly socket: WebSocket;
  /** What the client asked for: path and query, and its headers. */
  readonly request: IncomingMessage;
  send(event: object): void;
}

/** What the server does otherwise than it should. */
export interface RealtimeManners {
  /** The status with which it answers instead of opening a socket, by the path and query that were asked for. */
  readonly refuse?: (path: string) => number | undefined;
  readonly onUpdate?: (session: RealtimeSession, wanted: ProtocolEvent) => void;
  readonly onAppend?: (session: RealtimeSession, samples: Int16Array) => void;
  readonly onCommit?: (session: RealtimeSession, item: CommittedItem, words: string) => void;
}

/** A realtime speech-to-text server that follows OpenAI's protocol, but for its manners. It understands what it is told to. */
export async function startRealtimeServer(understand: (item: CommittedItem) => string, manners: RealtimeManners = {}) {
  const received: ProtocolEvent[] = [];
  const requests: { readonly path: string; readonly key: string | undefined }[] = [];
  const open = new Set<WebSocket>();
  let items = 0;
  const current = { manners };
  const http = createServer((_, response) => void response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true });

  http.on("upgrade", (request, connection, head) => {
    const path = request.url ?? "";
    requests.push({ path, key: request.headers.authorization });
    const status = current.manners.refuse?.(path);
    if (status !== undefined) {
      const body = JSON.stringify({ error: { message: "not today" } });
      const fields = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`;
      return void connection.end(`HTTP/1.1 ${status} No\r\n${fields}\r\n\r\n${body}`);
    }
    sockets.handleUpgrade(request, connection, head, (socket) => serve(socket, request));
  });

  function serve(socket: WebSocket, request: IncomingMessage): void {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => {});
    const session: RealtimeSession = { socket, request, send: (event) => socket.send(JSON.stringify(event)) };
    let buffer: Int16Array[] = [];
    session.send({ type: "session.created", session: { type: "transcription", audio: {} } });
    socket.on("message", (message: Buffer) => {
      const event = JSON.parse(String(message)) as ProtocolEvent;
      received.push(event.type === "input_audio_buffer.append" ? { type: event.type } : event);
      switch (event.type) {
        case "session.update":
          if (current.manners.onUpdate) current.manners.onUpdate(session, event);
          else session.send({ type: "session.updated", session: event.session });
          break;
        case "input_audio_buffer.append": {
          const samples = samplesOf(Buffer.from(String(event.audio), "base64"));
          buffer.push(samples);
          current.manners.onAppend?.(session, samples);
          break;
        }
        case "input_audio_buffer.clear":
          buffer = [];
          session.send({ type: "input_audio_buffer.cleared" });
          break;
        case "input_audio_buffer.commit": {
          const samples = Int16Array.from(buffer.flatMap((piece) => [...piece]));
          buffer = [];
          const item = { id: `item_${++items}`, samples, eventId: event.event_id as string | undefined };
          const words = understand(item);
          if (current.manners.onCommit) current.manners.onCommit(session, item, words);
          else answer(session, item, words);
        }
      }
    });
  }

  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    /** What clients sent, without the sound. */
    received: received as readonly ProtocolEvent[],
    requests: requests as readonly { readonly path: string; readonly key: string | undefined }[],
    /** Sessions that stand. */
    open: () => open.size,
    sockets: () => [...open],
    set manners(manners: RealtimeManners) {
      current.manners = manners;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      for (const socket of open) socket.terminate();
      sockets.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

export type RealtimeServer = Awaited<ReturnType<typeof startRealtimeServer>>;

export const acknowledged = (item: CommittedItem) => ({ type: "input_audio_buffer.committed", item_id: item.id });
export const delta = (id: string, text: string) => ({
  type: "conversation.item.input_audio_transcription.delta",
  item_id: id,
  delta: text,
});
export const completed = (id: string, text: string) => ({
  type: "conversation.item.input_audio_transcription.completed",
  item_id: id,
  transcript: text,
});

/** As the protocol has it: the item is acknowledged, its words come one by one, and then all of them. */
export function answer({ send }: RealtimeSession, item: CommittedItem, words: string): void {
  send(acknowledged(item));
  for (const word of words.split(/(?=\s)/)) if (word) send(delta(item.id, word));
  send(completed(item.id, words));
}
