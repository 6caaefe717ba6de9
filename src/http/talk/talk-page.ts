import { readFileSync } from "node:fs";
import { Router } from "express";
import { pagePolicy } from "../kit/security-headers.js";
import { addRoute } from "../kit/router.js";

const meter = (whose: string, side: "caller" | "assistant", name: string, label: string) =>
  `<div id="${whose}-level" class="level ${side}" role="meter" aria-label="${label}" aria-valuemin="-70" aria-valuemax="0" aria-valuenow="-70" aria-valuetext="silent">
            <span class="level-name">${name}</span>
            <span class="level-track"><span id="${whose}-bar" class="level-bar"></span></span>
          </div>`;

/** Uses the console's style sheet if the console is built; the page works without it. */
const page = (styleSheet: string | undefined) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Talk to the assistant</title>
    <link rel="icon" href="data:,">
    ${styleSheet ? `<link rel="stylesheet" href="${styleSheet}">` : ""}
    <script type="module" src="/talk/talk.mjs"></script>
  </head>
  <body>
    <main class="talk">
      <p class="back"><a href="/console/">Console</a></p>
      <h1>Talk to the assistant</h1>
      <noscript>This page needs JavaScript.</noscript>
      <form id="key-form" class="card sheet" hidden>
        <div class="field">
          <label for="key">API key with the scope talk</label>
          <input id="key" type="password" autocomplete="off" required>
        </div>
        <button>Use this key</button>
      </form>
      <div class="card sheet">
        <p id="state" class="verdict" role="status"></p>
        <div class="levels">
          ${meter("own", "caller", "You", "Your level")}
          ${meter("other", "assistant", "Assistant", "Level of the assistant")}
        </div>
        <button id="talk" class="main" type="button" disabled>Talk</button>
      </div>
      <section aria-labelledby="words-title">
        <h2 id="words-title">What was said</h2>
        <ol id="words" class="transcript" aria-live="polite"></ol>
      </section>
      <section aria-labelledby="keys-title">
        <h2 id="keys-title">Keys of the telephone</h2>
        <div id="keys" class="keypad"></div>
      </section>
    </main>
  </body>
</html>
`;

/** The files of the folder `page`: for browsers, type-checked separately (`page/tsconfig.json`), and served unchanged. */
const SCRIPTS = ["talk.mjs", "level-meter.mjs", "words.mjs", "sound.mjs", "playout.mjs", "resampler.mjs"];

/**
 * `GET /talk`, a page to talk to the assistant. It needs no key and contains no private data; its requests need one.
 *
 * @param styleSheet the address of the console's; undefined when there is none
 */
export function talkPage(styleSheet: string | undefined): Router {
  const router = Router();
  const add = (path: string, type: string, body: string) =>
    addRoute(router, path, {
      get: (_req, res) => void res.set("Content-Security-Policy", pagePolicy()).type(type).send(body),
    });
  add("/talk", "html", page(styleSheet));
  for (const name of SCRIPTS) {
    add(`/talk/${name}`, "text/javascript", readFileSync(new URL(`page/${name}`, import.meta.url), "utf8"));
  }
  return router;
}
