import type { AssistantsFile } from "../../assistants/assistants-file.js";
import type { AssistantDefinition } from "../../assistants/definition.js";
import type { Assistants, DefinedAssistant } from "../../calls/assistant/assistant.js";
import { tryAssistant } from "../../calls/assistant/try-assistant.js";
import { isOpen, nextOpening } from "../../hours/hours.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import {
  answer,
  flag,
  instantOrNull,
  listOf,
  nullable,
  request,
  spokenText,
  text,
  time,
  whole,
} from "../kit/schema.js";
import { ASSISTANTS, FILE_SCHEMAS, fileEndpoints } from "./file-endpoints.js";

const assistant: JsonSchema = answer(
  {
    id: text("Its id."),
    is_default: flag("Whether it answers numbers that no other one answers."),
    answers: listOf({ type: "string" }, { description: "Called numbers and patterns that it answers." }),
    name: nullable(text("Its name.")),
    language: text("The language of its callers."),
    voice: nullable(text("Its voice; null for that of the settings.")),
    speed: nullable({ type: "number", description: "Its speaking rate; null for that of the settings." }),
    model: text("Its language model."),
    tools: listOf({ type: "string" }, { description: "The tools that its callers may use now." }),
    operator: nullable(text("The number for the key 0; null for none.")),
    open: flag("Whether it is within its hours."),
    next_opening: nullable(time("When it opens next; null while it is open, and if it never does.")),
  },
  {
    examples: [
      {
        id: "reception",
        is_default: true,
        answers: ["8000"],
        name: "Berg & Co.",
        language: "en",
        voice: null,
        speed: null,
        model: "small",
        tools: ["CALLBACK", "DATETIME", "HANGUP"],
        operator: "2001",
        open: false,
        next_opening: "2026-11-30T08:00:00.000Z",
      },
    ],
  },
);

interface TrialBody {
  readonly text: string;
}

const trialRequest: JsonSchema = request({ text: spokenText("What a caller says.", 1000) }, ["text"], {
  examples: [{ text: "When are you open?" }],
});

const trial: JsonSchema = answer({
  reply: text("What the assistant would say; empty when it would use a tool first."),
  tool_calls: listOf(
    answer({ name: text("The tool."), arguments: text("Its arguments, as JSON written by the model.") }),
    { description: "The tools that it would use. None of them has run." },
  ),
  ms: whole("How long the model took, in ms.", { minimum: 0 }),
});

export const ASSISTANT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Assistant: assistant,
  AssistantTrialRequest: trialRequest,
  AssistantTrial: trial,
  ...FILE_SCHEMAS,
};

export interface AssistantEndpointsNeeds {
  readonly assistants: Assistants;
  readonly assistantsFile: AssistantsFile;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** `/assistants`: the assistants in use; `/assistants-file`: the file that defines them. */
export function assistantEndpoints({ assistants, assistantsFile, now }: AssistantEndpointsNeeds): Endpoint[] {
  const find = (id: string) => assistantsFile.definitions.all.get(id);
  const bodyOf = (definition: AssistantDefinition) => ({
    ...assistantBody(definition, now()),
    ...servedBody(assistants.find(definition.id)),
    is_default: assistantsFile.definitions.fallback === definition.id,
  });

  const listAssistants: Endpoint = {
    id: "listAssistants",
    method: "get",
    path: "/assistants",
    scopes: ["admin"],
    tag: ASSISTANTS,
    summary: "List the assistants",
    description: "As they are in use now. Calls in progress keep the assistant that they began with.",
    answer: { description: "In the order of the file.", schema: listOf(assistant) },
    problems: [],
    handle: () => jsonAnswer([...assistantsFile.definitions.all.values()].map(bodyOf)),
  };

  const getAssistant: Endpoint = {
    id: "getAssistant",
    method: "get",
    path: "/assistants/{id}",
    scopes: ["admin"],
    tag: ASSISTANTS,
    summary: "Get an assistant",
    answer: { description: "The assistant.", schema: assistant },
    problems: ["not_found"],
    handle: async ({ params }) => jsonAnswer(bodyOf(await findOr404("assistant", params, find))),
  };

  const trying: Endpoint<TrialBody> = {
    id: "tryAssistant",
    method: "post",
    path: "/assistants/{id}/try",
    isLong: "model",
    scopes: ["admin"],
    tag: ASSISTANTS,
    summary: "Get what an assistant would reply",
    description:
      "Asks its language model for the reply to a caller's first sentence. No tool runs, and no call is placed.",
    body: { schema: trialRequest, required: true },
    answer: { description: "The reply.", schema: trial },
    problems: ["not_found", "llm_failed"],
    async handle({ params, body }, signal) {
      const served = await findOr404("assistant", params, (id) => assistants.find(id));
      const { reply, toolCalls, ms } = await tryAssistant(served, body.text, signal);
      return jsonAnswer({ reply, tool_calls: toolCalls, ms });
    },
  };

  return [listAssistants, getAssistant, trying, ...fileEndpoints(assistantsFile)];
}

function assistantBody({ id, answers, name, voice, speed, hours }: AssistantDefinition, at: number) {
  const open = hours === undefined || isOpen(hours, at);
  const next_opening = open ? null : instantOrNull(nextOpening(hours, at) ?? null);
  const own = { name: name ?? null, voice: voice ?? null, speed: speed ?? null };
  return { id, ...own, open, next_opening, answers: answers.map(({ written }) => written) };
}

/** What comes from the settings unless the assistant has its own. */
function servedBody(served: DefinedAssistant | undefined) {
  const { language = "", modelName: model = "", toolbox } = served?.resources ?? {};
  const tools = toolbox?.offers.map((tool) => tool.name) ?? [];
  return { language, model, tools, operator: served?.switchboard?.operator?.number ?? null };
}
