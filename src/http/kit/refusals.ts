import type { RequestHandler } from "express";
import { type ErrorCode, ERRORS } from "../../kernel/errors.js";
import { type CutOff, REFUSALS } from "../../observability/counted-kinds.js";
import type { Log } from "../../observability/log.js";
import type { Metrics } from "../../observability/metrics.js";
import { clientOf, neighbourhood } from "./client.js";
import { problemOf } from "./problem.js";

const LOG_EVERY_MS = 60_000;
/** Maximum log lines per minute; further rejected clients are counted together. */
const MAX_LINES = 100;
const OTHERS = "others";

export interface RefusalsNeeds {
  readonly metrics: Pick<Metrics, "requestRefused">;
  readonly log: Log;
  readonly logEveryMs?: number;
}

/** The error that a request was answered with, or why its connection was closed without an answer. */
type Reason = ErrorCode | CutOff;

interface Refused {
  readonly address: string;
  readonly client: string | undefined;
  readonly reasons: Map<Reason, number>;
}

/** Counts rejected requests and logs them once a minute, one line per address and key. */
export interface Refusals {
  /** @param client the name of the key */
  note(reason: Reason, address: string, client?: string): void;
}

export function createRefusals({ metrics, log, logEveryMs = LOG_EVERY_MS }: RefusalsNeeds): Refusals {
  const refused = new Map<string, Refused>();

  function tell(): void {
    for (const { address, client, reasons } of refused.values()) {
      const count = [...reasons.values()].reduce((sum, each) => sum + each, 0);
      const data = { address, ...(client && { client }), count, ...Object.fromEntries(reasons) };
      log.warn("http_refused", `Requests from ${address} rejected within a minute: ${count}`, data);
    }
    refused.clear();
  }

  return {
    note(reason, address, client) {
      metrics.requestRefused(reason);
      if (refused.size === 0) setTimeout(tell, logEveryMs).unref();
      const own = `${address} ${client ?? ""}`;
      const isOther = !refused.has(own) && refused.size >= MAX_LINES;
      const who = isOther ? OTHERS : own;
      const entry = refused.get(who) ?? { address: isOther ? OTHERS : address, client, reasons: new Map() };
      refused.set(who, entry);
      entry.reasons.set(reason, (entry.reasons.get(reason) ?? 0) + 1);
    },
  };
}

/** Records requests rejected with 401, 403, 429 or 503. */
export function watchRefusals(refusals: Refusals): RequestHandler {
  return (req, res, next) => {
    const address = neighbourhood(req.socket.remoteAddress);
    res.once("finish", () => {
      const code = problemOf(res);
      if (code && REFUSALS.includes(ERRORS[code].status)) refusals.note(code, address, clientOf(res)?.name);
    });
    next();
  };
}
