import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_MS, samplesIn } from "../../src/audio/pcm.js";
import { passing } from "../support/fakes/requests.js";
import { HELD_OUT_NOISES } from "../support/listening/held-out-noises.js";
import { type NoiseName, NOISES } from "../support/listening/noises.js";
import { ODD_NOISES } from "../support/listening/odd-noises.js";
import { atLevel, concat, silence } from "../support/listening/sounds.js";
import type { Voice } from "../support/listening/voices.js";
import { realVoice, sentenceSound, speechOf } from "../support/scenarios/real-voice.js";
import { recognise } from "../support/scenarios/recogniser.js";
import { startVirtualCall } from "../support/scenarios/virtual-call.js";

/** A recogniser that finds words in noise, as whisper does: these came back for typing, a breath, hum and a cough. */
const INVENTED = ["I'm sorry, I'm sorry.", "You", "Thank you.", "Thank you for watching!", "Oh", "Bye.", "BOOM! BOOM!"];
const RECOGNISED_MS = 300;
const CALLER_DBFS = -26;
const QUESTION = "When do you open on Saturday";
const REPLY = ["We open at ten on Saturday.", "There is room for your car behind the house."];
const REPLY_MS = REPLY.reduce((ms, text) => ms + sentenceSound(text, "slt").length / samplesIn(1), 0);
/** Between the sentences of a reply, ms. */
const MAX_GAP_MS = 150;
const KINDS = ["door", "typing", "breath", "hum", "comfort noise", "keys"] as const satisfies readonly NoiseName[];
const SOUNDS: Readonly<Record<string, Int16Array>> = {
  ...Object.fromEntries(KINDS.map((kind) => [kind, NOISES[kind](3)])),
  ...Object.fromEntries(KINDS.map((kind) => [`another ${kind}`, HELD_OUT_NOISES[kind](2)])),
  "a dog": ODD_NOISES.dog(1),
  "the wind": ODD_NOISES.wind(2),
  "a handset that is moved": ODD_NOISES.handling(1),
  "a siren": ODD_NOISES.siren(2),
};

for (const [name, whole] of Object.entries(SOUNDS)) {
  const sound = whole.subarray(0, samplesIn(1_500));
  test(`${name} is not answered, whatever words a recogniser finds in it`, async () => {
    const call = await startHeard();
    call.track.add({ at: call.now, samples: concat(sound, silence(800), sound) });
    await call.clock.runs((2 * sound.length) / samplesIn(1) + 4_000);
    assert.deepEqual([call.talk.model.requests.length, call.ended()], [0, "still going on"]);
    assert.deepEqual(
      call.talk.transcript.entries.filter(({ who }) => who === "caller"),
      [],
    );
    await call.end();
  });

  test(`${name} does not cut a reply`, async () => {
    const call = await startHeard();
    await ask(call, QUESTION, "slt");
    await call.clock.runsUntil(() => call.talk.line.queuedMs > 0, 5_000);
    const from = call.played.length;
    call.track.add({ at: call.now + 500, samples: sound });
    await call.clock.runs(REPLY_MS + 2_000);
    const reply = call.played.slice(from, call.played.lastIndexOf(true) + 1);
    assert.ok(reply.length >= REPLY_MS / FRAME_MS - 1, "all of it is heard");
    assert.ok(reply.filter((isHeard) => !isHeard).length * FRAME_MS <= MAX_GAP_MS, "and it is not held up");
    assert.deepEqual(call.talk.model.requests.length, 1);
    await call.end();
  });
}

for (const said of ["You", "Bye", "Thank you", "Thanks for watching the door"]) {
  test(`"${said}" is answered when a person says it`, async () => {
    for (const voice of ["slt", "en-us+f3", "en-gb-x-rp+m7"] as const) {
      const call = await startHeard();
      await ask(call, said, voice);
      await call.clock.runsUntil(() => call.talk.model.requests.length > 0, 5_000);
      assert.ok(call.talk.history.includes(`user ${said}`), `${voice}: ${call.talk.history}`);
      await call.end();
    }
  });
}

type Call = Awaited<ReturnType<typeof startHeard>>;

async function ask(call: Call, text: string, voice: Voice): Promise<void> {
  const samples = atLevel(speechOf(text, voice), CALLER_DBFS);
  call.track.add({ at: call.track.ms, samples, text });
  await call.clock.runs(samples.length / samplesIn(1));
}

/** A call after its greeting, with a recogniser that understands speech, and invents words where there is none. */
async function startHeard() {
  const call = await startVirtualCall({ seed: 1, tts: realVoice(100, "slt") });
  let invented = 0;
  call.talk.stt.script = (samples) => [
    passing(RECOGNISED_MS),
    recognise(samples, call.track) || (INVENTED[invented++ % INVENTED.length] as string),
  ];
  call.talk.model.script = () => [passing(RECOGNISED_MS), REPLY.join(" ")];
  await call.clock.runs(2_500);
  return call;
}
