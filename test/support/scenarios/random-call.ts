import type { ModelOutput } from "../../../src/language/ports.js";
import type { Tool } from "../../../src/toolbox/tool.js";
import { says } from "../backends/says.js";
import { calls } from "../fakes/fake-model.js";
import { passing, STALL } from "../fakes/requests.js";
import { type RecogniserNeeds, silence } from "../fakes/talk.js";
import { seeded } from "../rest-fuzzer.js";
import { clicks, concat, cough, dtmf, hum, pinkNoise } from "../listening/sounds.js";
import type { Recogniser } from "../../../src/speech/ports.js";
import type { Sound } from "./caller-track.js";
import { trailingRecogniser } from "./realtime.js";
import { startVirtualCall } from "./virtual-call.js";

const SENTENCES = [
  "What time is it?",
  "Set a timer for ten minutes, please.",
  "No.",
  "Well, I would like to speak to somebody about my order.",
];

/** How a recogniser does with what somebody said. */
const RECOGNITIONS = ["right", "right", "right", "right", "empty", "late", "never", "fails"] as const;
type Recognition = (typeof RECOGNITIONS)[number];

/** How a realtime session does with what was committed. */
const ENDINGS = ["usual", "usual", "late", "never", "other", "fails", "breaks"] as const;

/**
 * A call in which everything goes as the seed has it, with what is needed to judge it.
 *
 * @param isRealtime whether its words come from realtime sessions, and what those do not have from requests for the whole
 */
export async function startRandomCall(seed: number, isRealtime = false) {
  const next = seeded(seed);
  const below = (n: number) => Math.floor(next() * n);
  const oneOf = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const sentences = await Promise.all(SENTENCES.map((text) => says(text)));
  const listening = await says("Okay.");

  /** How often a tool ran for each thing that was asked. */
  const runs = new Map<string, number>();
  const tool: Tool = {
    name: "NOTE",
    description: "Notes down what was asked.",
    parameters: { asked: { type: "string", description: "What was asked.", required: true } },
    async execute({ asked }) {
      const id = String(asked);
      runs.set(id, (runs.get(id) ?? 0) + 1);
      await passing(oneOf([0, 0, 300, 2_500]));
      return { status: "SUCCESS", message: `Noted as number ${runs.size}.` };
    },
  };

  const call = await startVirtualCall({ seed, tools: [tool], ...(isRealtime && { recogniser: inRealtime }) });
  const { talk, track, clock } = call;

  /** What was asked, by the word that stands for it, and how each request for it goes. */
  const asked = new Map<Sound, { readonly part: Recognition; readonly whole: Recognition; readonly word: string }>();
  /** Of which a recogniser has given words, or could give none at all: it has to be answered. */
  const owed = new Set<Sound>();

  /** What was said in the sound: that of which the middle is there. */
  function soundsIn(samples: Int16Array): Sound[] {
    const there = track.placesOf(samples);
    return track.sounds.filter(({ at, samples: { length }, text }) => {
      const middle = Math.floor((at + length / 32) / 20);
      return text && [middle - 1, middle, middle + 1].some((place) => there.has(place));
    });
  }

  talk.stt.script = (samples) => {
    const parts = soundsIn(samples);
    const last = parts.at(-1);
    if (!last) return [passing(oneOf([100, 300, 900])), ""];
    const isOver = last.at + last.samples.length / 16 < track.ms - 500;
    const how = asked.get(last)?.[isOver ? "whole" : "part"] ?? "right";
    const text = parts.map((sound) => sound.text).join(" ");
    if (asked.has(last) && how !== "empty") owed.add(last);
    if (how === "never") return [STALL];
    if (how === "fails") return [passing(oneOf([0, 500])), new Error("no recogniser")];
    return [passing(how === "late" ? 1_000 + below(3_000) : oneOf([50, 300, 600])), how === "empty" ? "" : text];
  };

  /** How often words are being waited for from sessions. */
  let transcribing = 0;
  /** Sessions that understand the truth, as far as it is asked for; it comes in whatever way. */
  function inRealtime({ stt, scope }: RecogniserNeeds): Recogniser {
    const recogniser = trailingRecogniser(stt, scope, {
      trailMs: oneOf([100, 250, 600]),
      understand(samples) {
        const parts = soundsIn(samples);
        for (const sound of parts) if (asked.has(sound)) owed.add(sound);
        return parts.map((sound) => sound.text).join(" ");
      },
      // With a question mark, or "please", they may be all: replies are begun with them, right or wrong.
      partials: (words) =>
        oneOf([
          [words],
          [`${words}?`],
          [`${words}?`, `${words} please`, words],
          [`${words} please`, `${words}?`],
          [`${words} please`],
          [],
          ["something else?"],
          [words.slice(0, 2)],
        ]),
      async finish(words, usual, breakOff) {
        const ending = oneOf(ENDINGS);
        if (ending === "breaks") breakOff();
        if (ending === "fails") throw new Error("did not understand it");
        if (ending === "late") await passing(1_000);
        if (ending === "never") await STALL;
        await usual;
        return ending === "other" && words ? `${words} indeed` : words;
      },
    });
    return {
      ...recogniser,
      transcribe(speech, signal, tellSoFar) {
        transcribing++;
        return recogniser.transcribe(speech, signal, tellSoFar).finally(() => transcribing--);
      },
    };
  }

  let replies = 0;
  /** To what words the model wrote each reply, by its number. */
  const answered = new Map<number, string>();
  talk.model.script = (messages) => {
    const last = messages.at(-1);
    const thinks = passing(oneOf([0, 300, 900, 4_000]));
    const reply = ++replies;
    answered.set(reply, messages.findLast(({ role }) => role === "user")?.content ?? "");
    const text = Array.from({ length: 1 + below(4) }, (_, i) => `Reply ${reply} part ${i + 1}. `);
    if (last?.role === "tool") return [thinks, ...text];
    const way = below(12);
    if (way === 0) return [STALL];
    if (way === 1) return [thinks, new Error("no model")];
    if (way === 2) return [thinks];
    if (way === 3) return [thinks, text[0] ?? "", STALL];
    if (way === 4) return [thinks, text[0] ?? "", new Error("model broke off")];
    if (way < 9) {
      const wanted: ModelOutput = calls("NOTE", { asked: last?.content ?? "" });
      return below(2) ? [thinks, "Let me see. ".replace("see", `see ${reply}`), wanted] : [thinks, wanted];
    }
    return [thinks, ...text];
  };

  talk.voice.script = () => {
    const way = below(20);
    if (way === 0) return [STALL];
    if (way === 1) return [new Error("no voice")];
    if (way === 2) return [200, new Error("voice broke off")];
    if (way === 3) return [200, passing(1_500), 800];
    return [passing(oneOf([0, 100, 400])), 200, 200, 200, 200, 200];
  };

  const noises = [
    () => cough(150 + below(300), -22, seed),
    () => clicks(800, 200),
    () => pinkNoise(400 + below(2_000), -40 + below(15), seed),
    () => hum(2_000, -35),
    () => dtmf("5", 200, -20),
    () => (sentences[0] as Int16Array).slice(0, 4_000),
  ];

  /** Says or does something. */
  function act(): void {
    const what = below(10);
    if (what < 6) {
      const word = `ask${asked.size + 1}`;
      const plain = oneOf(sentences);
      const samples = below(4) === 0 ? concat(plain, silence(oneOf([300, 500])), oneOf(sentences)) : plain;
      const sound = { at: track.ms, samples, text: word };
      asked.set(sound, { part: oneOf(RECOGNITIONS), whole: oneOf(RECOGNITIONS), word });
      track.add(sound);
    } else if (what === 6) track.add({ at: track.ms, samples: listening, text: "okay" });
    else if (what < 9) track.add({ at: track.ms, samples: oneOf(noises)() });
    else talk.line.presses(oneOf(["1", "5", "0", "#"]));
  }

  return {
    ...call,
    /** Whether words are being waited for. */
    get isJudging() {
      return transcribing > 0 || talk.stt.requests.some(({ open }) => open);
    },
    runs,
    answered: answered as ReadonlyMap<number, string>,
    owed: owed as ReadonlySet<Sound>,
    asked,
    /** Something is done again and again, until so many ms have passed or `isOver`. */
    async lives(ms: number, isOver: () => boolean, check: () => void): Promise<void> {
      let nextAct = 300 + below(2_000);
      while (track.ms < ms && !isOver()) {
        if (track.ms >= nextAct) {
          act();
          const { at = 0, samples = silence(0) } = track.sounds.at(-1) ?? {};
          // Mostly something follows soon; now and then nothing for so long that the caller is asked whether they are there.
          nextAct =
            Math.max(track.ms, at + samples.length / 16) + oneOf([100, 500, 900, 1_500, 2_000, 3_000, 6_000, 17_000]);
        }
        await clock.runs(20);
        check();
      }
    },
  };
}

export type RandomCall = Awaited<ReturnType<typeof startRandomCall>>;
