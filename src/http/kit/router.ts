import { type Request, type RequestHandler, type Response, Router } from "express";
import type { KeptAnswer } from "../../records/stores.js";
import { clientOf, requireScopes } from "./client.js";
import type { Endpoint, Method } from "./endpoint.js";
import { openEventStream } from "./event-stream.js";
import type { GivenRequest, Perform } from "./given-request.js";
import type { BodyFormat } from "./json-body.js";
import { problem, sendProblem } from "./problem.js";
import { createRequestValidator } from "./validate-request.js";

type Methods = { readonly [M in Method]?: RequestHandler | RequestHandler[] };

/**
 * Creates a router of endpoints, grouped by path so that other methods are rejected there.
 *
 * @param readBody returns the middleware that runs between the scopes and the schemas
 */
export function createRouter(
  endpoints: readonly Endpoint[],
  performerOf: (endpoint: Endpoint) => Perform,
  readBody: (format: BodyFormat) => readonly RequestHandler[] = () => [],
): Router {
  const paths = new Map<string, Methods>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ":$1");
    paths.set(path, {
      ...paths.get(path),
      [endpoint.method]: [
        admit(endpoint),
        ...readBody(endpoint.body?.isForeign ? "foreign" : "own"),
        serve(endpoint, performerOf),
      ],
    });
  }
  const router = Router();
  for (const [path, methods] of paths) addRoute(router, path, methods);
  return router;
}

/** Adds the methods of one path to a router. Any other method is answered with 405 and `Allow`; OPTIONS with `Allow` alone. */
export function addRoute(router: Router, path: string, methods: Methods): void {
  const route = router.route(path);
  const allowed: string[] = ["OPTIONS"];
  for (const [method, answer] of Object.entries(methods) as [Method, RequestHandler | RequestHandler[]][]) {
    route[method](answer);
    allowed.push(method.toUpperCase());
    if (method === "get") allowed.push("HEAD");
  }
  const allow = allowed.sort().join(", ");
  route.all((req, res) => {
    res.set("Allow", allow);
    if (req.method === "OPTIONS") res.status(204).end();
    else
      sendProblem(
        res,
        problem("method_not_allowed", `${req.method} is not supported here. Supported methods: ${allow}.`),
      );
  });
}

/** Checks the scopes; without them not even the body is read. */
function admit({ scopes }: Endpoint): RequestHandler {
  return (_req, res, next) => {
    if (scopes) requireScopes(clientOf(res), scopes);
    next();
  };
}

/** Answers requests whose body was read. */
function serve(endpoint: Endpoint, performerOf: (endpoint: Endpoint) => Perform): RequestHandler {
  const { stream, speak } = endpoint;
  if (stream || speak) {
    const validate = createRequestValidator(endpoint);
    const requestOf = (req: Request, res: Response) => {
      const { request, refusal } = validate(givenIn(req, res));
      if (refusal) throw refusal;
      return request;
    };
    if (stream) return (req, res) => stream(requestOf(req, res), () => openEventStream(req, res));
    return (req, res) => speak(requestOf(req, res), { req, res, performerOf });
  }
  const perform = performerOf(endpoint);
  return async (req, res) => {
    const performed = await perform(givenIn(req, res), res);
    if (!performed) return;
    if (performed.isReplayed) res.set("Idempotency-Replayed", "true");
    sendAnswer(res, performed.answer);
  };
}

function givenIn(req: Request, res: Response): GivenRequest {
  const key = req.get("Idempotency-Key");
  return {
    client: clientOf(res),
    params: req.params as Record<string, string>,
    query: req.query,
    body: req.body,
    traceparent: req.get("traceparent"),
    ...(key !== undefined && { once: { key, path: req.path } }),
  };
}

function sendAnswer(res: Response, { status, headers, body }: KeptAnswer): void {
  // As bytes, because Express would add a character set to text.
  res.status(status).set(headers).send(Buffer.from(body));
}
