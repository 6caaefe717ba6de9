import type { Assistants } from "../../calls/assistant/assistant.js";
import type { CallerIds } from "../../calls/rights/caller-ids.js";
import { DIALABLE_NUMBER, dialableNumber } from "../../kernel/dialable-number.js";
import type { CallManner } from "../../records/call-manner.js";
import { BLOCKED_PORTS } from "../../webhooks/callback-url.js";
import { ON_MACHINE, type OnMachine } from "../../records/call-script.js";
import { primaryLanguage } from "../../locales/locales.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import { anyText, flag, nullable, spokenText, text, whole } from "../kit/schema.js";
import { wordlessFaults } from "../kit/spoken-text.js";

/*
 * How a call is placed (`CallManner`), in requests for a call, a schedule and a chain, and as a schedule shows it: its fields, what
 * they mean, and their faults.
 */

/** With defaults applied. */
export interface MannerBody {
  readonly ring_timeout: number;
  readonly callback_url?: string;
  readonly caller_id?: string;
  readonly assistant?: string;
  readonly language?: string;
  readonly disclosure?: boolean;
  readonly disclosure_reason?: string;
  readonly on_machine?: OnMachine;
  readonly machine_message?: string;
}

export const numberToDial: JsonSchema = {
  pattern: DIALABLE_NUMBER.source,
  "x-expected": "a number to dial: 1 to 64 letters, digits, * # . _ and -, beginning with a letter, a digit, +, * or #",
};

const callbackUrl: JsonSchema = text(
  "The address to which the result is posted when the call ends: http or https, without user name and " +
    `password, and not on a port that browsers block because it belongs to another protocol: ${BLOCKED_PORTS.join(", ")}.`,
  {
    format: "uri",
    pattern: "^[hH][tT][tT][pP][sS]?://",
    "x-expected": "an http:// or https:// address",
    maxLength: 2048,
    examples: ["https://example.org/hooks/calls"],
  },
);

const RING_SECONDS = 30;

const ringTimeout: JsonSchema = whole(
  "How long the telephone rings before the call counts as not answered, in seconds.",
  {
    minimum: 5,
    maximum: 120,
    default: RING_SECONDS,
  },
);

const callerId: JsonSchema = text(
  "The number shown to the callee, one of those permitted by the administrator (`caller_ids` in `DIAL_RULES`), " +
    "with the name configured for it. Default: the assistant's own name and number (`CALLER_ID`).",
  { ...numberToDial, examples: ["8001"] },
);

const assistant: JsonSchema = text(
  "The assistant that calls, one of those in the file of assistants: its voice, phrases, language and caller ID. " +
    "Default: the settings alone.",
  { maxLength: 32, examples: ["reception"] },
);

export const mannerFields: Readonly<Record<string, JsonSchema>> = {
  ring_timeout: ringTimeout,
  callback_url: callbackUrl,
  caller_id: callerId,
  assistant,
  language: text(
    "The language of the call: of the assistant's own phrases, of a tool's result, the voice and the recogniser. Default: " +
      "`STT_LANGUAGE`.",
    {
      pattern: "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$",
      "x-expected": "a language code such as en or de-AT",
      examples: ["de"],
    },
  ),
  disclosure: flag(
    "Whether the call begins with the sentence that says that a machine speaks. Default: the assistant's, or `DISCLOSURE`; " +
      "true says it whatever they are. To leave it out, give `disclosure_reason` too.",
  ),
  disclosure_reason: anyText("Why the call does not begin with that sentence; kept in its record.", 200),
  on_machine: text(
    "What to do when an answering machine or a menu answers: hang up, speak the message at once, or leave it after the beep. " +
      "A machine is never asked the question. Default: the assistant's; without one, `speak` for numbers outside the PBX, " +
      "while it is not listened for who answers inside.",
    { enum: ON_MACHINE },
  ),
  machine_message: spokenText(
    "Left after the beep. Default: the message. Only with `on_machine`: `leave_message`.",
    1000,
  ),
};

/** The manner that a body requests, in the form that is compared and stored. */
export function mannerIn(body: MannerBody): CallManner {
  return { ringTimeoutMs: body.ring_timeout * 1000, callbackUrl: null, ...mannerChangesIn(body) };
}

/** A body that changes a manner: null clears a field. */
export type MannerChange = { readonly [Field in keyof MannerBody]?: MannerBody[Field] | null };

/**
 * The parts of a manner that a body gives; what null clears is undefined. `disclosure: true` says it whatever the settings or an
 * earlier request say. What is left after the beep goes with `leave_message`.
 */
export function mannerChangesIn(body: MannerChange): Partial<CallManner> {
  const { ring_timeout: ringSeconds, callback_url: callbackUrl, caller_id: number, assistant, language } = body;
  const { disclosure, disclosure_reason: reason } = body;
  return {
    ...(ringSeconds !== undefined && { ringTimeoutMs: (ringSeconds ?? RING_SECONDS) * 1000 }),
    ...(callbackUrl !== undefined && { callbackUrl }),
    ...(number !== undefined && { callerId: unlessNull(number, (each) => dialableNumber(each) ?? each) }),
    ...(assistant !== undefined && { assistant: assistant ?? undefined }),
    ...(language !== undefined && { language: unlessNull(language, primaryLanguage) }),
    ...(disclosure !== undefined && { disclosureWaived: waivedBy(disclosure, reason) }),
    ...machineChangesIn(body),
  };
}

function machineChangesIn({ on_machine: onMachine, machine_message: left }: MannerChange): Partial<CallManner> {
  const isNoneLeft = left === null || (left === undefined && onMachine !== undefined && onMachine !== "leave_message");
  return {
    ...(onMachine !== undefined && { onMachine: onMachine ?? undefined }),
    ...(typeof left === "string" && { machineMessage: left }),
    ...(isNoneLeft && { machineMessage: undefined }),
  };
}

const unlessNull = (value: string | null, read: (value: string) => string) =>
  value === null ? undefined : read(value);

function waivedBy(disclosure: boolean | null, reason: string | null | undefined): CallManner["disclosureWaived"] {
  if (disclosure === null) return undefined;
  return disclosure ? null : (reason ?? undefined);
}

/** The fields of a manner that a schedule shows. */
export const mannerShownFields = {
  caller_id: nullable(text("The number shown to the callee; null for the assistant's own.")),
  assistant: nullable(text("The assistant that calls; null for the settings alone.")),
  language: nullable(text("The language of its calls; null for the usual one (`STT_LANGUAGE`).")),
  disclosure_waived: nullable(text("Why its calls do not say that a machine speaks; null when they do.")),
  on_machine: nullable(
    text("What its calls do when a machine answers; null for the default.", {
      enum: ON_MACHINE,
    }),
  ),
  machine_message: nullable(text("What they say after the beep; null for the message.")),
};

export function mannerShown(manner: CallManner) {
  return {
    caller_id: manner.callerId ?? null,
    assistant: manner.assistant ?? null,
    language: manner.language ?? null,
    disclosure_waived: manner.disclosureWaived ?? null,
    on_machine: manner.onMachine ?? null,
    machine_message: manner.machineMessage ?? null,
  };
}

/** Why a webhook address is rejected, as the end of a sentence ("must be …"); undefined when it is accepted. */
export type CheckCallbackUrl = (url: string) => string | undefined;

/** What a manner is checked against. */
export interface MannerChecks {
  readonly checkCallbackUrl: CheckCallbackUrl;
  readonly callerIds: Pick<CallerIds, "mayShow">;
  readonly assistants: Pick<Assistants, "ids">;
  /** The primary languages that calls can be in. */
  readonly languages: readonly string[];
}

/** Faults of a manner that a schema cannot express. Accepts any input, valid or not. */
export function mannerFaults(body: unknown, checks: MannerChecks): ValidationFault[] {
  const given = (body ?? {}) as Given;
  return [...callerFaults(given, checks), ...spokenFaults(given, checks), ...wordlessFaults(body, ["machine_message"])];
}

/** A body as it was sent: its fields may be of any type. */
type Given = { readonly [Field in keyof MannerBody]?: unknown };

function callerFaults(given: Given, { checkCallbackUrl, callerIds, assistants }: MannerChecks): ValidationFault[] {
  const { callback_url: url, caller_id: number, assistant: id } = given;
  const faults: ValidationFault[] = [];
  const message = typeof url === "string" ? checkCallbackUrl(url) : undefined;
  if (message !== undefined) faults.push({ path: "/callback_url", message });
  if (typeof number === "string" && !callerIds.mayShow(number)) faults.push({ path: "/caller_id", message: NOT_SHOWN });
  if (typeof id === "string" && !assistants.ids.includes(id)) {
    const known = assistants.ids.join(", ") || "none, because there is no file of assistants";
    faults.push({ path: "/assistant", message: `is not a known assistant; the known ones are ${known}` });
  }
  return faults;
}

function spokenFaults(given: Given, { languages }: Pick<MannerChecks, "languages">): ValidationFault[] {
  const { language, disclosure, disclosure_reason: reason, on_machine, machine_message: left } = given;
  const isReasonGiven = typeof reason === "string" && reason.trim() !== "";
  const faults: ValidationFault[] = [];
  if (typeof language === "string" && !languages.includes(primaryLanguage(language))) {
    faults.push({ path: "/language", message: `must be a language of this service: ${languages.join(", ")}` });
  }
  if (disclosure === false && !isReasonGiven) {
    faults.push({ path: "/disclosure_reason", message: "is required when disclosure is false" });
  }
  if (typeof left === "string" && on_machine !== "leave_message") {
    faults.push({ path: "/machine_message", message: 'requires on_machine to be "leave_message"' });
  }
  return faults;
}

const NOT_SHOWN =
  "must be the assistant's own number or one that caller_ids in DIAL_RULES permits; omit it to show the " +
  "assistant's own number";
