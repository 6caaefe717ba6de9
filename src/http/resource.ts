import type { RequestHandler, Router } from "express";
import { problem, sendProblem } from "./problem.js";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/**
 * Puts the methods of one path on a router. Any other method is answered with 405 and `Allow`; OPTIONS with `Allow` alone.
 */
export function resource(router: Router, path: string, methods: { readonly [M in Method]?: RequestHandler }): void {
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
