import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type RequestHandler, Router } from "express";
import type { JsonSchema } from "../../validation/validator.js";
import { pagePolicy } from "../kit/security-headers.js";
import { addRoute } from "../kit/router.js";

/** Swagger UI (Apache-2.0), served from the installed package: our pages load nothing from elsewhere. */
const ASSETS: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};

/** For this page only: Swagger UI sets styles on its elements. */
const PAGE_POLICY = pagePolicy("'self' 'unsafe-inline'");

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Attendant: the interface</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <script src="/docs/colours.js"></script>
  </head>
  <body>
    <div id="interface"></div>
    <noscript>This page needs JavaScript. The interface is described in <a href="/openapi.json">openapi.json</a>.</noscript>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/**
 * Swagger UI turns dark when its root element has this class. Runs before the body is shown, so that the page does not flash
 * white.
 */
const COLOURS = `const dark = matchMedia("(prefers-color-scheme: dark)");
const show = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", show);
show();
`;

/** `validatorUrl: null` keeps Swagger UI from sending the document to a server on the internet. */
const START = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#interface",
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
});
`;

/** `GET /openapi.json`, and `GET /docs`, a page to read it and try it out. Neither needs a key. */
export function docsRouter(document: JsonSchema): Router {
  const router = Router();
  const text = JSON.stringify(document);
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const asset =
    (name: string, type: string): RequestHandler =>
    (_req, res, next) => {
      res.set({ "Content-Type": type, "Cache-Control": "public, max-age=3600" });
      res.sendFile(join(folder, name), { cacheControl: false, dotfiles: "allow" }, (error) => error && next(error));
    };

  addRoute(router, "/openapi.json", { get: (_req, res) => void res.type("application/json").send(text) });
  addRoute(router, "/docs", {
    get: (_req, res) => void res.set("Content-Security-Policy", PAGE_POLICY).type("html").send(PAGE),
  });
  for (const [name, script] of Object.entries({ "start.js": START, "colours.js": COLOURS })) {
    addRoute(router, `/docs/${name}`, { get: (_req, res) => void res.type("text/javascript").send(script) });
  }
  for (const [name, type] of Object.entries(ASSETS)) addRoute(router, `/docs/${name}`, { get: asset(name, type) });
  return router;
}
