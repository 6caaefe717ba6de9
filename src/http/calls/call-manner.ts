import { ON_MACHINE, type OnMachine } from "../../records/call-script.js";
import { primaryLanguage } from "../../locales/locales.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import { anyText, flag, spokenText, text } from "../kit/schema.js";
import { wordlessFaults } from "../kit/spoken-text.js";

/* The fields of a request for a call that say in which language it is, whether it begins with the disclosure, and what a machine gets. */

export interface MannerBody {
  readonly language?: string;
  readonly disclosure?: boolean;
  readonly disclosure_reason?: string;
  readonly on_machine?: OnMachine;
  readonly machine_message?: string;
}

export const mannerFields: Readonly<Record<string, JsonSchema>> = {
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

/** A manner as calls and schedules keep it. */
export interface Manner {
  readonly language?: string;
  readonly disclosureWaived?: string | null | undefined;
  readonly onMachine?: OnMachine;
  readonly machineMessage?: string;
}

/** The manner that a body requests. `disclosure: true` says it whatever the settings or an earlier request say. */
export function mannerIn({ language, disclosure, disclosure_reason: reason, ...body }: MannerBody): Manner {
  const { on_machine: onMachine, machine_message: machineMessage } = body;
  return {
    ...(onMachine !== undefined && { onMachine }),
    ...(machineMessage !== undefined && { machineMessage }),
    ...(language !== undefined && { language: primaryLanguage(language) }),
    ...(disclosure !== undefined && { disclosureWaived: disclosure ? null : reason }),
  };
}

/** Faults of a manner that a schema cannot express. Accepts any input, valid or not. */
export function mannerFaults(body: unknown, languages: readonly string[]): ValidationFault[] {
  const given = (body ?? {}) as { readonly [Field in keyof MannerBody]?: unknown };
  const { language, disclosure, disclosure_reason: reason, on_machine, machine_message: left } = given;
  const isReasonGiven = typeof reason === "string" && reason.trim() !== "";
  const faults: ValidationFault[] = [];
  if (typeof language === "string" && !languages.includes(primaryLanguage(language))) {
    faults.push({ path: "/language", message: `must be a language of this service: ${languages.join(", ")}` });
  }
  if (disclosure === false && !isReasonGiven) {
    faults.push({ path: "/disclosure_reason", message: "is required when disclosure is false" });
  }
  if (left !== undefined && on_machine !== "leave_message") {
    faults.push({ path: "/machine_message", message: 'requires on_machine to be "leave_message"' });
  }
  return [...faults, ...wordlessFaults(body, ["machine_message"])];
}
