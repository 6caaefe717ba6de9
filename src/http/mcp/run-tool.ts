import { isRecord } from "../../kernel/record.js";
import type { Log } from "../../observability/log.js";
import type { ServedResult, ToolUse } from "../../mcp/serve-tools.js";
import { requireScopes, senderOf } from "../kit/client.js";
import type { Endpoint, Exchange, ValidRequest } from "../kit/endpoint.js";
import { problemOfError } from "../kit/http-errors.js";
import { noteProblem } from "../kit/problem.js";
import { awaitCall, isOver, type ShownCall } from "./await-call.js";
import type { ModelTool } from "./model-tools.js";
import type { ToolRequest } from "./tool-request.js";
import type { Waits } from "./waits.js";

/** What the tools of one request have in common. */
export interface ToolRunNeeds {
  readonly request: Pick<ValidRequest<unknown, unknown>, "client" | "traceparent">;
  readonly exchange: Exchange;
  /** The endpoint that shows a call. */
  readonly getCall: Endpoint;
  readonly waits: Waits;
  readonly log: Log;
}

const NOT_OVER =
  "The call is not over. Its result comes later: use get_call with this call_id and wait_seconds. Do not place it again.";

/** Uses a tool: makes the request that it stands for and, for some, waits for the end of the call. Errors are results. */
export async function runTool(
  tool: ModelTool,
  read: () => ToolRequest,
  use: ToolUse,
  needs: ToolRunNeeds,
): Promise<ServedResult> {
  const { req, res } = needs.exchange;
  try {
    requireScopes(needs.request.client, tool.scopes);
    const { waitMs, ...request } = read();
    const answer = shownOf(tool, await performed(tool.endpoint, request, needs));
    if (tool.waitSeconds === undefined) return resultOf(answer);
    const isAsNow = tool.endpoint === needs.getCall && (waitMs === 0 || isOver(answer));
    return isAsNow ? resultOfCall(answer) : await waited(answer, waitMs, use, needs);
  } catch (error) {
    const problem = problemOfError(error, req, res, needs.log);
    noteProblem(res, problem);
    const texts = [`${problem.title}: ${problem.detail}`];
    return { texts, structured: { ...problem }, isError: true };
  }
}

/** @returns the answer, an object; that of a list under `items` */
async function performed(
  endpoint: Endpoint,
  request: Omit<ToolRequest, "waitMs">,
  { request: { client, traceparent }, exchange: { res, performerOf } }: ToolRunNeeds,
): Promise<Readonly<Record<string, unknown>>> {
  const done = await performerOf(endpoint)({ ...request, client, traceparent, isOfModel: true }, res);
  const body: unknown = JSON.parse(done?.answer.body ?? "{}");
  return isRecord(body) ? body : { items: body };
}

/** Leaves of the items what the key may see of them. */
function shownOf({ shown }: ModelTool, answer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { items } = answer;
  if (!shown || !Array.isArray(items)) return answer;
  return {
    items: items.map((item: Record<string, unknown>) => Object.fromEntries(shown.map((name) => [name, item[name]]))),
  };
}

/** Waits for the end of a call. It exists, so an error is not the tool's: the model would place it once more. */
async function waited(placed: ShownCall, waitMs: number, use: ToolUse, needs: ToolRunNeeds): Promise<ServedResult> {
  const { call_id: callId } = placed;
  if (typeof callId !== "string") return resultOf(placed);
  let call = placed;
  const read = async () => {
    call = await performed(needs.getCall, { params: { id: callId }, query: {}, body: undefined }, needs);
    return call;
  };
  const { req, res } = needs.exchange;
  await needs.waits.run({ sender: senderOf(req, res), id: use.requestId }, use.signal, async (signal, mayWait) => {
    try {
      await awaitCall(read, mayWait ? waitMs : 0, { ...use, signal });
    } catch (error) {
      // A client that leaves or cancels, and the end of the service, are no faults.
      if (!signal.aborted) problemOfError(error, req, res, needs.log);
    }
  });
  return resultOfCall(call);
}

function resultOfCall(call: ShownCall): ServedResult {
  return isOver(call) ? resultOf(call) : { ...resultOf(call), texts: [JSON.stringify(call), NOT_OVER] };
}

function resultOf(structured: Readonly<Record<string, unknown>>): ServedResult {
  return { texts: [JSON.stringify(structured)], structured, isError: false };
}
