import { createParser } from "eventsource-parser";
import { APIError } from "openai";
import { isRecord } from "../kernel/record.js";
import { createTextDecoder, wholeText } from "./decode.js";
import { wordsOf } from "./words.js";

/** Comes last where the server said that its answer is whole: by `[DONE]`, or by sending it in one piece. */
export const WHOLE = Symbol("whole");

/**
 * Reads an answer that was asked for as a stream: the values of its events, or the one value of a server that does not stream.
 *
 * @throws {APIError} for an error among the events, with its status where it tells one
 * @throws {SyntaxError} for an event that is no JSON
 */
export async function* answerStream(response: Response): AsyncGenerator<unknown, void, void> {
  const pieces = (response.body ?? []) as AsyncIterable<Uint8Array>;
  if (/\bjson\b/.test(response.headers.get("content-type") ?? "")) {
    yield JSON.parse(await wholeText(pieces)) as unknown;
    yield WHOLE;
    return;
  }
  for await (const data of eventsOf(pieces)) {
    if (data.startsWith("[DONE]")) {
      yield WHOLE;
      return;
    }
    if (data.trim() !== "") yield checked(JSON.parse(data) as unknown);
  }
}

/** The data of each event, as soon as it is there. What an answer without a last blank line ends with is an event, too. */
async function* eventsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = createTextDecoder();
  const read: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void read.push(data) });
  for await (const piece of pieces) {
    parser.feed(decoder.push(piece));
    yield* read.splice(0);
  }
  parser.feed(`${decoder.end()}\n\n`);
  yield* read.splice(0);
}

/** Servers tell of an error as `{error: …}`, or as `{object: "error", message, code}`. */
function checked(value: unknown): unknown {
  if (!isRecord(value) || (!value.error && value.object !== "error")) return value;
  throw new APIError(statusIn(value), { message: wordsOf(value) }, undefined, new Headers());
}

/** Servers write an error's status under one of these names; Groq's code for a call that it could not parse stands for 400. */
function statusIn(value: Readonly<Record<string, unknown>>): number | undefined {
  const codes = [value, value.error]
    .filter(isRecord)
    .flatMap(({ code, status, status_code: statusCode }) => [code, status, statusCode]);
  if (codes.includes("tool_use_failed")) return 400;
  return codes.map(Number).find((code) => code >= 400 && code < 600);
}
