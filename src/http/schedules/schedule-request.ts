import type { ToolRunner } from "../../calls/tool-runner.js";
import { isRecord } from "../../kernel/record.js";
import type { NewSchedule, Said } from "../../scheduling/new-schedule.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import { extension, firstNumberIn, prefix, suffix, type TargetBody } from "../calls/call-target.js";
import { mannerFields, mannerIn } from "../calls/call-manner.js";
import { CHAIN_DEPENDENCIES, type ChainBody, chainFields, chainPlanIn } from "../calls/chain-request.js";
import { anyText, exactlyOneOf, flag, nullable, request, spokenText } from "../kit/schema.js";
import { wordlessFaults } from "../kit/spoken-text.js";
import { parameterFaults, optionalParams, parametersOf, type Params, params } from "../tools/requested-tool.js";
import {
  createTimingFaults,
  NEEDED_WITH,
  planIn,
  type TimingBody,
  timingFields,
  type TimingFaultsNeeds,
} from "./schedule-timing.js";

/** The body of `POST /schedule`, with defaults applied. */
export interface ScheduleBody extends TargetBody, TimingBody, ChainBody {
  readonly message?: string;
  readonly tool?: string;
  readonly tool_params: Params;
  readonly params?: Params;
  readonly when_idle?: boolean;
}

const FIELDS: Readonly<Record<string, JsonSchema>> = {
  extension,
  message: spokenText("Spoken to the person who answers. Give either this or `tool`.", 4000),
  tool: anyText("The tool whose result is spoken; it runs when the call is due. Give either this or `message`.", 64),
  tool_params: params,
  params: {
    ...optionalParams,
    description: "Another name for `tool_params`, as used by the tool endpoints.",
  },
  prefix,
  suffix,
  ...timingFields,
  when_idle: flag(
    "Whether a telephone that is in use is waited for, as long as a run may be late (`SCHEDULE_MAX_LATENESS_SECONDS`). One " +
      "whose state Asterisk does not know is called at once. Default: false.",
  ),
  ...mannerFields,
};

export const scheduleRequest: JsonSchema = request({ ...FIELDS, ...chainFields }, [], {
  ...exactlyOneOf(["extension", "extensions"], ["message", "tool"], ["at_time", "delay_seconds"]),
  dependentRequired: {
    ...NEEDED_WITH,
    except: [...NEEDED_WITH.except, "assistant"],
    ...CHAIN_DEPENDENCIES,
  },
  examples: [
    { extension: "1001", message: "Please take your medicine.", at_time: "08:30", recurring: "daily" },
    { extension: "1001", message: "Rent is due.", at_time: "10:00", recurring: "monthly", on_day: "last_friday" },
    { extension: "1001", tool: "WEATHER", at_time: "07:00", timezone: "Europe/Rome", prefix: "Good morning." },
  ],
});

/** Fields that null clears in a change. The others are required, or part of a group that is replaced as a whole. */
const CLEARED: readonly string[] = [
  ...Object.keys(mannerFields).filter((name) => name !== "disclosure_reason"),
  ...Object.keys(chainFields).filter((name) => name !== "extensions"),
  ...["when_idle", "prefix", "suffix"],
];

/** The body of `PATCH /schedule/{id}`: any of the fields, without defaults. */
export const scheduleChangeRequest: JsonSchema = request(
  Object.fromEntries(
    Object.entries({ ...FIELDS, ...chainFields }).map(([name, { default: _, ...field }]) => [
      name,
      CLEARED.includes(name) ? nullable(field) : field,
    ]),
  ),
  [],
  {
    dependentRequired: NEEDED_WITH,
    examples: [
      { at_time: "09:00", recurring: "daily" },
      { message: "Please take your medicine, and drink something." },
      { extensions: ["1001", "1003"], until: "acknowledged" },
    ],
  },
);

/**
 * Converts such a body to a schedule.
 *
 * @param timeZone IANA name, for bodies without one
 */
export function newScheduleOf(
  body: ScheduleBody,
  tools: Pick<ToolRunner, "find" | "check">,
  timeZone: string,
): Omit<NewSchedule, "scheduleId" | "client"> {
  const chain = chainPlanIn(body);
  return {
    extension: firstNumberIn(body),
    ...(chain && { chain }),
    ...saidIn(body, tools),
    ...mannerIn(body),
    ...(body.when_idle && { whenIdle: true }),
    ...planIn(body, timeZone),
  };
}

/** What is to be said. */
export function saidIn(
  body: Pick<ScheduleBody, "message" | "tool" | "params"> &
    Partial<Pick<ScheduleBody, "tool_params">> & { readonly prefix?: string | null; readonly suffix?: string | null },
  tools: Pick<ToolRunner, "find" | "check">,
): Said {
  const { message = null } = body;
  const [prefix, suffix] = [body.prefix ?? "", body.suffix ?? ""];
  const tool = body.tool === undefined ? undefined : tools.find(body.tool);
  const toolParams = tool ? parametersOf(tools, tool, ...givenParams(body)) : {};
  return { message, tool: tool?.name ?? null, toolParams, prefix, suffix };
}

export interface ScheduleFaultsNeeds extends TimingFaultsNeeds {
  readonly tools: Pick<ToolRunner, "find" | "check">;
}

/** A body as it was sent: its fields may be of any type. */
type Given = { readonly [Field in keyof ScheduleBody]?: unknown };

/** Faults of a scheduled call that a schema cannot express. Accepts any input, valid or not. */
export function createScheduleFaults(needs: ScheduleFaultsNeeds): (body: unknown) => ValidationFault[] {
  const { tools } = needs;
  const timingFaults = createTimingFaults(needs);

  function toolFaults(given: Given): ValidationFault[] {
    const { tool: name } = given;
    if (typeof name !== "string") return [];
    const tool = tools.find(name);
    if (!tool) return [{ path: "/tool", message: "is not a known tool; GET /tools lists the available tools" }];
    if (tool.disabledReason) return [{ path: "/tool", message: `is disabled: ${tool.disabledReason}` }];
    return parameterFaults(tools, tool, ...givenParams(given));
  }

  return (body) => {
    const given = (body ?? {}) as Given;
    return [...wordlessFaults(body, ["message"]), ...paramsFaults(given), ...toolFaults(given), ...timingFaults(given)];
  };
}

/** Empty parameters are accepted where parameters are not allowed: some clients serialise empty fields. */
function paramsFaults({ tool, tool_params, params }: Given): ValidationFault[] {
  const given = Object.entries({ tool_params, params }).filter(([, each]) => !saysNothing(each));
  if (tool === undefined) return given.map(([name]) => ({ path: `/${name}`, message: "requires tool" }));
  if (given.length < 2) return [];
  return [{ path: "/params", message: "must be omitted when tool_params is given" }];
}

function saysNothing(params: unknown): boolean {
  return params === undefined || (isRecord(params) && Object.values(params).every((each) => each === null));
}

/** The parameters of the tool, under either name, and their path. */
function givenParams({ tool_params = {}, params }: Given): [params: unknown, path: string] {
  return saysNothing(params) ? [tool_params, "/tool_params"] : [params, "/params"];
}
