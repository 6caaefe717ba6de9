import assert from "node:assert/strict";
import { test } from "node:test";
import { readGreeting } from "../../../../src/turn-taking/pick-up/read-greeting.js";
import { DE } from "../../../scenarios/greetings/de.js";
import { EN } from "../../../scenarios/greetings/en.js";
import { ES } from "../../../scenarios/greetings/es.js";
import { FR } from "../../../scenarios/greetings/fr.js";
import { IT } from "../../../scenarios/greetings/it.js";
import type { Greeting } from "../../../scenarios/greetings/greeting.js";

const ALL: Readonly<Record<string, readonly Greeting[]>> = { en: EN, de: DE, es: ES, fr: FR, it: IT };

for (const [language, greetings] of Object.entries(ALL)) {
  test(`greetings of the tuned half are read as who says them in ${language}`, () => {
    const wrong: string[] = [];
    for (const [index, [who, ...heard]] of greetings.entries()) {
      if (index % 2 === 1) continue; // Held out: see test/flows/greetings.test.ts.
      const texts = heard.filter((piece) => typeof piece === "string");
      if (texts.length === 0) continue;
      const all = texts.join(" ");
      const { who: read } = readGreeting({ all, last: texts.at(-1) ?? "", isComplete: true }, { language });
      if ((read ?? "human") !== who) wrong.push(`${who} ${read}: ${all}`);
    }
    assert.deepEqual(wrong, []);
  });
}
