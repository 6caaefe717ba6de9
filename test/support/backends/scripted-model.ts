import { type ApiServer, modelList, startApiServer } from "./api-server.js";
import { bodyOf, type Completion, completionOf, deltasOf, endOfStream, event, usageEvent } from "./chat-completion.js";
import { loadConversation } from "./conversation-file.js";
import { type Exchange, RequestError } from "./exchange.js";
import { forEver, pause } from "./faults.js";
import { ModelFaults } from "./model-faults.js";
import { type ChatMessage, type Condition, lastWords, nextStep, Rule, type Step } from "./rules.js";
import { readTextTools, writeTextTools } from "./text-tools.js";

export interface ScriptedModel extends ApiServer {
  /** How POST /v1/chat/completions misbehaves. */
  readonly completions: ModelFaults;
  /** Adds a rule: `model.when(/time/).callTool("DATETIME").thenSay((result) => …)`. Rules added win over the file's. */
  when(condition: Condition): Rule;
  /** What is answered when no rule applies. */
  otherwise(text: string): void;
}

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly tools?: readonly { readonly function?: { readonly name?: string } }[];
  readonly tool_choice?: string | { readonly function?: { readonly name?: string } };
}

/**
 * An OpenAI-style language model that answers by rules, in this process and on 127.0.0.1.
 *
 * @param conversation a file in the folder conversations whose rules it starts with
 */
export async function startScriptedModel({
  port = 0,
  conversation,
}: {
  port?: number;
  conversation?: string;
} = {}): Promise<ScriptedModel> {
  const completions = new ModelFaults();
  const added: Rule[] = [];
  const script =
    conversation === undefined ? { rules: [], otherwise: undefined } : await loadConversation(conversation);
  let fallback = always(script.otherwise ?? "I am sorry, I did not understand.");
  const answer = (messages: readonly ChatMessage[], offered: readonly string[]) =>
    nextStep([TOLD_TO_CALL, ...added, ...script.rules, fallback], messages, offered);
  const decide = (request: ChatRequest): Step => {
    const offered = (request.tools ?? []).flatMap((tool) => tool.function?.name ?? []);
    if (completions.tools === "refused" || completions.tools === "ignored" || offered.length === 0) {
      const inText = readTextTools(request.messages);
      return inText.offered.length > 0
        ? writeTextTools(answer(inText.messages, inText.offered))
        : answer(inText.messages, []);
    }
    return obeying(forcedBy(request), answer(request.messages, offered));
  };
  const server = await startApiServer(port, {
    "GET /v1/models": modelList("scripted"),
    "POST /v1/chat/completions": { faults: completions, answer: (exchange) => complete(exchange, decide, completions) },
  });
  return Object.assign(server, {
    completions,
    when(condition: Condition) {
      const rule = new Rule(condition);
      added.push(rule);
      return rule;
    },
    otherwise(text: string) {
      fallback = always(text);
    },
  });
}

/** What any model does that can call tools at all. */
const TOLD_TO_CALL = new Rule(/^Call the tool (READY) now/).callTool("READY");

function forcedBy({ tool_choice: choice }: ChatRequest): string | undefined {
  return typeof choice === "object" ? choice.function?.name : undefined;
}

/** The same step, but for a model that has no choice. */
function obeying(tool: string | undefined, step: Step): Step {
  if (tool === undefined) return step;
  const calls = (step.call ?? []).filter((use) => use.tool === tool);
  return { call: calls.length > 0 ? calls : [{ tool, arguments: {} }] };
}

/** Refuses what the server is told not to take, in the words of those that do. */
function refuse(request: ChatRequest, { tools, longestHistory }: ModelFaults): void {
  if (tools === "refused" && request.tools) throw new RequestError(400, `${request.model} does not support tools`);
  if (tools === "without_choice" && request.tool_choice)
    throw new RequestError(400, "Invalid value: tool_choice must be auto");
  if (JSON.stringify(request.messages).length > longestHistory)
    throw new RequestError(400, "the request exceeds the available context size, try increasing it");
}

async function complete(
  exchange: Exchange,
  decide: (request: ChatRequest) => Step,
  faults: ModelFaults,
): Promise<void> {
  const request = checked(exchange.json());
  exchange.logged.text = lastWords(request.messages);
  refuse(request, faults);
  let step = faults.takeEmptyStream() ? {} : decide(request);
  if (step.call && faults.takeUnknownTool()) step = { ...step, call: [{ tool: "NO_SUCH_TOOL", arguments: {} }] };
  const garbled = step.call !== undefined && faults.takeInvalidArguments();
  const completion = completionOf(step, (json) => (garbled ? `{"broken: ${json.slice(1, -1)}` : json));
  if (request.stream) await stream(exchange, request, completion, faults);
  else exchange.sendJson(bodyOf(completion, request.model));
}

async function stream(exchange: Exchange, request: ChatRequest, completion: Completion, faults: ModelFaults) {
  const { misbehaviour, signal } = exchange;
  const limit = misbehaviour?.kind === "cut" || misbehaviour?.kind === "stall" ? misbehaviour.after : Infinity;
  await exchange.begin("text/event-stream");
  let opening: Record<string, unknown> = { role: "assistant" };
  for (const [index, delta] of deltasOf(completion).entries()) {
    if (index >= limit) break;
    if (index > 0 && faults.tokenDelayMs !== undefined) await pause(faults.tokenDelayMs, signal);
    await exchange.write(event(request.model, { ...opening, ...delta }));
    opening = {};
  }
  if (misbehaviour?.kind === "stall") await forEver(signal);
  if (misbehaviour?.kind === "cut") {
    exchange.cut();
    return;
  }
  await exchange.write(event(request.model, opening, completion.finishReason));
  if (request.stream_options?.include_usage) await exchange.write(usageEvent(request.model, completion));
  await exchange.write(endOfStream);
  exchange.end();
}

function always(text: string): Rule {
  return new Rule(/^/).say(text);
}

function checked(body: Record<string, unknown>): ChatRequest {
  if (typeof body.model !== "string") throw new RequestError(400, "model: expected");
  if (!Array.isArray(body.messages) || body.messages.length === 0) throw new RequestError(400, "messages: expected");
  return body as unknown as ChatRequest;
}
