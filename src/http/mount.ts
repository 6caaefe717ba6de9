import { type RequestHandler, Router } from "express";
import { type Operation, routeOf } from "./operation.js";
import { type Method, resource } from "./resource.js";

/** A router of operations; those of one path are put together, so that other methods are refused there. */
export function mount(answers: readonly (readonly [Operation, RequestHandler])[]): Router {
  const paths = new Map<string, Partial<Record<Method, RequestHandler>>>();
  for (const [operation, answer] of answers) {
    const path = routeOf(operation);
    paths.set(path, { ...paths.get(path), [operation.method]: answer });
  }
  const router = Router();
  for (const [path, methods] of paths) resource(router, path, methods);
  return router;
}
