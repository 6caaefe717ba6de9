import { isRecord } from "../kernel/record.js";
import type { ToolResult } from "../toolbox/tool.js";
import { isNestedDeeper, withoutPrototypeKeys } from "../validation/hostile-values.js";
import { plainText } from "./plain-text.js";

/** Two minutes of speech, in characters. */
const MAX_MESSAGE = 2_000;
/** Limit of structured data, in characters of JSON. */
const MAX_DATA = 16_000;
const DEEPEST = 20;
const MAX_BLOCKS = 100;

const KINDS: ReadonlyMap<unknown, string> = new Map([
  ["image", "an image"],
  ["audio", "a recording"],
  ["resource", "a document"],
  ["resource_link", "a link"],
]);

/**
 * Converts the result of `tools/call` to ours: texts become the message, structured content the data. Content that cannot be
 * spoken is mentioned.
 *
 * @returns undefined when it is invalid
 */
export function toolResult(answer: unknown): ToolResult | undefined {
  if (!isRecord(answer)) return undefined;
  const { content = [], structuredContent, isError } = answer;
  if (!Array.isArray(content)) return undefined;
  const blocks = content.slice(0, MAX_BLOCKS).filter(isRecord);
  const texts = blocks.map(textOf).filter((text) => text !== undefined);
  const message = plainText([...texts, ...named(blocks)].join("\n"), MAX_MESSAGE, { lines: true });
  const data = dataOf(structuredContent);
  if (isError === true) return { status: "FAILED", message: message || "It did not work.", ...data };
  return { status: "SUCCESS", message: message || "Done.", ...data };
}

function textOf(block: Record<string, unknown>): string | undefined {
  const { type, text, resource } = block;
  if (type === "text" && typeof text === "string") return text;
  if (type === "resource" && isRecord(resource) && typeof resource.text === "string") return resource.text;
  return undefined;
}

function named(blocks: readonly Record<string, unknown>[]): string[] {
  const kinds = blocks.filter((block) => textOf(block) === undefined).map(({ type }) => KINDS.get(type));
  const known = [...new Set(kinds.filter((kind) => kind !== undefined))];
  return known.length === 0 ? [] : [`The result also has ${known.join(" and ")}, which cannot be read out.`];
}

function dataOf(structured: unknown): Pick<ToolResult, "data"> {
  if (!isRecord(structured) || isNestedDeeper(structured, DEEPEST)) return {};
  if (JSON.stringify(structured).length > MAX_DATA) return {};
  return { data: withoutPrototypeKeys(structured) as Record<string, unknown> };
}
