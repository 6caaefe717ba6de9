import type { RequestHandler } from "express";
import { problem, sendProblem } from "./problem.js";

const LOCAL_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Refuses what another site has a browser on this machine ask, while nothing but the loopback address protects the
 * interface. A site can have its own name resolve to 127.0.0.1 (DNS rebinding), and then `Host` holds that name; or it
 * asks across origins, and then `Origin` does. Programs send no `Origin`, and the `Host` that they were told.
 */
export function localOnly(): RequestHandler {
  return (req, res, next) => {
    const { host = "", origin } = req.headers;
    if (!LOCAL_NAME.test(host)) {
      const detail = "Without API_KEYS the service answers to localhost, 127.0.0.1 and [::1] only.";
      sendProblem(res, problem("origin_not_allowed", detail));
    } else if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
      sendProblem(res, problem("origin_not_allowed", "Without API_KEYS no page of another site may ask."));
    } else {
      next();
    }
  };
}
