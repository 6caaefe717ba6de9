import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Check, fault, good, unchecked } from "../../../src/doctor/check.js";
import { examine } from "../../../src/doctor/examine.js";
import type { Installation } from "../../../src/doctor/installation.js";

const installation = { settingFaults: ["LLM_MODEL"] } as unknown as Installation;
const check = (name: string, more: Partial<Check> = {}): Check => ({
  name,
  title: name.toUpperCase(),
  remedies: [[/broken/, "Mend it"]],
  look: async () => good("It works."),
  ...more,
});
const examined = async (...checks: Check[]) => {
  const { results, ok } = await examine(installation, checks, AbortSignal.timeout(5_000));
  return { ok, states: results.map(({ state }) => state), results };
};

describe("an examination", () => {
  it("blames what is broken, with what to do, and looks at nothing that hangs on it", async () => {
    const broken = check("a", { look: async () => fault("It is broken.") });
    const { ok, states, results } = await examined(
      broken,
      check("b", { needs: ["a"] }),
      check("c", { needs: ["b"] }),
      check("d"),
    );
    assert.equal(ok, false);
    assert.deepEqual(states, ["fault", "unchecked", "unchecked", "good"]);
    assert.equal(results[0]?.remedy, "Mend it");
    assert.deepEqual([results[1]?.because, results[2]?.because], [["a"], ["a"]]);
    assert.equal(results[2]?.detail, "Not checked because of: A.");
  });

  it("does not look with a setting that is faulty", async () => {
    const { states, results } = await examined(check("a", { settings: ["LLM_"] }), check("b", { settings: ["TTS_"] }));
    assert.deepEqual(states, ["unchecked", "good"]);
    assert.deepEqual(results[0]?.because, ["LLM_MODEL"]);
  });

  it("goes on behind a link that was not looked at for a reason of its own", async () => {
    const { states } = await examined(
      check("a", { look: async () => unchecked("Not here.") }),
      check("b", { needs: ["a"] }),
    );
    assert.deepEqual(states, ["unchecked", "good"]);
  });

  it("takes a look that throws, or that does not end, for a fault", async () => {
    const { states, results } = await examined(
      check("a", { look: () => Promise.reject(new Error("it is broken")) }),
      check("b", { deadlineMs: 20, look: () => new Promise(() => {}) }),
    );
    assert.deepEqual(states, ["fault", "fault"]);
    assert.equal(results[0]?.detail, "It is broken.");
    assert.match(results[1]?.detail ?? "", /took more than 20 ms/);
  });
});
