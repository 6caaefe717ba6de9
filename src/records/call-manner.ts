import type { OnMachine } from "./call-script.js";

/** How a call is placed: what a request for a call, a schedule, and a chain for each of its steps say alike. */
export interface CallManner {
  readonly ringTimeoutMs: number;
  /** The address to which the result is posted. */
  readonly callbackUrl: string | null;
  /** The number shown to the callee, if it is permitted when the call is placed; undefined for the assistant's own. */
  readonly callerId?: string | undefined;
  /** Id of the assistant that calls; undefined for the settings alone. */
  readonly assistant?: string | undefined;
  /** The language of the call, and of what a tool says in it; undefined for the assistant's. */
  readonly language?: string | undefined;
  /** Why the call does not begin with the disclosure; null when it does in any case, undefined when the assistant's rule decides. */
  readonly disclosureWaived?: string | null | undefined;
  /** What to do when a machine answers; undefined for the assistant's rule and, for numbers outside the PBX, `speak`. */
  readonly onMachine?: OnMachine | undefined;
  /** What to say after the beep; undefined for the message. */
  readonly machineMessage?: string | undefined;
  /** Whether the call tells alerts of a monitoring system. */
  readonly tellsAlerts?: boolean | undefined;
}

/** Returns the manner alone of what has one. */
export function mannerOf(manner: CallManner): CallManner {
  const { ringTimeoutMs, callbackUrl, callerId, assistant, language } = manner;
  const { disclosureWaived, onMachine, machineMessage, tellsAlerts } = manner;
  const said = { language, disclosureWaived, onMachine, machineMessage, tellsAlerts };
  return { ringTimeoutMs, callbackUrl, ...(callerId && { callerId }), ...(assistant && { assistant }), ...said };
}
