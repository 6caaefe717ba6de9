import { randomUUID } from "node:crypto";
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { KeptAnswer } from "../../records/stores.js";
import { isTrusted, keyHolder } from "./api-keys.js";
import type { Endpoint, Method } from "./endpoint.js";
import { InvalidInput } from "./http-errors.js";
import type { Idempotency } from "./idempotency.js";
import { problem, sendProblem } from "./problem.js";
import { createRequestValidator } from "./validate-request.js";

type Methods = { readonly [M in Method]?: RequestHandler };

/** A router of endpoints; those of one path are put together, so that other methods are refused there. */
export function createRouter(endpoints: readonly Endpoint[], idempotency: Idempotency): Router {
  const paths = new Map<string, Methods>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ":$1");
    paths.set(path, { ...paths.get(path), [endpoint.method]: serve(endpoint, idempotency) });
  }
  const router = Router();
  for (const [path, methods] of paths) addRoute(router, path, methods);
  return router;
}

/**
 * Puts the methods of one path on a router. Any other method is answered with 405 and `Allow`; OPTIONS with `Allow` alone.
 */
export function addRoute(router: Router, path: string, methods: Methods): void {
  const route = router.route(path);
  const allowed: string[] = ["OPTIONS"];
  for (const [method, answer] of Object.entries(methods) as [Method, RequestHandler][]) {
    route[method](answer);
    allowed.push(method.toUpperCase());
    if (method === "get") allowed.push("HEAD");
  }
  const allow = allowed.sort().join(", ");
  route.all((req, res) => {
    res.set("Allow", allow);
    if (req.method === "OPTIONS") res.status(204).end();
    else sendProblem(res, problem("method_not_allowed", `${req.method} is not possible here; possible are ${allow}.`));
  });
}

/** Answers requests: schemas first, then the `Idempotency-Key`, then the work. */
function serve(endpoint: Endpoint, idempotency: Idempotency): RequestHandler {
  const validate = createRequestValidator(endpoint);
  if (!endpoint.once) {
    return async (req, res) => sendAnswer(res, await endpoint.handle(validate(req, isTrusted(res))));
  }
  const { once } = endpoint;
  return async (req, res) => {
    const request = validate(req, isTrusted(res));
    const key = idempotencyKeyOf(req);
    if (key === undefined) return sendAnswer(res, await once.perform(request, randomUUID()));
    const keyed = { key, client: keyHolder(res) ?? "", method: req.method, path: req.path, body: request.body };
    const { answer, replayed } = await idempotency.once(keyed, {
      perform: (id) => once.perform(request, id),
      recover: async (id) => once.recover?.(request, id),
    });
    if (replayed) res.set("Idempotency-Replayed", "true");
    sendAnswer(res, answer);
  };
}

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

function idempotencyKeyOf(req: Request): string | undefined {
  const key = req.get("Idempotency-Key");
  if (key === undefined || IDEMPOTENCY_KEY.test(key)) return key;
  throw new InvalidInput([{ path: "Idempotency-Key", message: "must be 1 to 255 printable ASCII characters" }]);
}

function sendAnswer(res: Response, { status, headers, body }: KeptAnswer): void {
  // As bytes, because Express would put a character set of its own to a text.
  res.status(status).set(headers).send(Buffer.from(body));
}
