import { randomUUID } from "node:crypto";
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { KeptAnswer } from "../../records/stores.js";
import { clientOf, requireScopes } from "./client.js";
import type { Endpoint, Method } from "./endpoint.js";
import { openEventStream } from "./event-stream.js";
import { fewAtOnce, type InTurn } from "./few-at-once.js";
import { InvalidInput } from "./http-errors.js";
import type { Idempotency } from "./idempotency.js";
import { problem, sendProblem } from "./problem.js";
import { createRequestValidator } from "./validate-request.js";
import { answerSeenBy } from "./withheld.js";

/** Requests of which only a few run at a time, by what makes them long. */
type Turns = Readonly<Record<NonNullable<Endpoint["isLong"]>, InTurn>>;

type Methods = { readonly [M in Method]?: RequestHandler | RequestHandler[] };

/**
 * Creates a router of endpoints, grouped by path so that other methods are rejected there.
 *
 * @param readBody middleware that runs between the scopes and the schemas
 */
export function createRouter(
  endpoints: readonly Endpoint[],
  idempotency: Idempotency,
  readBody: readonly RequestHandler[] = [],
): Router {
  const paths = new Map<string, Methods>();
  const turns: Turns = { list: fewAtOnce("long lists"), model: fewAtOnce("replies") };
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ":$1");
    paths.set(path, {
      ...paths.get(path),
      [endpoint.method]: [admit(endpoint), ...readBody, serve(endpoint, idempotency, turns)],
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

/** Answers requests: schemas first, then the `Idempotency-Key`, then the work. */
function serve(endpoint: Endpoint, idempotency: Idempotency, turns: Turns): RequestHandler {
  const validate = createRequestValidator(endpoint);
  const { once, stream, handle, isLong, withheld = {} } = endpoint;
  const send = (res: Response, answer: KeptAnswer) => sendAnswer(res, answerSeenBy(clientOf(res), withheld, answer));
  if (stream) return (req, res) => stream(validate(req, clientOf(res)), () => openEventStream(req, res));
  if (!once) {
    const work = async (req: Request, res: Response, signal?: AbortSignal) =>
      send(res, await handle(validate(req, clientOf(res)), signal));
    if (isLong) return (req, res) => turns[isLong](res, (signal) => work(req, res, signal));
    return (req, res) => work(req, res);
  }
  return async (req, res) => {
    const request = validate(req, clientOf(res));
    const key = idempotencyKeyOf(req);
    if (key === undefined) return send(res, await once.perform(request, randomUUID()));
    const keyed = {
      key,
      client: clientOf(res)?.keyDigest ?? "",
      method: req.method,
      path: req.path,
      body: request.body,
    };
    const { answer, replayed } = await idempotency.once(keyed, {
      perform: (id) => once.perform(request, id),
      recover: async (id) => once.recover?.(request, id),
    });
    if (replayed) res.set("Idempotency-Replayed", "true");
    send(res, answer);
  };
}

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

function idempotencyKeyOf(req: Request): string | undefined {
  const key = req.get("Idempotency-Key");
  if (key === undefined || IDEMPOTENCY_KEY.test(key)) return key;
  throw new InvalidInput([{ path: "Idempotency-Key", message: "must be 1 to 255 printable ASCII characters" }]);
}

function sendAnswer(res: Response, { status, headers, body }: KeptAnswer): void {
  // As bytes, because Express would add a character set to text.
  res.status(status).set(headers).send(Buffer.from(body));
}
