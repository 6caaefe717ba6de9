import { randomUUID } from "node:crypto";
import { isRecord } from "../kernel/record.js";
import type { ToolCall } from "./ports.js";

/** A fragment of a streamed tool call. Only OpenAI's own servers reliably fill every field. */
export interface ToolCallFragment {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

/** More calls in one round mean that the model has gone wrong. */
export const MAX_CALLS = 8;
/** No tool has a longer name. */
const MAX_NAME_LENGTH = 64;
/** Maximum length of arguments, in characters. */
export const MAX_ARGUMENTS_LENGTH = 16 * 1024;

type Draft = { id: string; index: number; name: string; arguments: string };

/** Assembles tool calls from their fragments. */
export interface ToolCallAssembly {
  /**
   * Adds a fragment.
   *
   * @returns `full` when it begins one call too many, which is dropped, `too-long` when a call's arguments exceed the limit
   */
  add(fragment: ToolCallFragment): "taken" | "full" | "too-long";
  /** The calls, in the order in which they began. */
  calls(): ToolCall[];
}

export function createToolCallAssembly(): ToolCallAssembly {
  const drafts: Draft[] = [];

  /**
   * The call that a fragment continues. Some servers give every call the index 0, or none at all: then a new call begins with
   * a name: one under another id, another one, or one after complete arguments. An id alone begins none, because other servers
   * give each fragment its own; without an index, it is the only sign of which call is meant.
   */
  function draftOf({ id, index, function: its }: ToolCallFragment): Draft | undefined {
    const begun = index == null ? drafts.at(-1) : drafts.findLast((draft) => draft.index === index);
    const name = nameOf(its?.name);
    if (!begun || name === "") return index == null && id ? (drafts.find((draft) => draft.id === id) ?? begun) : begun;
    if (begun.name === "") return begun;
    const isAnother = id && begun.id ? id !== begun.id : false;
    return isAnother || name !== begun.name || isWhole(begun.arguments) ? undefined : begun;
  }

  return {
    add(fragment) {
      let draft = draftOf(fragment);
      if (!draft) {
        if (drafts.length === MAX_CALLS) return "full";
        draft = { id: "", index: fragment.index ?? drafts.length, name: "", arguments: "" };
        drafts.push(draft);
      }
      draft.id ||= typeof fragment.id === "string" ? fragment.id : "";
      draft.name ||= nameOf(fragment.function?.name);
      draft.arguments += textOf(fragment.function?.arguments);
      return draft.arguments.length > MAX_ARGUMENTS_LENGTH ? "too-long" : "taken";
    },
    calls: () => drafts.map(({ id, name, arguments: text }) => ({ id: id || newId(), name, arguments: text || "{}" })),
  };
}

/** Length of an id: nine letters and digits, for templates that accept no others (Mistral's). */
const ID_LENGTH = 9;
export const newId = () => randomUUID().replaceAll("-", "").slice(0, ID_LENGTH);

/** The same call with an id, and with arguments of a permitted length. */
export const withNewId = ({ name, arguments: json }: Omit<ToolCall, "id">): ToolCall => ({
  id: newId(),
  name,
  arguments: json.slice(0, MAX_ARGUMENTS_LENGTH) || "{}",
});

function isWhole(json: string): boolean {
  if (!json.endsWith("}")) return false;
  try {
    return isRecord(JSON.parse(json));
  } catch {
    return false;
  }
}

function nameOf(name: unknown): string {
  return typeof name === "string" ? name.slice(0, MAX_NAME_LENGTH) : "";
}

/** Arguments are JSON text; some servers send the object itself. */
function textOf(value: unknown): string {
  if (value == null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
