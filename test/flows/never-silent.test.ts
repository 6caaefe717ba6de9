import assert from "node:assert/strict";
import { test } from "node:test";
import { type RandomCall, startRandomCall } from "../support/scenarios/random-call.js";
import { FULL } from "../support/form.js";
import { IDLE_MS } from "../support/fakes/talk.js";

/** A call with a fault is told by its seed: SEED=… CALLS=1 has it again. */
const FIRST_SEED = Number(process.env.SEED ?? 1);
const CALLS = Number(process.env.CALLS ?? (FULL ? 200 : 20));
const CALL_MS = 25_000;

/** A caller who has said something hears something within this, ms. */
const MAX_SILENCE_MS = 3_000;
/** What is heard when nothing was understood comes so much later than the idle timeout at most, ms. */
const IDLE_SLACK_MS = 5_000;

for (const [mode, calls] of [
  ["batch", CALLS],
  ["realtime", Math.ceil(CALLS / 2)],
] as const) {
  test(`${calls} calls in which anything may happen, in ${mode} mode`, async () => {
    const faults: string[] = [];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + calls; seed++) {
      const found = await faultsOf(seed, mode === "realtime");
      if (found.length > 0) faults.push(`SEED=${seed} CALLS=1: ${found.join("; ")}`);
    }
    assert.deepEqual(faults, []);
  });
}

async function faultsOf(seed: number, isRealtime: boolean): Promise<string[]> {
  const call = await startRandomCall(seed, isRealtime);
  const { talk, track } = call;
  const faults = new Map<string, string>();
  const fault = (name: string, detail: string) => {
    if (!faults.has(name)) faults.set(name, `${name} at ${track.ms} ms: ${detail}`);
  };
  let silentMs = 0;
  let pausedMs = 0;
  await call.lives(
    CALL_MS,
    () => call.ended() !== "still going on",
    () => {
      const isCaller = track.sounds.some(
        ({ at, samples }) => at < track.ms && track.ms - 20 < at + samples.length / 16,
      );
      silentMs = isCaller || call.played.at(-1) ? 0 : silentMs + 20;
      const limit = isOwed(call, silentMs) ? MAX_SILENCE_MS : IDLE_MS + IDLE_SLACK_MS;
      if (silentMs > limit) fault("silent", `for more than ${limit} ms`);

      pausedMs = talk.line.isPaused && !isCaller && !call.isJudging ? pausedMs + 20 : 0;
      if (pausedMs > 1_000) fault("paused", "and nothing is being judged");
    },
  );
  await call.end();
  for (const word of [...call.runs.keys()].flatMap((said) => said.split(" "))) {
    const times = [...call.runs].filter(([said]) => said.split(" ").includes(word)).reduce((sum, [, n]) => sum + n, 0);
    if (/^ask/.test(word) && times > 1) fault("acted twice", word);
  }
  const heard = new Map<string, number>();
  for (const { text, ms } of talk.voice.read(talk.line.heard)) heard.set(text, (heard.get(text) ?? 0) + ms);
  for (const [text, ms] of heard) if (/^(Reply|Let|Noted)/.test(text) && ms > 1_000) fault("said twice", text);
  const known = talk.transcript.entries.flatMap((entry) => (entry.who === "caller" ? plain(entry.text) : []));
  for (const reply of heard.keys()) {
    const words = call.answered.get(Number(/^Reply (\d+)/.exec(reply)?.[1]));
    if (words !== undefined && !known.includes(plain(words))) fault("answered what was not said", words);
  }
  for (const { msg } of talk.events("turn_failed")) fault("broke off", msg);
  if (call.ended() === "failed") fault("failed", "the conversation threw");
  try {
    talk.assertNothingLeft();
  } catch (error) {
    fault("left", String((error as Error).message));
  }
  return [...faults.values()];
}

/** Words as they are, however they are written. */
function plain(words: string): string {
  return words.replace(/[?.]/g, "");
}

/** Whether what the caller said last has to be answered, and nothing was heard since. */
function isOwed({ owed, track }: RandomCall, silentMs: number): boolean {
  const silentSince = track.ms - silentMs;
  const last = track.sounds.findLast(({ at }) => at < track.ms);
  return !!last && owed.has(last) && last.at + last.samples.length / 16 >= silentSince - 20;
}
