import type { Readiness } from "../operating/operating-endpoints.js";
import type { BrowserCalls } from "../../telephony/browser/browser-calls.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer, type Tag } from "../kit/endpoint.js";
import { answer, flag, request, text } from "../kit/schema.js";
import type { SocketEndpoint } from "../kit/upgrades.js";

const TALK: Tag = { name: "Talk", description: "Talk to the assistant from a browser." };
const PATH = "/talk/line";
const SCOPES = ["talk"] as const;

const talkLine: JsonSchema = answer(
  {
    ready: flag("Whether a talk can begin."),
    detail: text("Why a talk cannot begin."),
  },
  { optional: ["detail"] },
);

export const TALK_SCHEMAS: Readonly<Record<string, JsonSchema>> = { TalkLine: talkLine };

export interface TalkNeeds {
  readonly browserCalls: BrowserCalls;
  /** Whether a talk can begin. */
  readonly talkReadiness: () => Readiness;
}

/** `GET /talk/line`: as a plain request, whether a talk can begin; with `Upgrade: websocket`, the talk. */
export function talkEndpoints({ talkReadiness }: TalkNeeds): Endpoint[] {
  const getTalkLine: Endpoint = {
    id: "getTalkLine",
    method: "get",
    path: PATH,
    scopes: SCOPES,
    tag: TALK,
    summary: "Get whether a talk can begin or, as a WebSocket, talk",
    description:
      "With `Upgrade: websocket` and the subprotocol `attendant.talk`, the request becomes a talk: a call " +
      "without a telephone, in the protocol of the page `GET /talk`. A browser sends its key as a second " +
      "subprotocol, `attendant.key.` followed by the key in base64url.",
    query: request(
      { assistant: text("The assistant to talk to. Default: as for any call to the number `browser`.") },
      [],
    ),
    answer: { description: "Whether a talk can begin.", schema: talkLine },
    problems: ["invalid_request"],
    handle() {
      const readiness = talkReadiness();
      return jsonAnswer(readiness.ok ? { ready: true } : { ready: false, detail: readiness.detail });
    },
  };
  return [getTalkLine];
}

/** The same path as a WebSocket. */
export function talkSocket({ browserCalls }: Pick<TalkNeeds, "browserCalls">): SocketEndpoint {
  return {
    path: PATH,
    scopes: SCOPES,
    accept: (request, socket, head, client) => browserCalls.accept(request, socket, head, client?.name),
  };
}
