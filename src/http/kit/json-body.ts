import express, { type RequestHandler } from "express";
import { below, type ValidationFault } from "../../validation/words.js";
import { InvalidInput } from "./http-errors.js";
import { problem, sendProblem } from "./problem.js";

const LIMIT_BYTES = 64 * 1024;
const JSON_TYPES = ["application/json", "application/*+json"];

/**
 * Reads bodies of at most 64 KiB, as bytes. One of another type than JSON is refused instead of being taken for an empty one;
 * one of a method that has no use for it, such as GET, is not looked at.
 */
export function readBody(): RequestHandler {
  const read = express.raw({ limit: LIMIT_BYTES, type: JSON_TYPES });
  return (req, res, next) => {
    const length = req.get("Content-Length");
    const empty = length === "0" || (length === undefined && req.get("Transfer-Encoding") === undefined);
    if (empty || !["POST", "PUT", "PATCH"].includes(req.method)) return next();
    const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(req.get("Content-Type") ?? "")?.[1] ?? "utf-8";
    if (req.is(JSON_TYPES) && /^utf-?8$/i.test(charset)) return read(req, res, next);
    res.set("Accept-Post", "application/json");
    const detail = "The body must be JSON in UTF-8, sent with Content-Type: application/json.";
    sendProblem(res, problem("unsupported_media_type", detail));
  };
}

/** Has the bytes that were read understood as JSON. */
export const parseBody: RequestHandler = (req, _res, next) => {
  const bytes: unknown = req.body;
  req.body = Buffer.isBuffer(bytes) && bytes.length > 0 ? readJson(bytes) : undefined;
  next();
};

/** Levels of objects and lists; no request has more than five. */
const MAX_DEPTH = 32;
/** Names in one object, and values in all. To word what is wrong with thousands of them takes time from the audio. */
const MAX_NAMES = 500;
const MAX_VALUES = 2_000;
/** Names given twice that are told of. */
const MAX_DUPLICATES = 20;
/** So many characters of a name are shown in where a fault is. */
const MAX_SHOWN_NAME = 100;

/**
 * Reads a JSON object, more strictly than JSON.parse: bytes that are no UTF-8 are refused instead of being replaced, and so is a
 * name that stands twice in an object, of which only the last would count. So is more than any request needs, before anything
 * else looks at it: a request that is refused must be cheap.
 *
 * @throws {InvalidInput}
 */
export function readJson(bytes: Uint8Array): object {
  let value: unknown;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidInput([{ path: "", message: "is not valid UTF-8" }]);
  }
  const faults = structureFaults(text);
  const tooMuch = faults.find(({ isTooMuch }) => isTooMuch);
  if (tooMuch) throw new InvalidInput([{ path: tooMuch.path, message: tooMuch.message }]);
  try {
    value = JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    const where = position === undefined ? "" : ` (at character ${Number(position) + 1})`;
    throw new InvalidInput([{ path: "", message: `is not valid JSON${where}` }]);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InvalidInput([{ path: "", message: "must be an object" }]);
  }
  if (faults.length > 0) throw new InvalidInput(faults);
  return value;
}

/** An object or a list that is open at a place of the text. */
interface Level {
  /** The names so far; undefined in a list. */
  readonly names: Set<string> | undefined;
  /** Whether the next text is a name. */
  beforeName: boolean;
  /** What comes next stands under this name or number. */
  at: string | number;
}

/** A text without an end goes to the end: to look for it anew from each quotation mark in it would take seconds. */
const TOKEN = /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$)|[{}[\],]/g;

interface StructureFault extends ValidationFault {
  /** More than is looked at: to understand it as JSON is what the time is to be kept from. */
  readonly isTooMuch?: true;
}

/** Names that stand twice, nesting that is too deep, and too much of anything; of text that need not be JSON. */
function structureFaults(text: string): StructureFault[] {
  const faults: StructureFault[] = [];
  const levels: Level[] = [];
  let values = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    switch (token) {
      case "{":
      case "[":
        if (levels.length === MAX_DEPTH)
          return [{ path: "", message: `is nested more than ${MAX_DEPTH} levels deep`, isTooMuch: true }];
        levels.push(
          token === "{"
            ? { names: new Set(), beforeName: true, at: "" }
            : { names: undefined, beforeName: false, at: 0 },
        );
        break;
      case "}":
      case "]":
        levels.pop();
        break;
      case ",":
        if (++values === MAX_VALUES)
          return [{ path: "", message: `has more than ${MAX_VALUES} values`, isTooMuch: true }];
        if (level?.names) level.beforeName = true;
        else if (level) level.at = Number(level.at) + 1;
        break;
      default: {
        if (!level?.names || !level.beforeName) break;
        const name = nameIn(token);
        if (name === undefined) return faults;
        level.beforeName = false;
        level.at = name;
        if (level.names.has(name)) faults.push({ path: pointer(levels), message: "is given twice" });
        if (faults.length === MAX_DUPLICATES) return faults;
        level.names.add(name);
        if (level.names.size > MAX_NAMES) {
          return [{ path: pointer(levels.slice(0, -1)), message: `has more than ${MAX_NAMES} names`, isTooMuch: true }];
        }
      }
    }
  }
  return faults;
}

/** Undefined for what is no JSON text: then the whole is no JSON, which is found afterwards, and once is dear enough. */
function nameIn(token: string): string | undefined {
  try {
    return JSON.parse(token) as string;
  } catch {
    return undefined;
  }
}

/** Where the levels lead. Long names are cut: what is told of them is told several times. */
function pointer(levels: readonly Level[]): string {
  return levels.reduce((path, { at }) => below(path, shortened(String(at))), "");
}

function shortened(name: string): string {
  return name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name;
}
