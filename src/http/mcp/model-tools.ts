import type { Scope } from "../../config/api-keys.js";
import { chainFields } from "../calls/chain-request.js";
import type { Endpoint } from "../kit/endpoint.js";

/** How an operation of the REST interface is offered to a language model. */
interface ToolForm {
  readonly name: string;
  /** The `id` of the endpoint. */
  readonly operation: string;
  /** Instead of the endpoint's own summary and description. */
  readonly title?: string;
  readonly description?: string;
  /** The name of the path parameter `id`. */
  readonly id?: string;
  /** Fields of the request that the tool does not have. */
  readonly without?: readonly string[];
  /** Defaults instead of the endpoint's. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Fields that the tool requires although the endpoint does not. */
  readonly requires?: readonly string[];
  /** How long the tool waits for the end of the call unless `wait_seconds` says otherwise, in s. */
  readonly waitSeconds?: number;
  /** Scopes instead of the endpoint's: of its answer only the fields in `shown` are seen. */
  readonly scopes?: readonly Scope[];
  readonly shown?: readonly string[];
  readonly changes: "nothing" | "adds" | "ends";
}

/** Shorter than the 60 s after which many clients give up a request: its answer would be lost, and the question asked again. */
const WAIT_SECONDS = 45;

/** A model calls one number: of a chain it could neither wait for the end nor cancel what follows. */
const ONE_NUMBER = { without: Object.keys(chainFields), requires: ["extension"] } as const;

const FORMS: readonly ToolForm[] = [
  {
    name: "place_call",
    operation: "placeCall",
    description: "Calls a number and speaks the message. Use get_call to learn how the call ended.",
    ...ONE_NUMBER,
    without: [...ONE_NUMBER.without, "choice"],
    changes: "adds",
  },
  {
    name: "ask_question",
    operation: "placeCall",
    title: "Ask a person a question by telephone",
    description:
      "Calls a number, speaks the message, asks the question, and waits for the end of the call, at most `wait_seconds`. " +
      "Then `choice_response` is the chosen value, and `choice_status` says why there is none.",
    ...ONE_NUMBER,
    requires: [...ONE_NUMBER.requires, "choice"],
    waitSeconds: WAIT_SECONDS,
    scopes: ["call", "read"],
    changes: "adds",
  },
  {
    name: "get_call",
    operation: "getCall",
    description: "With `wait_seconds` it waits for the end of the call first.",
    id: "call_id",
    waitSeconds: 0,
    changes: "nothing",
  },
  { name: "cancel_call", operation: "hangUpCall", id: "call_id", changes: "ends" },
  { name: "say_in_call", operation: "sayInCall", id: "call_id", changes: "adds" },
  { name: "add_do_not_call", operation: "addDoNotCall", changes: "adds" },
  {
    name: "list_schedules",
    operation: "listSchedules",
    without: ["cursor"],
    defaults: { limit: 50 },
    changes: "nothing",
  },
  {
    name: "create_schedule",
    operation: "createSchedule",
    ...ONE_NUMBER,
    without: [...ONE_NUMBER.without, "params"],
    changes: "adds",
  },
  { name: "cancel_schedule", operation: "cancelSchedule", id: "schedule_id", changes: "ends" },
  {
    name: "list_assistants",
    operation: "listAssistants",
    scopes: ["call"],
    shown: ["id", "name"],
    changes: "nothing",
  },
];

/**
 * Fields that no tool has. A model obeys what it reads, and what it reads may ask it to post results elsewhere, or not to say that a
 * machine speaks.
 */
const NEVER = ["callback_url", "disclosure", "disclosure_reason"];

/** A tool of the MCP server, with its endpoint. */
export interface ModelTool extends ToolForm {
  readonly endpoint: Endpoint;
  readonly without: readonly string[];
  /** All of them are required of the key. */
  readonly scopes: readonly Scope[];
}

/** Returns the tools of a list of endpoints. */
export function modelToolsOf(endpoints: readonly Endpoint[]): readonly ModelTool[] {
  return FORMS.flatMap((form) => {
    const endpoint = endpoints.find(({ id }) => id === form.operation);
    if (!endpoint) return [];
    const { scopes = endpoint.scopes ?? [], without = [] } = form;
    return [{ ...form, endpoint, scopes, without: [...NEVER, ...without] }];
  });
}
