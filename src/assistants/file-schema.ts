import { CHAINS_SCHEMA, ROUTES_SCHEMA, type WrittenChains, type WrittenRoutes } from "../alerts/written-routes.js";
import { CALLEES_SCHEMA, type WrittenCallees } from "../callees/written-callees.js";
import { directorySchema, type WrittenDirectory } from "../directory/entry.js";
import { HOURS_SCHEMA, type WrittenHours } from "../hours/written-hours.js";
import { ON_MACHINE, type OnMachine } from "../records/call-script.js";
import { fields, text, whole } from "../validation/file-fields.js";
import type { JsonSchema } from "../validation/validator.js";

/** A file of assistants as written, valid by {@link FILE_SCHEMA}. */
export interface WrittenFile {
  readonly default?: string;
  readonly backends?: Readonly<Record<string, WrittenBackend>>;
  /** Default: none. */
  readonly assistants: Readonly<Record<string, WrittenAssistant>>;
  readonly directory?: WrittenDirectory<WrittenHours>;
  readonly chains?: WrittenChains;
  readonly alerts?: WrittenRoutes;
  readonly callees?: WrittenCallees;
}

export interface WrittenBackend {
  readonly url?: string;
  readonly model: string;
  readonly key_env?: string;
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly reasoning_effort?: string;
  readonly context_tokens?: number;
}

export interface WrittenAssistant {
  readonly answers?: readonly string[];
  readonly name?: string;
  readonly caller_id?: string;
  readonly language?: string;
  readonly prompt?: string;
  readonly knowledge?: string;
  readonly voice?: string;
  readonly speed?: number;
  readonly backend?: string;
  readonly phrases?: Readonly<Record<string, readonly string[]>>;
  readonly tools?: readonly string[];
  readonly directory?: readonly string[];
  readonly operator?: string | boolean;
  readonly disclosure?: boolean;
  readonly on_machine?: OnMachine;
  readonly turn_taking?: {
    readonly mode?: "adaptive" | "fixed" | "sequential";
    readonly endpoint_silence_ms?: number;
    readonly filler_after_ms?: number;
    readonly idle_timeout_seconds?: number;
  };
  readonly hours?: WrittenHours;
  readonly closed?: { readonly say?: string; readonly assistant?: string; readonly transfer?: string };
}

/** Maximum number of assistants, and of back ends. Each voice has its phrases in memory. */
const MAX_ASSISTANTS = 50;
const MAX_BACKENDS = 10;
/** Maximum length of what is put into the prompt, in characters. */
const MAX_PROMPT = 50_000;
const MAX_KNOWLEDGE = 20_000;

/** Ids are parts of addresses, and values of `assistant` in requests. */
export const ASSISTANT_ID = "^[a-z][a-z0-9_-]{0,31}$";
export const AN_ID = "an id: at most 32 lower-case letters, digits, _ and -, beginning with a letter";

const formed = (description: string, pattern: string, expected: string): JsonSchema =>
  text(description, 200, { pattern, "x-expected": expected });
const id = (description: string) => formed(description, ASSISTANT_ID, AN_ID);
const name = (description: string) => formed(description, "^\\S(.{0,198}\\S)?$", "a name");

const backend = fields(
  {
    url: text("Base URL of its server. Default: LLM_BASE_URL.", 1_000),
    model: name("Model at that server."),
    key_env: text("Variable with the key of its server, such as MODEL_KEY_LARGE. Without a url: LLM_API_KEY.", 100),
    temperature: { type: "number", minimum: 0, maximum: 2, description: "As LLM_TEMPERATURE." },
    max_tokens: whole("As LLM_MAX_TOKENS.", 1, 100_000),
    reasoning_effort: formed("As LLM_REASONING_EFFORT.", "^[\\w.-]{1,40}$", "a value that the server accepts"),
    context_tokens: whole("As LLM_CONTEXT_TOKENS.", 1024, 10_000_000),
  },
  { required: ["model"], description: "A language model." },
);

const assistant = fields(
  {
    answers: {
      type: "array",
      maxItems: 100,
      items: text("", 80),
      description: "Called numbers that it answers, and patterns of them as in DIAL_RULES.",
    },
    name: text("Its name, shown to those it calls.", 64),
    caller_id: text("Caller ID of the calls that it places. Default: CALLER_ID.", 130),
    language: formed(
      "Language that its callers speak. Default: STT_LANGUAGE.",
      "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$",
      "a language code such as en or de",
    ),
    prompt: text("Instructions for the language model. Default: SYSTEM_PROMPT.", MAX_PROMPT),
    knowledge: text("Facts that it knows: opening times, prices, addresses. They follow the prompt.", MAX_KNOWLEDGE),
    voice: name("Its voice. Default: TTS_VOICE."),
    speed: { type: "number", minimum: 0.25, maximum: 4, description: "Its speaking rate. Default: TTS_SPEED." },
    backend: name("Its language model, one of `backends`. Default: that of the settings."),
    phrases: {
      type: "object",
      description: "Its own phrases by occasion, as in phrases.json; all others are those of the service.",
      additionalProperties: { type: "array" },
    },
    tools: {
      type: "array",
      maxItems: 200,
      items: formed("", "^[A-Za-z][A-Za-z0-9_]{0,63}$", "the name of a tool"),
      description: "The only tools that its callers may use; an empty list for none. Default: CALLER_TOOLS.",
    },
    directory: {
      type: "array",
      maxItems: 200,
      items: text("", 80),
      description: "Names and departments of the directory to which it puts callers through. Default: all of it.",
    },
    operator: {
      type: ["string", "boolean"],
      maxLength: 80,
      description: "Number to which its callers are put through by zero; false for none. Default: OPERATOR_EXTENSION.",
    },
    disclosure: {
      type: "boolean",
      description: "Whether its calls begin by saying that a machine speaks. Default: DISCLOSURE.",
    },
    on_machine: {
      type: "string",
      enum: ON_MACHINE,
      description: "What its calls do when a machine answers. Default: they speak.",
    },
    turn_taking: fields(
      {
        mode: { type: "string", enum: ["adaptive", "fixed", "sequential"], description: "As TURN_TAKING." },
        endpoint_silence_ms: whole("As ENDPOINT_SILENCE_MS.", 100, 5000),
        filler_after_ms: whole("As FILLER_AFTER_MS.", 0, 2000),
        idle_timeout_seconds: whole("As IDLE_TIMEOUT_SECONDS.", 3, 3600),
      },
      { description: "When it answers." },
    ),
    hours: HOURS_SCHEMA,
    closed: fields(
      {
        say: text("Said outside its hours, before it hangs up or transfers.", 500),
        assistant: id("The assistant that answers outside its hours."),
        transfer: text("Number to which callers are put through outside its hours.", 80),
      },
      { description: "What happens outside its hours." },
    ),
  },
  { description: "An assistant. What it leaves out is as in the settings." },
);

/** The form of the file; `file-faults.ts` finds what it cannot express. */
export const FILE_SCHEMA: JsonSchema = fields({
  default: id("The assistant that answers numbers that no other one answers. Default: the settings alone."),
  backends: {
    type: "object",
    description: "Language models by name.",
    maxProperties: MAX_BACKENDS,
    additionalProperties: backend,
  },
  assistants: {
    type: "object",
    description: "Assistants by id.",
    default: {},
    maxProperties: MAX_ASSISTANTS,
    additionalProperties: assistant,
  },
  directory: directorySchema(HOURS_SCHEMA),
  chains: CHAINS_SCHEMA,
  alerts: ROUTES_SCHEMA,
  callees: CALLEES_SCHEMA,
});
