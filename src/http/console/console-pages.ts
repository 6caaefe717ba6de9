import { type RequestHandler, Router } from "express";
import type { ApiKey } from "../../config/api-keys.js";
import { createLogins } from "../../config/one-time-login.js";
import { pagePolicy } from "../kit/security-headers.js";
import { problem, sendProblem } from "../kit/problem.js";
import { addRoute } from "../kit/router.js";
import type { PageFile } from "./console-files.js";

/**
 * `POST /console/login`, with `Authorization: Once …`: exchanges a one-time login code for the key it was made with.
 *
 * @param now ms since the epoch
 */
function consoleLogin(keys: readonly ApiKey[], now: () => number): RequestHandler {
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

const INDEX = "index.html";
/** File names in this folder contain a hash of the contents. */
const UNCHANGING = "assets/";
const NOT_BUILT = "The console is not built. Run `npm run build` and restart the service.";

/**
 * `GET /console`: the operator's page, which requests everything with the user's key. Its files contain no private data and need
 * no key.
 *
 * @param files the built files
 * @param keys the keys that can be used to log in
 * @param now ms since the epoch
 */
export function consoleRouter(
  files: ReadonlyMap<string, PageFile>,
  keys: readonly ApiKey[],
  now: () => number,
): Router {
  const router = Router();
  const answer = (nameOf: (path: string) => string): RequestHandler => {
    return (req, res) => {
      const name = nameOf(req.path);
      const file = files.get(name);
      if (!file) {
        const nothing = `There is nothing at ${req.path.slice(0, 200)}.`;
        return sendProblem(res, problem("not_found", files.has(INDEX) ? nothing : NOT_BUILT));
      }
      const coding = codingOf(req.acceptsEncodings("br", "gzip"), file);
      res.set({
        "Content-Type": file.type,
        "Content-Security-Policy": pagePolicy(),
        "Cache-Control": name.startsWith(UNCHANGING) ? "public, max-age=31536000, immutable" : "no-cache",
        ETag: file.etag,
        Vary: "Accept-Encoding",
        ...(coding !== "plain" && { "Content-Encoding": coding }),
      });
      if (req.get("If-None-Match") === file.etag) res.status(304).end();
      else res.send(file[coding]);
    };
  };
  addRoute(router, "/", { get: (_req, res) => res.redirect("/console/") });
  addRoute(router, "/console", { get: answer(() => INDEX) });
  addRoute(router, "/console/login", { post: consoleLogin(keys, now) });
  addRoute(router, "/console/{*path}", { get: answer((path) => path.slice("/console/".length)) });
  return router;
}

function codingOf(accepted: string | false, file: PageFile): "br" | "gzip" | "plain" {
  return (accepted === "br" || accepted === "gzip") && file[accepted] !== undefined ? accepted : "plain";
}
