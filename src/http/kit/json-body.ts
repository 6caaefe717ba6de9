import express, { type RequestHandler } from "express";
import { below, type ValidationFault } from "../../validation/words.js";
import { InvalidInput } from "./http-errors.js";
import { problem, sendProblem } from "./problem.js";

const LIMIT_BYTES = 64 * 1024;
/** Of a body in another program's format. */
const FOREIGN_LIMIT_BYTES = 512 * 1024;
const JSON_TYPES = ["application/json", "application/*+json"];

/** What is read of a body: strictly, or as another program sends it. */
export type BodyFormat = "own" | "foreign";

/**
 * Reads bodies of at most 64 KiB, or 512 KiB in a foreign format, as bytes. A body that is not JSON is rejected instead of being
 * treated as empty; the body of a method that takes none, such as GET, is ignored.
 */
export function readBody(format: BodyFormat): RequestHandler {
  const limit = format === "own" ? LIMIT_BYTES : FOREIGN_LIMIT_BYTES;
  const read = express.raw({ limit, type: JSON_TYPES });
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

/** Parses the bytes as JSON. */
export function parseBody(format: BodyFormat): RequestHandler {
  return (req, _res, next) => {
    const bytes: unknown = req.body;
    req.body = Buffer.isBuffer(bytes) && bytes.length > 0 ? readJson(bytes, format) : undefined;
    next();
  };
}

/** Maximum nesting of objects and arrays; no valid request has more than five levels. */
const MAX_DEPTH = 32;
/** Maximum number of names in one object, and of values in all: describing thousands of faults would delay the audio. */
const MAX_NAMES = 500;
const MAX_VALUES = 2_000;
/** Duplicate names that are reported. */
const MAX_DUPLICATES = 20;
/** Characters of a name that are shown in a fault's path. */
const MAX_SHOWN_NAME = 100;

/**
 * Parses a JSON object more strictly than JSON.parse: invalid UTF-8 is rejected instead of being replaced, and so is a duplicate
 * name, of which only the last value would count. Excessive size is rejected first: rejecting a request must be cheap. A foreign
 * format is only parsed: looking for its faults would take fifty times as long.
 *
 * @throws {InvalidInput}
 */
export function readJson(bytes: Uint8Array, format: BodyFormat = "own"): object {
  let value: unknown;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidInput([{ path: "", message: "is not valid UTF-8" }]);
  }
  const faults = format === "own" ? structureFaults(text) : [];
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

/** An object or array that is open at a position of the text. */
interface Level {
  /** The names so far; undefined in an array. */
  readonly names: Set<string> | undefined;
  /** Whether the next token is a name. */
  beforeName: boolean;
  /** The name or index of the next value. */
  at: string | number;
}

/** An unterminated string matches to the end: searching again from every quotation mark would take seconds. */
const TOKEN = /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$)|[{}[\],]/g;

interface StructureFault extends ValidationFault {
  /** Exceeds a limit, so the text must not be parsed as JSON. */
  readonly isTooMuch?: true;
}

/** Finds duplicate names, excessive nesting and excessive size, in text that need not be valid JSON. */
// oxlint-disable-next-line complexity -- one pass over the tokens, with a case for each
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
        levels.push(newLevel(token));
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

function newLevel(token: "{" | "["): Level {
  return token === "{"
    ? { names: new Set(), beforeName: true, at: "" }
    : { names: undefined, beforeName: false, at: 0 };
}

/** Undefined for invalid JSON: the whole text is then invalid, which the parser reports later, once. */
function nameIn(token: string): string | undefined {
  try {
    return JSON.parse(token) as string;
  } catch {
    return undefined;
  }
}

/** The path to the current level. Long names are shortened, because they appear in several faults. */
function pointer(levels: readonly Level[]): string {
  return levels.reduce((path, { at }) => below(path, shortened(String(at))), "");
}

function shortened(name: string): string {
  return name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name;
}
