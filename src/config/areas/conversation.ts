import { DIALABLE_NUMBER } from "../../kernel/dialable-number.js";
import { area } from "../area.js";
import { parseDialPattern } from "../dial-pattern.js";
import { type PhraseCategory, phraseList } from "../phrase-list.js";
import { integer, line, oneOf, optional, reader, setting } from "../setting.js";

export const turns = area(
  "Taking turns",
  ["ENDPOINT_", "MIN_SPEECH_", "MAX_SPEECH_", "BARGE_IN_", "FILLER_", "IDLE_"],
  {
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
    fillerAfterMs: setting("FILLER_AFTER_MS", integer(0, 2000), {
      default: 1200,
      description:
        "When it has been the assistant's turn to speak for so long, in ms, without a sound of it, the caller hears a thinking phrase; 0 for never.",
    }),
    idleTimeoutSeconds: setting("IDLE_TIMEOUT_SECONDS", integer(3, 3600), {
      default: 15,
      description:
        "Seconds of silence after which the caller is asked whether they are still there; after as many again the call ends.",
    }),
  },
);

export const calls = area(
  "Calls and tools",
  ["MAX_CALL", "MAX_CONCURRENT_", "CALL_QUEUE_", "DIAL_", "CALLER_", "OPERATOR_", "SHUTDOWN_", "TOOL_"],
  {
    maxConcurrent: setting("MAX_CONCURRENT_CALLS", integer(1, 1000), {
      default: 20,
      description: "Calls at the same time; a further caller hears busy, a further call to be placed waits.",
    }),
    queueLength: setting("CALL_QUEUE_LENGTH", integer(0, 100_000), {
      default: 500,
      description: "Calls to be placed that may wait for a line; a further one is refused with 429.",
    }),
    dialAllow: dialPatterns(
      "DIAL_ALLOW",
      "any number, but no feature codes and no names",
      "Numbers that clients of the HTTP interface may have dialled.",
    ),
    callerDialAllow: dialPatterns(
      "CALLER_DIAL_ALLOW",
      "numbers of 2 to 6 digits",
      "Numbers that a caller may have the assistant dial, their own among them: the number that a call comes from is a claim, and a long one would be toll fraud. Never the assistant's own extension.",
    ),
    dialDeny: dialPatterns("DIAL_DENY", "none", "Numbers that nobody may have dialled, whatever the other lists say."),
    callerEmergency: setting("CALLER_EMERGENCY", oneOf("refuse", "allow"), {
      default: "refuse",
      description:
        "Whether callers may have emergency numbers dialled. Refused are those of all countries, and 112, 911 and 999 behind an outside-line digit.",
    }),
    dialContext: setting("DIAL_CONTEXT", line("a dialplan context", /^[A-Za-z0-9_.-]{1,79}$/), {
      default: "from-internal",
      description:
        "The dialplan context that numbers are dialled in when the controller drives the PBX's own Asterisk.",
    }),
    operatorExtension: optional(
      "OPERATOR_EXTENSION",
      line("an extension: digits, letters and + * # . _ -, at most 64", DIALABLE_NUMBER),
      {
        fallbackText: "nobody",
        description: "Who takes over when a caller presses zero. Dialled like any other number.",
      },
    ),
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
  },
);

function dialPatterns(name: string, fallbackText: string, description: string) {
  const values = "numbers and patterns as in Asterisk's dialplan, separated by blanks, such as 100 _2XXX _0[1-9].";
  return setting(name, reader(values, readDialPatterns), { default: [], fallbackText, description });
}

function readDialPatterns(text: string): readonly RegExp[] | undefined {
  try {
    return text.split(/[\s,]+/).map(parseDialPattern);
  } catch {
    return undefined;
  }
}

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
