import { isRecord } from "../kernel/record.js";
import type { ToolOffer } from "./ports.js";

/** Describes a tool to a model whose server does not support tools: one short line with its parameters. */
export function toolInWords({ name, description, parameters }: ToolOffer): string {
  const properties = isRecord(parameters.properties) ? parameters.properties : {};
  const required = Array.isArray(parameters.required) ? parameters.required : [];
  const told = Object.entries(properties).map(([key, schema]) => parameterInWords(key, schema, required.includes(key)));
  return `- ${name}: ${description}${told.length > 0 ? ` Parameters: ${told.join("; ")}` : ""}`;
}

/** `duration (integer, required): length in seconds` */
function parameterInWords(name: string, schema: unknown, isRequired: boolean): string {
  const { type, enum: values, description, properties, items } = isRecord(schema) ? schema : {};
  // A structure cannot be described in a few words.
  if (properties !== undefined || items !== undefined)
    return `${name}${isRequired ? " (required)" : ""}: ${JSON.stringify(schema)}`;
  const allowed = Array.isArray(values)
    ? values.join(" | ")
    : type === "string" || typeof type !== "string"
      ? ""
      : type;
  const facts = [allowed, isRequired ? "required" : ""].filter(Boolean).join(", ");
  return [name, facts && ` (${facts})`, typeof description === "string" && `: ${description}`].filter(Boolean).join("");
}

/** A tool's result for the model: the part that can be spoken. */
export function resultInWords(content: string): string {
  const result = parsed(content);
  if (!isRecord(result) || typeof result.message !== "string") return content;
  return result.message;
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
