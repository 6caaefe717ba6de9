import { area } from "../area.js";
import { callerId, permittedCallerIds } from "../caller-id.js";
import { parseDialPatterns } from "../dial-pattern.js";
import { categoryOf, type Occasion, OCCASIONS } from "../phrase-categories.js";
import { phraseList } from "../phrase-list.js";
import {
  flag,
  integer,
  line,
  oneOf,
  optional,
  type Parsed,
  type Problems,
  reader,
  type Setting,
  setting,
} from "../setting.js";
import { phoneNumber } from "../text-readers.js";

export const turns = area(
  "Taking turns",
  ["ENDPOINT_", "THINK_", "MIN_SPEECH_", "MAX_SPEECH_", "BARGE_IN_", "FILLER_", "IDLE_"],
  {
    endpointSilenceMs: setting("ENDPOINT_SILENCE_MS", integer(100, 5000), {
      default: 700,
      description:
        "Silence after which the caller is taken to have finished, in ms: the middle of a range from 0.65 to 1.85 times as much, unless ENDPOINT_MODE is fixed. Less is quicker and interrupts more.",
    }),
    endpointMode: setting("ENDPOINT_MODE", oneOf("words", "fixed"), {
      default: "words",
      description:
        "What decides how long a silence is waited for: the caller's words so far, where replies are begun ahead (THINK_AHEAD), and the pauses that they make; or ENDPOINT_SILENCE_MS and nothing else.",
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
      description:
        "Voice for so long, in ms, is somebody who wants to speak. While the assistant speaks, the caller is told by their sound instead, and mostly sooner.",
    }),
    thinkAhead: setting("THINK_AHEAD", flag(), {
      default: true,
      description:
        "Whether a reply is begun when the caller pauses for a moment, before it is certain that they have finished, and, with STT_MODE=realtime, before all of their words are. Nothing of it is heard or done until then; it costs the back ends requests that come to nothing.",
    }),
    fillerAfterMs: setting("FILLER_AFTER_MS", integer(0, 2000), {
      default: 1200,
      description:
        "When it has been the assistant's turn to speak for so long, in ms, without a sound of it, the caller hears a thinking phrase; 0 for never.",
    }),
    idleTimeoutSeconds: setting("IDLE_TIMEOUT_SECONDS", integer(3, 3600), {
      default: 15,
      description:
        "Seconds without words of either side, whatever sounds, after which the caller is asked whether they are still there; after as many again the call ends.",
    }),
  },
);

export const calls = area(
  "Calls and tools",
  [
    "MAX_CALL",
    "MAX_CONCURRENT_",
    "CALL_QUEUE_",
    "DIAL_",
    "CALLER_",
    "OPERATOR_",
    "SHUTDOWN_",
    "TOOL_",
    "TOOLS_DIS",
    "TRUST_CALLER",
  ],
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
      "numbers of 2 to 6 digits, but no premium ones such as 118xx",
      "Numbers that a caller may have the assistant dial, their own among them: the number that a call comes from is a claim, and a long one would be toll fraud. Never the assistant's own extension.",
    ),
    dialDeny: dialPatterns("DIAL_DENY", "none", "Numbers that nobody may have dialled, whatever the other lists say."),
    callerEmergency: setting("CALLER_EMERGENCY", oneOf("refuse", "allow"), {
      default: "refuse",
      description:
        "Whether callers may have emergency numbers dialled. Refused are those of all countries, and 112, 911 and 999 behind an outside-line digit.",
    }),
    callerDialsPerHour: setting("CALLER_DIALS_PER_HOUR", integer(0, 100_000), {
      default: 60,
      description:
        "How many calls callers may have placed within any hour, at once or planned: callbacks, and timers that ring them back. 0 for none.",
    }),
    callerDialsPerNumber: setting("CALLER_DIALS_PER_NUMBER", integer(0, 100_000), {
      default: 10,
      description: "How many of these may go to one number, and how many may be set by one caller.",
    }),
    trustCallerId: setting("TRUST_CALLER_ID", oneOf("extensions", "all", "none"), {
      default: "extensions",
      description:
        "Which callers are taken for whom their number says, to hear of and cancel timers and callbacks of former calls: those with a number of 2 to 6 digits, which the PBX's own telephones have; all with a number, where the PBX checks it on its trunks; or none. Everybody else has those of the same call.",
    }),
    dialContext: setting("DIAL_CONTEXT", line("a dialplan context", /^[A-Za-z0-9_.-]{1,79}$/), {
      default: "from-internal",
      description:
        "The dialplan context that numbers are dialled in when the controller drives the PBX's own Asterisk.",
    }),
    operatorExtension: optional("OPERATOR_EXTENSION", phoneNumber, {
      fallbackText: "nobody",
      description: "Who takes over when a caller presses zero. Dialled like any other number.",
    }),
    callerId: optional("CALLER_ID", callerId, {
      fallbackText: "Attendant, with SIP_USER as the number",
      description:
        "Who the called party of a placed call sees calling. Without a number, SIP_USER is shown; without a name, Attendant. A PBX or trunk may show something else.",
    }),
    callerIdAllow: setting("CALLER_ID_ALLOW", permittedCallerIds, {
      default: [],
      fallbackText: "only the number of CALLER_ID",
      description:
        "The caller ids that clients of the HTTP interface may choose for a call by its caller_id, each with the name that is shown. Any other number is refused.",
    }),
    maxSeconds: setting("MAX_CALL_SECONDS", integer(10, 86_400), {
      default: 1800,
      description: "The longest call, in seconds.",
    }),
    rejoinSeconds: setting("REJOIN_SECONDS", integer(0, 300), {
      default: 15,
      description:
        "How long whoever is on the line is kept, with a waiting sound, for a controller that has died to come back and go on with the call, in seconds; 0 lets them go. Without the bundled Asterisk, the number stands in its dialplan as well.",
    }),
    shutdownSeconds: setting("SHUTDOWN_SECONDS", integer(0, 3600), {
      default: 15,
      description: "How long running calls have to end when the process is asked to stop, in seconds.",
    }),
    shutdownMode: setting("SHUTDOWN_MODE", oneOf("goodbye", "hand_over"), {
      default: "goodbye",
      description:
        "What becomes of conversations when the process is asked to stop: they are told goodbye, or Asterisk keeps them for the next process, which goes on with them as after SIGUSR2. The latter is for machines that are only ever restarted: after a stop for good, callers wait REJOIN_SECONDS for nobody.",
    }),
    toolTimeoutMs: setting("TOOL_TIMEOUT_MS", integer(100, 300_000), {
      default: 10_000,
      description: "The longest a tool may take, in ms.",
    }),
    toolsDisabled: toolNames(
      "TOOLS_DISABLED",
      "none",
      "Tools that nobody may use, callers and programs alike: built in, of plugins or of servers.",
    ),
    callerTools: toolNames(
      "CALLER_TOOLS",
      "all",
      "The only tools that callers may use, by talking or by keys; without HANGUP the assistant hangs up on nobody. Programs may use all, and so may their schedules.",
    ),
  },
);

function dialPatterns(name: string, fallbackText: string, description: string) {
  const values = "numbers and patterns as in Asterisk's dialplan, separated by blanks, such as 100 _2XXX _0[1-9].";
  return setting(name, { values, parse: readDialPatterns }, { default: [], fallbackText, description });
}

function toolNames(name: string, fallbackText: string, description: string) {
  const values = "names of tools, separated by blanks or commas, such as CALLBACK SET_TIMER";
  return setting(name, reader(values, readToolNames), { default: [], fallbackText, description });
}

function readToolNames(text: string): readonly string[] | undefined {
  const names = text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((name) => name !== "");
  return names.length > 0 && names.every((name) => /^[A-Z][A-Z0-9_]{0,63}$/.test(name)) ? names : undefined;
}

function readDialPatterns(text: string): Parsed<readonly RegExp[]> | Problems {
  try {
    return { value: parseDialPatterns(text) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { problems: [error.message] };
  }
}

type PhraseSettings = Readonly<Record<Occasion, Setting<readonly string[] | undefined>>>;

export const phrases = area(
  "Phrases",
  ["PHRASES_"],
  Object.fromEntries(OCCASIONS.map((occasion) => [occasion, phraseSetting(occasion)])) as PhraseSettings,
);

function phraseSetting(occasion: Occasion) {
  const category = categoryOf(occasion);
  const completed = category.values?.map((name) => ` {${name}} in it is filled in.`) ?? [];
  return optional(`PHRASES_${occasion.toUpperCase()}`, phraseList(category), {
    fallbackText: JSON.stringify(category.default),
    description: category.description + completed.join(""),
  });
}
