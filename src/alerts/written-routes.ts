import { HOURS_SCHEMA, readHours, type WrittenHours } from "../hours/written-hours.js";
import { numberAsWritten } from "../kernel/dialable-number.js";
import { fields, text, whole } from "../validation/file-fields.js";
import type { JsonSchema } from "../validation/validator.js";
import { readMatcher } from "./matcher.js";
import type { AlertRoute, AlertRoutes, ChainDefinition } from "./route.js";

/** A chain as written. */
export interface WrittenChain {
  readonly extensions: readonly string[];
  readonly rounds?: number;
  readonly pause_seconds?: number;
  readonly ring_timeout?: number;
  readonly at_once?: number;
  readonly assistant?: string;
  readonly language?: string;
}

/** A route as written. */
export interface WrittenRoute {
  readonly match?: readonly string[];
  readonly chain: string;
  readonly repeat_seconds?: number;
  readonly hours?: WrittenHours;
  readonly say_resolved?: boolean;
  readonly silence?: { readonly alertmanager: string; readonly minutes?: number };
}

export type WrittenChains = Readonly<Record<string, WrittenChain>>;
export type WrittenRoutes = Readonly<Record<string, WrittenRoute>>;

const DEFAULTS = { rounds: 1, pauseSeconds: 0, ringSeconds: 30, atOnce: 1, repeatSeconds: 300, silenceMinutes: 120 };
const MAX_CHAINS = 50;
const MAX_ROUTES = 50;

/** The form of the sections; `route-faults.ts` finds what it cannot express. */
export const CHAINS_SCHEMA: JsonSchema = {
  type: "object",
  description: "People who are called one after the other, by the name of the chain.",
  maxProperties: MAX_CHAINS,
  additionalProperties: fields(
    {
      extensions: { type: "array", minItems: 1, maxItems: 10, items: text("", 80), description: "Numbers in order." },
      rounds: whole("How many times all of them are called. Default: 1.", 1, 5),
      pause_seconds: whole("Pause before the next round. Default: 0.", 0, 3600),
      ring_timeout: whole("How long each telephone rings, in seconds. Default: 30.", 5, 300),
      at_once: whole("How many telephones ring side by side. Default: 1.", 1, 10),
      assistant: text("Id of the assistant that calls.", 32),
      language: text("Language of the calls. Default: the assistant's.", 35),
    },
    { required: ["extensions"] },
  ),
};

export const ROUTES_SCHEMA: JsonSchema = {
  type: "object",
  description:
    "Which alerts of a monitoring system are told to which chain, by the id of the route; the first match wins.",
  maxProperties: MAX_ROUTES,
  additionalProperties: fields(
    {
      match: {
        type: "array",
        maxItems: 20,
        items: text("", 700),
        description: 'Conditions on labels, such as severity="critical"; all must match. Default: every alert.',
      },
      chain: text("Name of the chain that is called.", 32),
      repeat_seconds: whole("When the chain is called again if no one acknowledged. Default: 300.", 60, 86_400),
      hours: HOURS_SCHEMA,
      say_resolved: { type: "boolean", description: "Whether the end is told to the person who acknowledged." },
      silence: fields(
        {
          alertmanager: text("Address of the Alertmanager in which acknowledged alerts are silenced.", 500),
          minutes: whole("Duration of the silence. Default: 120.", 1, 10_080),
        },
        { required: ["alertmanager"] },
      ),
    },
    { required: ["chain"] },
  ),
};

/** Reads sections without faults. @param timeZone IANA name, for hours without one */
export function readRoutes(chains: WrittenChains = {}, routes: WrittenRoutes = {}, timeZone: string): AlertRoutes {
  const known = new Map(Object.entries(chains).map(([name, written]) => [name, chainOf(name, written)]));
  const read = Object.entries(routes).flatMap(([id, written]): [string, AlertRoute][] => {
    const chain = known.get(written.chain);
    return chain ? [[id, routeFrom(id, written, chain, timeZone)]] : [];
  });
  return new Map(read);
}

function chainOf(name: string, written: WrittenChain): ChainDefinition {
  return {
    name,
    extensions: written.extensions.flatMap((each) => numberAsWritten(each) ?? []),
    rounds: written.rounds ?? DEFAULTS.rounds,
    pauseMs: (written.pause_seconds ?? DEFAULTS.pauseSeconds) * 1000,
    ringTimeoutMs: (written.ring_timeout ?? DEFAULTS.ringSeconds) * 1000,
    atOnce: written.at_once ?? DEFAULTS.atOnce,
    assistant: written.assistant,
    language: written.language,
  };
}

function routeFrom(id: string, written: WrittenRoute, chain: ChainDefinition, timeZone: string): AlertRoute {
  const { match = [], repeat_seconds: repeat, hours, say_resolved: saysResolved = false, silence } = written;
  return {
    ...{ id, chain, saysResolved },
    matchers: match.map(readMatcher),
    repeatMs: (repeat ?? DEFAULTS.repeatSeconds) * 1000,
    hours: hours && readHours(hours, timeZone),
    silence: silence && {
      alertmanager: silence.alertmanager.replace(/\/+$/, ""),
      ms: (silence.minutes ?? DEFAULTS.silenceMinutes) * 60_000,
    },
  };
}
