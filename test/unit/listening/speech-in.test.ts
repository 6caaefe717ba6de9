import assert from "node:assert/strict";
import { test } from "node:test";
import { samplesIn } from "../../../src/audio/pcm.js";
import { hasSyllables } from "../../../src/listening/speech-in.js";
import { TUNED } from "../../support/listening/casts.js";
import { atLevel, concat, silence } from "../../support/listening/sounds.js";
import { speechOf } from "../../support/scenarios/real-voice.js";

/** As much as is heard when nothing is known yet of what sounds over a reply, with what came before it. */
const HEARD_MS = 700;
const beginningOf = (sound: Int16Array) => concat(silence(500), sound.subarray(0, samplesIn(HEARD_MS)));

test("the beginnings of long words are like words, whoever says them", () => {
  const words = ["representative", "appointment", "actually", "that is wrong", "unfortunately I can not"];
  const all = words.flatMap((word) => TUNED.callers.map((voice) => atLevel(speechOf(word, voice), -26)));
  const like = all.filter((sound) => hasSyllables(beginningOf(sound)));
  assert.ok(like.length >= 0.9 * all.length, `${like.length} of ${all.length}`);
});

for (const noise of ["cough", "door", "typing", "breath", "music", "hum", "comfort noise"] as const) {
  test(`${noise} is not like words`, () => {
    const all = Array.from({ length: 20 }, (_, trial) => TUNED.noises[noise](trial + 1));
    const like = all.filter((sound) => hasSyllables(beginningOf(sound)));
    assert.ok(like.length <= 1, `${like.length} of ${all.length}`);
  });
}
