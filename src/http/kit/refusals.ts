import type { RequestHandler } from "express";
import { ERRORS, type ErrorCode } from "../../kernel/errors.js";
import { REFUSALS } from "../../observability/counted-kinds.js";
import type { Log } from "../../observability/log.js";
import type { Metrics } from "../../observability/metrics.js";
import { clientOf } from "./client.js";
import { neighbourhood } from "./neighbourhood.js";
import { problemOf } from "./problem.js";

const LOG_EVERY_MS = 60_000;
/** Lines that a minute may have; who else was refused is counted together. */
const MAX_LINES = 100;
const OTHERS = "others";

export interface RefusalsNeeds {
  readonly metrics: Pick<Metrics, "requestRefused">;
  readonly log: Log;
  readonly logEveryMs?: number;
}

interface Refused {
  readonly address: string;
  readonly client: string | undefined;
  readonly codes: Map<ErrorCode, number>;
}

/** Counts whom the interface refuses (401, 403, 429; 503: it cannot now), and logs it once a minute: a line for each address and key. */
export function watchRefusals({ metrics, log, logEveryMs = LOG_EVERY_MS }: RefusalsNeeds): RequestHandler {
  const refused = new Map<string, Refused>();

  function note(code: ErrorCode, address: string, client: string | undefined): void {
    metrics.requestRefused(code);
    if (refused.size === 0) setTimeout(tell, logEveryMs).unref();
    const own = `${address} ${client ?? ""}`;
    const isOther = !refused.has(own) && refused.size >= MAX_LINES;
    const who = isOther ? OTHERS : own;
    const entry = refused.get(who) ?? { address: isOther ? OTHERS : address, client, codes: new Map() };
    refused.set(who, entry);
    entry.codes.set(code, (entry.codes.get(code) ?? 0) + 1);
  }

  function tell(): void {
    for (const { address, client, codes } of refused.values()) {
      const count = [...codes.values()].reduce((sum, each) => sum + each, 0);
      const data = { address, ...(client && { client }), count, ...Object.fromEntries(codes) };
      log.warn("http_refused", `Requests from ${address} were refused within a minute: ${count}`, data);
    }
    refused.clear();
  }

  return (req, res, next) => {
    const address = neighbourhood(req.socket.remoteAddress);
    res.once("finish", () => {
      const code = problemOf(res);
      if (code && REFUSALS.includes(ERRORS[code].status)) note(code, address, clientOf(res)?.name);
    });
    next();
  };
}
