import express, { type RequestHandler } from "express";
import { readJson } from "./json-text.js";
import { problem, sendProblem } from "./problem.js";

const LIMIT_BYTES = 64 * 1024;
const JSON_TYPES = ["application/json", "application/*+json"];

/** Reads JSON bodies of at most 64 KiB. A body of another type is refused instead of being taken for an empty one. */
export function jsonBody(): RequestHandler[] {
  const onlyJson: RequestHandler = (req, res, next) => {
    const length = req.get("Content-Length");
    const empty = length === "0" || (length === undefined && req.get("Transfer-Encoding") === undefined);
    if (empty || !["POST", "PUT", "PATCH"].includes(req.method)) return next();
    const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(req.get("Content-Type") ?? "")?.[1] ?? "utf-8";
    if (req.is(JSON_TYPES) && /^utf-?8$/i.test(charset)) return next();
    res.set("Accept-Post", "application/json");
    const detail = "The body must be JSON in UTF-8, sent with Content-Type: application/json.";
    sendProblem(res, problem("unsupported_media_type", detail));
  };
  const parse: RequestHandler = (req, _res, next) => {
    const bytes: unknown = req.body;
    req.body = Buffer.isBuffer(bytes) && bytes.length > 0 ? readJson(bytes) : undefined;
    next();
  };
  return [onlyJson, express.raw({ limit: LIMIT_BYTES, type: JSON_TYPES }), parse];
}
