import { readFileSync } from "node:fs";
import { Router } from "express";
import { pagePolicy } from "../kit/page-policy.js";
import { addRoute } from "../kit/router.js";

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Talk to the assistant</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/talk/talk.css">
    <script type="module" src="/talk/talk.mjs"></script>
  </head>
  <body>
    <main>
      <h1>Talk to the assistant</h1>
      <noscript>This page needs JavaScript.</noscript>
      <form id="key-form" hidden>
        <label for="key">API key with the scope talk</label>
        <input id="key" type="password" autocomplete="off" required>
        <button>Use this key</button>
      </form>
      <p><button id="talk" type="button" disabled>Talk</button></p>
      <p id="state" role="status"></p>
      <p><label>Your microphone <meter id="level" min="0" max="1" value="0"></meter></label></p>
      <section aria-labelledby="keys-title">
        <h2 id="keys-title">Keys</h2>
        <div id="keys"></div>
      </section>
      <section aria-labelledby="words-title">
        <h2 id="words-title">What was said</h2>
        <ol id="words" aria-live="polite"></ol>
      </section>
    </main>
  </body>
</html>
`;

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 36rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.1rem; }
button, input { font: inherit; padding: 0.5rem 1rem; min-height: 2.75rem; }
label { display: block; }
meter { width: 12rem; }
#talk { font-size: 1.2rem; min-width: 10rem; }
#keys { display: grid; grid-template-columns: repeat(3, 4rem); gap: 0.5rem; }
#words { list-style: none; padding: 0; overflow-wrap: anywhere; }
#words li { margin: 0 0 0.5rem; padding: 0.5rem 0.75rem; border-inline-start: 0.25rem solid; }
`;

/** What is in the folder `page`: for browsers, checked by itself (`page/tsconfig.json`), and served as it is. */
const SCRIPTS = ["talk.mjs", "sound.mjs", "playout.mjs", "resampler.mjs"];

/** `GET /talk`, a page to talk to the assistant from. It needs no key, and holds nothing; what it asks for does. */
export function talkPage(): Router {
  const router = Router();
  const add = (path: string, type: string, body: string) =>
    addRoute(router, path, {
      get: (_req, res) => void res.set("Content-Security-Policy", pagePolicy()).type(type).send(body),
    });
  add("/talk", "html", PAGE);
  add("/talk/talk.css", "css", STYLE);
  for (const name of SCRIPTS) {
    add(`/talk/${name}`, "text/javascript", readFileSync(new URL(`page/${name}`, import.meta.url), "utf8"));
  }
  return router;
}
