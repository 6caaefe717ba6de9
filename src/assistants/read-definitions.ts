import { encodingFault } from "../kernel/encoding-fault.js";
import { onFirstUse } from "../kernel/on-first-use.js";
import { isRecord } from "../kernel/record.js";
import { createValidator } from "../validation/validator.js";
import type { ValidationFault } from "../validation/words.js";
import { type AssistantDefinitions, NO_ASSISTANTS } from "./definition.js";
import { type DefinitionNeeds, definitionsIn } from "./definitions-in.js";
import { fileFaults } from "./file-faults.js";
import { FILE_SCHEMA, type WrittenFile } from "./file-schema.js";
import { linesOf, parseText, type WrittenNumber } from "./parse-text.js";

/** A fault of the file: where it is, and what is expected there. */
export interface FileFault extends ValidationFault {
  /** From 1. */
  readonly line: number;
}

export type ReadDefinitions =
  | { readonly definitions: AssistantDefinitions }
  | { readonly faults: readonly FileFault[] };

/** Maximum size of the file, in characters. */
export const MAX_FILE = 1_000_000;

/** Without a file there is nothing to compile it for. */
const validator = onFirstUse(() => createValidator<WrittenFile>(FILE_SCHEMA, { coerce: true }));

/** Reads the assistants in a text of YAML or JSON; reports its faults, the first 50 if there are more, with their lines. An empty text has no assistants. */
export async function readDefinitions(
  text: string,
  needs: DefinitionNeeds,
  signal?: AbortSignal,
): Promise<ReadDefinitions> {
  if (text.length > MAX_FILE) {
    return { faults: [{ line: 1, path: "", message: `must have at most ${MAX_FILE} characters, not ${text.length}` }] };
  }
  const garbled = encodingFault(text);
  if (garbled) return { faults: [{ ...garbled, path: "" }] };
  const parsed = await parseText(text, signal);
  if ("faults" in parsed) return { faults: parsed.faults.map((fault) => ({ ...fault, path: "" })) };
  if (parsed.value === null || parsed.value === undefined) return { definitions: NO_ASSISTANTS };
  const checked = validator()(withoutEmpty(withoutExtensions(parsed.value)));
  const faults =
    "faults" in checked
      ? checked.faults
      : [...unquoted(checked.value, parsed.numbers), ...(await fileFaults(checked.value, needs, signal))];
  if ("value" in checked && faults.length === 0) return { definitions: definitionsIn(checked.value, needs) };
  const lines = await linesOf(
    text,
    faults.map(({ path }) => path),
    signal,
  );
  return { faults: faults.map((fault, index) => ({ ...fault, line: lines[index] ?? 1 })) };
}

/** Returns the faults of texts that YAML reads as numbers: 203.0 and 1e3 would become other telephone numbers. */
function unquoted(file: unknown, numbers: readonly WrittenNumber[]): readonly ValidationFault[] {
  return numbers.flatMap(({ path, written }) =>
    valueAt(file, path) === written
      ? [{ path, message: `must be quoted, "${written}": unquoted, YAML reads it as a number` }]
      : [],
  );
}

function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}

/** Removes the fields `x-…` of the file, which may hold what is merged elsewhere, as in Compose's files. */
function withoutExtensions(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith("x-")));
}

/** Removes fields without a value, which count as absent; an assistant without fields is as the settings say. */
function withoutEmpty(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return depth < MAX_DEPTH ? value.map((each) => withoutEmpty(each, depth + 1)) : value;
  if (!isRecord(value) || depth >= MAX_DEPTH) return value;
  const entries = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    if (name === "assistants" && depth === 0 && isRecord(each)) {
      return [[name, Object.fromEntries(Object.entries(each).map(([id, own]) => [id, withoutEmpty(own ?? {}, 2)]))]];
    }
    return each === null ? [] : [[name, withoutEmpty(each, depth + 1)]];
  });
  return Object.fromEntries(entries);
}

const MAX_DEPTH = 20;

/** One line for each fault, for logs and terminals: `line 12, /assistants/sales/voice: must be a name`. */
export function faultLines(faults: readonly FileFault[]): readonly string[] {
  return faults.map(({ line, path, message }) => `line ${line}${path && `, ${path}`}: ${message}`);
}
