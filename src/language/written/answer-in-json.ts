import { isRecord } from "../../kernel/record.js";
import { readWrittenJson } from "../../validation/written-json.js";
import { ANSWER_FIELDS } from "./marks.js";

/** Returns the answer in JSON that is a whole message; the JSON may have been broken off. */
export function answerInJson(json: string): string | undefined {
  const written = json.trim();
  if (!/^(?:\{|\[\s*\{)/.test(written)) return undefined;
  return answerOf(["", "}", '"}'].map((end) => readWrittenJson(written + end)).find((each) => each !== undefined));
}

/** The text of a field that is named like an answer, of one in it, or of the first in a list. */
function answerOf(value: unknown, depth = 3): string | undefined {
  if (Array.isArray(value)) return answerOf(value[0], depth);
  if (!isRecord(value) || depth === 0 || isMadeUp(value)) return undefined;
  for (const field of ANSWER_FIELDS.map((name) => value[name])) {
    const answer = typeof field === "string" || typeof field === "number" ? `${field}` : answerOf(field, depth - 1);
    if (answer !== undefined && /[\p{L}\p{N}]/u.test(answer)) return answer;
  }
  return undefined;
}

/** Whether it has the form of a tool's result: a small model writes one in place of the call, and nothing is done. */
const isMadeUp = ({ status }: Readonly<Record<string, unknown>>) =>
  typeof status === "string" && /^(?:SUCCESS|FAILED|PENDING)$/.test(status);
