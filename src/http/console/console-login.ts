import type { RequestHandler } from "express";
import type { ApiKey } from "../../config/api-keys.js";
import { createLogins } from "../../config/one-time-login.js";
import { problem, sendProblem } from "../kit/problem.js";

/**
 * `POST /console/login`, with `Authorization: Once …`: gives the page the key that a login was made with, once.
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
        "This address to log in by was used already, or is too old: scripts/ari-attendant key --login prints a new one.";
      sendProblem(res, problem("unauthorized", detail));
    } else res.json({ key });
  };
}
