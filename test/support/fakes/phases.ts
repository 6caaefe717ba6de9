import type { Tool } from "../../../src/toolbox/tool.js";
import { calls } from "./fake-model.js";
import { STALL } from "./requests.js";
import { IDLE_MS, type Talk } from "./talk.js";

/** A tool that is at work for ever. */
export const SLOW: Tool = { name: "SLOW", description: "Never ends.", execute: () => new Promise(() => {}) };

/** How to get a conversation, from its first moment, to each of the moments in which something may happen to it. Needs the tool SLOW. */
export const PHASES: Readonly<Record<string, (talk: Talk) => Promise<void>>> = {
  "the greeting": async () => {},
  listening: (talk) => talk.hearsAll(),
  "the caller's speech": async (talk) => {
    await talk.hearsAll();
    await talk.speaks();
  },
  "speech-to-text": async (talk) => {
    await talk.hearsAll();
    talk.stt.next(STALL);
    await talk.asks();
  },
  "the model": async (talk) => {
    await talk.hearsAll();
    talk.stt.next("hello");
    talk.model.next(STALL);
    await talk.asks();
  },
  "a tool": async (talk) => {
    await talk.hearsAll();
    talk.stt.next("hello");
    talk.model.next(calls("SLOW"));
    await talk.asks();
  },
  "text-to-speech": async (talk) => {
    await talk.hearsAll();
    talk.stt.next("hello");
    talk.model.next("Hi.");
    talk.voice.script = (text) => (text === "Hi." ? [STALL] : undefined);
    await talk.asks();
  },
  playback: async (talk) => {
    await talk.hearsAll();
    talk.stt.next("hello");
    talk.model.next("Hi. What now?");
    await talk.asks();
    await talk.hears(300);
  },
  "a barge-in": async (talk) => {
    await talk.hearsAll();
    talk.stt.next("hello");
    talk.model.next("Hi. What now?");
    await talk.asks();
    await talk.hears(300);
    await talk.speaks();
  },
  "the question whether they are there": async (talk) => {
    await talk.hearsAll();
    await talk.passes(IDLE_MS);
  },
};
