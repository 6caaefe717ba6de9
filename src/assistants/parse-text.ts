import { Worker } from "node:worker_threads";
import { withDeadline } from "../kernel/deadline.js";

/** A request to the thread: parse the text, or find the lines of these JSON pointers in it. */
export interface ParseRequest {
  readonly text: string;
  readonly pointers?: readonly string[];
}

/** A fault of the text itself. */
export interface TextFault {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** A number that is not written as digits alone. */
export interface WrittenNumber {
  /** A JSON pointer. */
  readonly path: string;
  readonly written: string;
}

export type ParsedText =
  | { readonly value: unknown; readonly numbers: readonly WrittenNumber[] }
  | { readonly faults: readonly TextFault[] };

export type ParseAnswer = ParsedText | { readonly lines: readonly number[] };

/** Maximum duration, in ms: a hostile text can keep the parser busy for very long. */
const PARSE_MS = 10_000;
const MEMORY_MB = 256;

/** Parses YAML, which includes JSON. Numbers that JavaScript would write differently, such as 0301234, stay text. */
export async function parseText(text: string, signal?: AbortSignal): Promise<ParsedText> {
  const answer = await ask({ text }, signal);
  return "lines" in answer ? { faults: [] } : answer;
}

/** Returns the line of each JSON pointer in a text that can be parsed, from 1. */
export async function linesOf(
  text: string,
  pointers: readonly string[],
  signal?: AbortSignal,
): Promise<readonly number[]> {
  if (pointers.length === 0) return [];
  const answer = await ask({ text, pointers }, signal);
  return "lines" in answer ? answer.lines : [];
}

async function ask(request: ParseRequest, signal?: AbortSignal): Promise<ParseAnswer> {
  const thread = new Worker(new URL("./yaml-thread.mjs", import.meta.url), {
    workerData: request,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    return await withDeadline(PARSE_MS, signal, "reading the assistants", () => answerOf(thread));
  } finally {
    void thread.terminate();
  }
}

function answerOf(thread: Worker): Promise<ParseAnswer> {
  return new Promise((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error("the thread that reads it ended")));
  });
}
