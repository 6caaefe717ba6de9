import { isOpen } from "../hours/hours.js";
import type { AssistantDefinition, AssistantDefinitions, Closed } from "./definition.js";
import { precisionOf } from "./answered-number.js";

/** Who answers a call. */
export interface Chosen {
  /** Undefined for the settings alone. */
  readonly assistant: AssistantDefinition | undefined;
  /** What happens in place of a conversation; undefined while it is open. */
  readonly closed: Exclude<Closed, { kind: "assistant" }> | undefined;
}

export interface ChooseNeeds {
  /** The called number. */
  readonly called: string;
  /** The assistant that the dialplan names, if any. An unknown one counts as none. */
  readonly named?: string | undefined;
  /** ms since the epoch. */
  readonly at: number;
}

/** Chooses the assistant for an answered call: by its name, by the called number, or the default; then by its hours. */
export function chooseAssistant(definitions: AssistantDefinitions, { called, named, at }: ChooseNeeds): Chosen {
  const { all, fallback } = definitions;
  const first =
    (named && all.get(named)) || answering(definitions, called) || (fallback ? all.get(fallback) : undefined);
  const tried = new Set<AssistantDefinition>();
  let assistant = first;
  while (assistant?.hours && !isOpen(assistant.hours, at) && !tried.has(assistant)) {
    const { closed } = assistant;
    if (closed.kind !== "assistant") return { assistant, closed };
    tried.add(assistant);
    assistant = all.get(closed.id);
  }
  // All of them are closed and refer to each other: the call gets the first one, closed.
  if (assistant && tried.has(assistant)) return { assistant: first, closed: { kind: "say", text: undefined } };
  return { assistant, closed: undefined };
}

/** The assistant that answers a number; a plain number precedes a pattern, and a precise pattern a loose one. */
function answering({ all }: AssistantDefinitions, called: string): AssistantDefinition | undefined {
  let found: AssistantDefinition | undefined;
  let best = -1;
  for (const assistant of all.values()) {
    const precision = precisionOf(assistant.answers, called);
    if (precision !== undefined && precision > best) [found, best] = [assistant, precision];
  }
  return found;
}
