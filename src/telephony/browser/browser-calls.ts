import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { Ending, type EndingKind } from "../../kernel/ending.js";
import type { Scope } from "../../kernel/scope.js";
import type { IncomingCall } from "../incoming-call.js";
import { BROWSER_EXTENSION, createBrowserLine } from "./browser-line.js";
import { PAGE_LIMITS, type PageLimits, watchPage } from "./page-watch.js";

/** Subprotocol of a page, which offers it together with the key, if there is one. */
export const SUBPROTOCOL = "attendant.talk";

/** Maximum size of a page's message, in bytes: a frame has 640. */
const MAX_MESSAGE_BYTES = 8_192;
/** Time within which a page has to answer a close, in ms; otherwise it has gone. */
const CLOSE_MS = 1_000;

/** RFC 6455, 7.4.1; 1013 is IANA's "try again later". */
const TRY_AGAIN_LATER = 1013;
const CLOSE_CODES: Readonly<Partial<Record<EndingKind, number>>> = { shutting_down: 1001, failed: 1011 };

export interface BrowserCallsNeeds {
  /** Called for every call. Must not throw. */
  readonly onCall: (call: IncomingCall) => void;
  /** Parent of the calls' scopes. */
  readonly scope: Scope;
  readonly limits?: PageLimits;
}

/** Accepts calls from browsers: each is a WebSocket from a page that the HTTP server has admitted. */
export interface BrowserCalls {
  /**
   * Turns an upgrade request into a call; answers an invalid one with 400.
   *
   * @param head bytes received after the request
   * @param client name of the key that it came with
   */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, client: string | undefined): void;
}

export function createBrowserCalls({ onCall, scope, limits = PAGE_LIMITS }: BrowserCallsNeeds): BrowserCalls {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => SUBPROTOCOL,
  });

  /** Sends the page the id of its call. The page hears when the call is answered. */
  function arrive(socket: WebSocket, client: string | undefined, named: string | undefined): void {
    const callId = randomUUID();
    const call = scope.child(`talk ${callId}`);
    let refusal: string | undefined;
    call.onEnd(() => {
      const kind = call.ending?.kind ?? "finished";
      if (refusal === undefined) socket.close(CLOSE_CODES[kind] ?? 1000, kind);
      else socket.close(TRY_AGAIN_LATER, refusal);
      setTimeout(() => socket.terminate(), CLOSE_MS).unref();
    });
    watchPage(socket, call, limits);
    socket.send(JSON.stringify({ event: "CALL", call_id: callId }));
    onCall({
      channelId: null,
      callId,
      client,
      caller: { number: "", name: "" },
      extension: BROWSER_EXTENSION,
      scope: call,
      assistant: () => Promise.resolve(named),
      answer: () => {
        call.signal.throwIfAborted();
        return Promise.resolve(createBrowserLine(socket, { id: callId, scope: call }));
      },
      reject: () => {
        refusal = "busy";
        call.end(new Ending("cancelled", "turned away"));
        return Promise.resolve();
      },
    });
  }

  return {
    accept: (request, socket, head, client) =>
      server.handleUpgrade(request, socket, head, (accepted) => arrive(accepted, client, assistantIn(request))),
  };
}

/** Returns the assistant that a page asks for in its address. */
function assistantIn({ url = "" }: IncomingMessage): string | undefined {
  return new URLSearchParams(url.split("?")[1]).get("assistant") ?? undefined;
}
