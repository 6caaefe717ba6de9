import type { Response } from "express";
import type { KeptAnswer } from "../records/stores.js";

const JSON_TYPE = "application/json; charset=utf-8";

/** An answer with 200, as it is sent and, for an idempotency key, kept. */
export function jsonAnswer(body: unknown, headers: Readonly<Record<string, string>> = {}): KeptAnswer {
  return { status: 200, headers: { "Content-Type": JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

export function sendAnswer(res: Response, { status, headers, body }: KeptAnswer): void {
  // As bytes, because Express would put a character set of its own to a text.
  res.status(status).set(headers).send(Buffer.from(body));
}
