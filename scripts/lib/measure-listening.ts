/**
 * Measures how well callers are heard, and prints the tables of docs/conversation.md (takes half a minute).
 *   node scripts/lib/compiled/run.mjs scripts/lib/measure-listening.ts
 */

import { LISTENING_DEFAULTS } from "../../src/listening/utterances.js";
import { createVoiceActivity, type Strictness } from "../../src/listening/voice-activity.js";
import {
  babble,
  conversation,
  listenTo,
  sounds,
  type Spoken,
  spreadOf,
  type Told,
  utterancesIn,
} from "../../test/support/index.js";

const SPEECH_DBFS = -26;
const NOISES = {
  white: sounds.whiteNoise,
  pink: sounds.pinkNoise,
  fan: sounds.fan,
  hum: sounds.hum,
  babble,
};
const OPEN_GATE = { isOpen: () => true, isNoisy: false };

async function hear(sound: Int16Array, strictness: Strictness, gated: boolean): Promise<Told[]> {
  return listenTo(sound, await createVoiceActivity(gated ? { strictness } : { strictness, gate: OPEN_GATE }));
}

interface Score {
  missed: number;
  split: number;
  spurious: number;
  clipped: number;
  endless: number;
  readonly onsets: number[];
  readonly bargeIns: number[];
  readonly endpoints: number[];
}

const newScore = (): Score => ({
  missed: 0,
  split: 0,
  spurious: 0,
  clipped: 0,
  endless: 0,
  onsets: [],
  bargeIns: [],
  endpoints: [],
});

function judge(spoken: readonly Spoken[], told: readonly Told[], score: Score): Score {
  const { preRollMs, bargeInMs, endpointSilenceMs } = LISTENING_DEFAULTS;
  const unexplained = new Set(utterancesIn(told));
  const utterances = [...unexplained];
  for (const { from, to } of spoken) {
    const found = utterances.filter(({ startedAt, endedAt }) => startedAt < to + 100 && endedAt > from - 100);
    for (const utterance of found) unexplained.delete(utterance);
    const [first, last] = [found[0], found.at(-1)];
    if (!first || !last) {
      score.missed++;
      continue;
    }
    if (found.length > 1) score.split++;
    if (first.startedAt - preRollMs > from) score.clipped++;
    if (last.at - to > endpointSilenceMs + 500) score.endless++;
    score.onsets.push(first.startedAt - from);
    score.endpoints.push(last.at - to - endpointSilenceMs);
    const voice = told.find(({ at, heard }) => heard.kind === "voice" && at > from && at < to + 400);
    if (voice) score.bargeIns.push(voice.at - from - bargeInMs);
  }
  score.spurious += unexplained.size;
  return score;
}

function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  console.log([line(head), line(head.map(() => "---")), ...rows.map(line), ""].join("\n"));
}

const clean = conversation(SPEECH_DBFS);
const quiet = conversation(-45);
const scenes = new Map<string, Int16Array>([
  ["clean", clean.sound],
  ["quiet, -45 dBFS", quiet.sound],
  ["telephone band", sounds.telephoneBand(clean.sound)],
]);
for (const [name, noise] of Object.entries(NOISES)) {
  for (const snr of [20, 10, 5]) {
    scenes.set(`${name} ${snr} dB`, sounds.mix(clean.sound, noise(20_000, SPEECH_DBFS - snr)));
  }
}
const pinkTelephone = sounds.telephoneBand(sounds.mix(clean.sound, sounds.pinkNoise(20_000, SPEECH_DBFS - 10)));
scenes.set("telephone band, pink 10 dB", pinkTelephone);

const MINUTE = 60_000;
const noises = new Map<string, Int16Array>([
  ["silence", sounds.silence(MINUTE)],
  ["white -40", sounds.whiteNoise(MINUTE, -40)],
  ["white -30", sounds.whiteNoise(MINUTE, -30)],
  ["pink -40", sounds.pinkNoise(MINUTE, -40)],
  ["pink -30", sounds.pinkNoise(MINUTE, -30)],
  ["fan -40", sounds.fan(MINUTE, -40)],
  ["hum 50 Hz -30", sounds.hum(MINUTE, -30)],
  ["hum 60 Hz -40", sounds.hum(MINUTE, -40, 60)],
  ["clicks, 1 a second", sounds.clicks(MINUTE, 1_000)],
  ["clicks, 7 a second", sounds.clicks(MINUTE, 150)],
  [
    "key presses, 100 ms",
    sounds.concat(...[..."0123456789*#"].flatMap((key) => [sounds.silence(4_900), sounds.dtmf(key, 100, -15)])),
  ],
  [
    "key presses, 400 ms",
    sounds.concat(...[..."0123456789*#"].flatMap((key) => [sounds.silence(4_600), sounds.dtmf(key, 400, -15)])),
  ],
  [
    "coughs, 12 a minute",
    sounds.concat(...Array.from({ length: 12 }, (_, i) => [sounds.silence(4_700), sounds.cough(300, -20, i)]).flat()),
  ],
  ["babble -60", babble(MINUTE, -60)],
  ["babble -50", babble(MINUTE, -50)],
  ["babble -40", babble(MINUTE, -40)],
]);

console.log(
  `${clean.spoken.length} utterances in each scene. Times in ms: median / 95th (barge-in: 90th) percentile.\n`,
);
const byScene: (string | number)[][] = [];
for (const [name, sound] of scenes) {
  const score = judge(clean.spoken, await hear(sound, 2, true), newScore());
  const { missed, split, spurious, clipped, endless, onsets, bargeIns, endpoints } = score;
  const times = [spreadOf(onsets, 0.95), `${spreadOf(bargeIns, 0.9)} (${bargeIns.length})`, spreadOf(endpoints, 0.95)];
  byScene.push([name, missed, split, spurious, clipped, endless, ...times]);
}
const columns = ["missed", "split", "spurious", "clipped", "no endpoint"];
printTable(["scene", ...columns, "first voiced frame", "`voice` after bargeInMs", "endpoint after silence"], byScene);

const byStrictness: (string | number)[][] = [];
const falseStarts: (string | number)[][] = [...noises.keys()].map((name) => [name]);
for (const gated of [false, true]) {
  for (const strictness of [0, 1, 2, 3] as const) {
    for (const group of [
      /^clean|^quiet|^telephone band$/,
      /(white|pink|fan|hum) 20/,
      /(white|pink|fan|hum) 10/,
      /(white|pink|fan|hum) 5/,
    ]) {
      const score = newScore();
      for (const [name, sound] of scenes)
        if (group.test(name)) judge(clean.spoken, await hear(sound, strictness, gated), score);
      const { missed, split, spurious, clipped, endless, onsets, bargeIns, endpoints } = score;
      const of = onsets.length + missed;
      const snr = /\d+$/.exec(group.source)?.[0] ?? "clean";
      const times = [spreadOf(onsets, 0.95), spreadOf(bargeIns, 0.9), spreadOf(endpoints, 0.95)];
      byStrictness.push([
        strictness,
        gated ? "yes" : "no",
        snr,
        of,
        missed,
        split,
        spurious,
        clipped,
        endless,
        ...times,
      ]);
    }
    for (const [i, [, minute]] of [...noises].entries()) {
      const minutes = 6;
      const told = await hear(sounds.concat(...Array.from({ length: minutes }, () => minute)), strictness, gated);
      const perHour = (kind: string) => (told.filter(({ heard }) => heard.kind === kind).length * 60) / minutes;
      falseStarts[i]?.push(`${perHour("voice")} / ${perHour("utterance")}`);
    }
  }
}
printTable(
  ["strictness", "gate", "SNR dB", "of", ...columns, "first voiced frame", "`voice`", "endpoint"],
  byStrictness,
);
const settings = ["no gate", "gate"].flatMap((gate) => [0, 1, 2, 3].map((strictness) => `${strictness}, ${gate}`));
printTable(["`voice` / `utterance` an hour", ...settings], falseStarts);
