import express, { type RequestHandler } from "express";
import { problem, sendProblem } from "./problem.js";

const LIMIT_BYTES = 64 * 1024;
const JSON_TYPES = ["application/json", "application/*+json"];

/** Reads JSON bodies of at most 64 KiB. A body of another type is refused instead of being taken for an empty one. */
export function jsonBody(): RequestHandler[] {
  const onlyJson: RequestHandler = (req, res, next) => {
    const length = req.get("Content-Length");
    const empty = length === "0" || (length === undefined && req.get("Transfer-Encoding") === undefined);
    if (empty || !["POST", "PUT", "PATCH"].includes(req.method) || req.is(JSON_TYPES)) return next();
    res.set("Accept-Post", "application/json");
    sendProblem(
      res,
      problem("unsupported_media_type", "The body must be JSON, sent with Content-Type: application/json."),
    );
  };
  return [onlyJson, express.json({ limit: LIMIT_BYTES, type: JSON_TYPES })];
}
