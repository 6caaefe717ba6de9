import { area } from "../area.js";
import { type PhraseCategory, phraseList } from "../phrase-list.js";
import { integer, optional, setting } from "../setting.js";

export const turns = area("Taking turns", ["ENDPOINT_", "MIN_SPEECH_", "MAX_SPEECH_", "BARGE_IN_", "IDLE_"], {
  endpointSilenceMs: setting("ENDPOINT_SILENCE_MS", integer(100, 5000), {
    default: 700,
    description:
      "Silence after which the caller is taken to have finished, in ms. Less is quicker and interrupts more.",
  }),
  minSpeechMs: setting("MIN_SPEECH_MS", integer(20, 2000), {
    default: 100,
    description: "Less voice than this, in ms, is nothing that was said.",
  }),
  maxSpeechSeconds: setting("MAX_SPEECH_SECONDS", integer(2, 300), {
    default: 30,
    description: "After so many seconds of speech the turn is over even if the caller talks on.",
  }),
  bargeInMs: setting("BARGE_IN_MS", integer(40, 5000), {
    default: 300,
    description: "Speech over a reply for so long, in ms, silences the reply.",
  }),
  idleTimeoutSeconds: setting("IDLE_TIMEOUT_SECONDS", integer(3, 3600), {
    default: 15,
    description:
      "Seconds of silence after which the caller is asked whether they are still there; after as many again the call ends.",
  }),
});

export const calls = area("Calls and tools", ["MAX_CALL", "MAX_CONCURRENT_", "SHUTDOWN_", "TOOL_"], {
  maxConcurrent: setting("MAX_CONCURRENT_CALLS", integer(1, 1000), {
    default: 20,
    description: "Calls at the same time; a further caller hears busy.",
  }),
  maxSeconds: setting("MAX_CALL_SECONDS", integer(10, 86_400), {
    default: 1800,
    description: "The longest call, in seconds.",
  }),
  shutdownSeconds: setting("SHUTDOWN_SECONDS", integer(0, 3600), {
    default: 15,
    description: "How long running calls have to end when the process is asked to stop, in seconds.",
  }),
  toolTimeoutMs: setting("TOOL_TIMEOUT_MS", integer(100, 300_000), {
    default: 10_000,
    description: "The longest a tool may take, in ms.",
  }),
});

export const phrases = area("Phrases", ["PHRASES_"], {
  greetings: spoken("greetings", "Said when a call is answered."),
  goodbyes: spoken("goodbyes", "Said before the assistant hangs up."),
  acknowledgments: spoken("acknowledgments", "Said when an answer was understood."),
  thinking: spoken("thinking", "Said when the reply takes a while."),
  errors: spoken("errors", "Said when a back end fails."),
  followups: spoken("followups", "Said when the caller has been silent for long."),
});

function spoken(category: PhraseCategory, description: string) {
  return optional(`PHRASES_${category.toUpperCase()}`, phraseList, { fallbackText: "built in", description });
}
