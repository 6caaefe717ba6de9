import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { EN } from "../../../src/locales/en/locale.js";
import { createJoke } from "../../../tools/joke.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";

/** Somebody in a call who asks for jokes. */
function listener(random?: () => number) {
  const toolbox = createToolbox([createJoke(random && { random })], { timeoutMs: 1000 });
  const environment = toolEnvironment({ memories: new Map() });
  return (parameters: object = {}) => toolbox.execute("JOKE", parameters, environment);
}

const JOKES = EN.jokes;
const everyJoke = Object.values(JOKES).flat();

describe("JOKE", () => {
  it("has at least fifteen of each kind, all different, short and fit for a voice", () => {
    for (const [kind, jokes] of Object.entries(JOKES)) assert.ok(jokes.length >= 15, kind);
    assert.equal(new Set(everyJoke).size, everyJoke.length);
    for (const joke of everyJoke) {
      assert.ok(joke.length <= 180, joke);
      assert.match(joke, /^[A-Z][^<>*_#`\d]*[.!?]$/);
    }
  });

  for (const category of ["general", "tech", "dad"] as const) {
    it(`tells every ${category} joke before any comes again, then says so and starts over`, async () => {
      const ask = listener();
      const heard: string[] = [];
      for (const _ of JOKES[category]) {
        const { status, message, data } = await ask({ category });
        assert.deepEqual([status, data?.category, data?.all_told], ["SUCCESS", category, false]);
        heard.push(message);
      }
      assert.deepEqual([...heard].sort(), [...JOKES[category]].sort());
      const again = await ask({ category });
      assert.match(
        again.message,
        new RegExp(`^You have heard all my ${category} jokes, so I will start again\\. [A-Z]`),
      );
      assert.notEqual(again.data?.joke, heard.at(-1));
      const next = await ask({ category });
      assert.doesNotMatch(next.message, /You have heard all/);
      assert.notEqual(next.message, again.data?.joke);
    });
  }

  it("tells any kind unless one is asked for, and repeats none of them, however they are asked for", async () => {
    const ask = listener();
    const heard = new Set<string>();
    for (let n = 0; n < everyJoke.length; n++) heard.add((await ask(n % 3 === 0 ? { category: "any" } : {})).message);
    assert.equal(heard.size, everyJoke.length);
    assert.match((await ask({ category: "tech" })).message, /^You have heard all my tech jokes/);
    assert.match((await ask({ category: "dad" })).message, /^You have heard all my dad jokes/);
  });

  it("keeps one call's jokes from another's", async () => {
    const first = listener(() => 0);
    const second = listener(() => 0);
    assert.equal((await first()).message, (await second()).message);
  });

  it("stays within its jokes wherever chance falls", async () => {
    assert.equal((await listener(() => 1 - Number.EPSILON / 2)({ category: "dad" })).message, JOKES.dad.at(-1));
  });

  it("knows no other kinds", async () => {
    for (const category of ["rude", "", "__proto__", 7])
      assert.equal((await listener()({ category })).status, "FAILED");
  });
});
