import type { RequestHandler } from "express";
import type { ApiKey } from "../../config/api-keys.js";
import { createLogins } from "../../config/one-time-login.js";
import { problem, sendProblem } from "../kit/problem.js";

/**
 * `POST /console/login`, with `Authorization: Once …`: exchanges a one-time login code for the key it was made with.
 *
 * @param now ms since the epoch
 */
export function consoleLogin(keys: readonly ApiKey[], now: () => number): RequestHandler {
  const take = createLogins(
    keys.flatMap(({ text }) => (text.startsWith("sha256:") ? [] : [text])),
    now,
  );
  return (req, res) => {
    const [, login = ""] = /^Once (\S+)$/.exec(req.get("Authorization") ?? "") ?? [];
    const key = take(login);
    res.set("Cache-Control", "no-store");
    if (key === undefined) {
      const detail =
        "This login address has already been used or has expired. Run `scripts/ari-attendant key --login` to " +
        "get a new one.";
      sendProblem(res, problem("unauthorized", detail));
    } else res.json({ key });
  };
}
