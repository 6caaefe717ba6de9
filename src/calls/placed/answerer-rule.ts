import { isOutsideNumber } from "../../kernel/dialable-number.js";
import type { CallScript } from "../../records/call-script.js";
import type { Assistants } from "../assistant/assistant.js";
import type { CallRequest } from "./place-call.js";

/**
 * Returns what a new call does when a machine answers. Who answers is listened for when the request or its assistant says what to
 * do then, and on numbers outside the PBX; the telephones inside belong to people who are there, or do not answer.
 */
export function answererRule(
  request: Pick<CallRequest, "assistant" | "extension" | "onMachine" | "machineMessage">,
  { assistants }: { readonly assistants?: Pick<Assistants, "find"> | undefined },
): Pick<CallScript, "onMachine" | "machineMessage"> {
  const { assistant, extension, machineMessage } = request;
  const own = assistant === undefined ? undefined : assistants?.find(assistant)?.onMachine;
  const onMachine = request.onMachine ?? own ?? (isOutsideNumber(extension) ? "speak" : undefined);
  if (onMachine === undefined) return {};
  return { onMachine, ...(machineMessage !== undefined && { machineMessage }) };
}
