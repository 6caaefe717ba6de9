import { randomUUID } from "node:crypto";
import type { Request, RequestHandler } from "express";
import type { KeptAnswer } from "../records/stores.js";
import { sendAnswer } from "./answer.js";
import type { Idempotency, Work } from "./idempotency.js";
import { type Asked, createIntake, type Inspect } from "./intake.js";
import { keyHolder } from "./keys.js";
import type { Operation } from "./operation.js";
import { InvalidInput } from "./refusals.js";

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/** Answers requests for an operation: schemas first, then the work. */
export function perform<Body = undefined, Query = undefined>(
  operation: Operation,
  work: (asked: Asked<Body, Query>) => KeptAnswer | Promise<KeptAnswer>,
): RequestHandler {
  const intake = createIntake<Body, Query>(operation);
  return async (req, res) => sendAnswer(res, await work(intake(req)));
}

/** Answers requests for an operation that takes an `Idempotency-Key`: schemas first, then the key, then the work. */
export function performOnce<Body>(
  operation: Operation,
  idempotency: Idempotency,
  inspect: Inspect,
  workFor: (asked: Asked<Body, undefined>) => Work,
): RequestHandler {
  const intake = createIntake<Body, undefined>(operation, inspect);
  return async (req, res) => {
    const asked = intake(req);
    const key = keyOf(req);
    const work = workFor(asked);
    if (key === undefined) return sendAnswer(res, await work.perform(randomUUID()));
    const request = { key, client: keyHolder(res) ?? "", method: req.method, path: req.path, body: asked.body };
    const { answer, replayed } = await idempotency.once(request, work);
    if (replayed) res.set("Idempotency-Replayed", "true");
    sendAnswer(res, answer);
  };
}

function keyOf(req: Request): string | undefined {
  const key = req.get("Idempotency-Key");
  if (key === undefined || IDEMPOTENCY_KEY.test(key)) return key;
  throw new InvalidInput([{ path: "Idempotency-Key", message: "must be 1 to 255 printable ASCII characters" }]);
}
