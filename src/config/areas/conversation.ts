import { area, flag, integer, line, oneOf, optional, reader, type Setting, setting } from "../setting.js";
import { callerId } from "../caller-id.js";
import { DIAL_RULES, NO_DIAL_RULES, parseDialRules } from "../dial-rules.js";
import { categoryOf, type Occasion, OCCASIONS } from "../phrase-categories.js";
import { phraseList } from "../phrase-list.js";
import { phoneNumber } from "../text-readers.js";

export const turns = area("Turn-taking", ["ENDPOINT_", "TURN_", "FILLER_", "IDLE_"], {
  endpointSilenceMs: setting("ENDPOINT_SILENCE_MS", integer(100, 5000), {
    default: 700,
    description:
      "Silence after which the caller is considered to have finished, in ms. Lower values reply sooner and interrupt more often.",
  }),
  turnTaking: setting("TURN_TAKING", oneOf("adaptive", "fixed", "sequential"), {
    default: "adaptive",
    description:
      "adaptive waits 0.65 to 1.85 times ENDPOINT_SILENCE_MS, depending on what the caller has said and how they pause. fixed always waits ENDPOINT_SILENCE_MS. Both prepare the reply during the silence, and discard it if the caller continues. sequential waits first and then sends the requests: fewer requests, later replies.",
  }),
  fillerAfterMs: setting("FILLER_AFTER_MS", integer(0, 2000), {
    default: 1200,
    description:
      "Silence during the assistant's turn, in ms, after which the caller hears a thinking phrase. 0 for never.",
  }),
  idleTimeoutSeconds: setting("IDLE_TIMEOUT_SECONDS", integer(3, 3600), {
    default: 15,
    description:
      "Seconds without words from either side after which the caller is asked whether they are still there. After the same time again, the call ends.",
  }),
});

export const calls = area(
  "Calls and tools",
  [
    "MAX_CALL",
    "MAX_CONCURRENT_",
    "CALL_QUEUE_",
    "DIAL_",
    "CALLER_",
    "DISCLOSURE",
    "OPERATOR_",
    "SHUTDOWN_",
    "TOOL_",
    "TOOLS_DIS",
    "TRUST_CALLER",
  ],
  {
    maxConcurrent: setting("MAX_CONCURRENT_CALLS", integer(1, 1000), {
      default: 20,
      description:
        "Maximum number of concurrent calls. Further callers hear busy, and further outgoing calls are queued.",
    }),
    queueLength: setting("CALL_QUEUE_LENGTH", integer(0, 100_000), {
      default: 500,
      description: "Maximum number of outgoing calls in the queue. Further requests are rejected with 429.",
    }),
    dialRules: setting(
      "DIAL_RULES",
      { values: DIAL_RULES, parse: parseDialRules },
      {
        default: NO_DIAL_RULES,
        fallbackText:
          "clients any number, but no feature codes and names; callers 2 to 6 digits, but no premium numbers; emergency: refuse; per_hour: 60; per_number: 10",
        file: true,
        description:
          "Numbers that may be dialled for clients of the HTTP interface and for callers, and numbers that are never dialled. For callers also: whether emergency numbers are refused, and the maximum number of calls placed per hour, in total and to one number. For clients also: the caller IDs that they may choose.",
      },
    ),
    trustCallerId: setting("TRUST_CALLER_ID", oneOf("extensions", "all", "none"), {
      default: "extensions",
      description:
        "Callers who are identified by their number, and can therefore query and cancel timers and callbacks of their earlier calls. extensions: those with a number of 2 to 6 digits, as the PBX's own telephones have. all: those with any number; only for a PBX that verifies numbers on its trunks. none: no caller. Everyone else can only access those of the current call.",
    }),
    dialContext: setting("DIAL_CONTEXT", line("a dialplan context", /^[A-Za-z0-9_.-]{1,79}$/), {
      default: "from-internal",
      description: "Dialplan context in which numbers are dialled when the controller uses the PBX's own Asterisk.",
    }),
    operatorExtension: optional("OPERATOR_EXTENSION", phoneNumber, {
      fallbackText: "no operator",
      description: "Number to which callers who press zero are transferred. It is dialled like any other number.",
    }),
    callerId: optional("CALLER_ID", callerId, {
      fallbackText: "Attendant, with SIP_USER as the number",
      description:
        "Caller ID of outgoing calls. Without a number, SIP_USER is shown; without a name, Attendant. A PBX or trunk may replace it.",
    }),
    disclosure: setting("DISCLOSURE", flag(), {
      default: true,
      description:
        "Whether each call begins with a sentence that says that a machine speaks. It cannot be interrupted. See docs/disclosure.md before you switch it off.",
    }),
    maxSeconds: setting("MAX_CALL_SECONDS", integer(10, 86_400), {
      default: 1800,
      description: "Maximum duration of a call, in seconds.",
    }),
    shutdownMode: setting("SHUTDOWN_MODE", oneOf("goodbye", "hand_over"), {
      default: "goodbye",
      description:
        "What happens to live calls when the process is asked to stop. goodbye: the assistant says goodbye and hangs up. hand_over: Asterisk keeps the calls for the next process, which resumes them as after SIGUSR2. Use hand_over only on a machine that is always restarted: after a permanent stop, callers wait 15 s in vain.",
    }),
    toolTimeoutMs: setting("TOOL_TIMEOUT_MS", integer(100, 300_000), {
      default: 10_000,
      description: "Maximum duration of a tool call, in ms.",
    }),
    toolsDisabled: toolNames(
      "TOOLS_DISABLED",
      "none",
      "Tools that are disabled for callers and clients alike: built-in tools, and those of plugins and MCP servers.",
    ),
    callerTools: toolNames(
      "CALLER_TOOLS",
      "all",
      "The only tools that callers may use, by voice or by keys. Without HANGUP, the model cannot end a call. Clients of the HTTP interface and their schedules may use all tools.",
    ),
  },
);

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

type PhraseSetting = Setting<readonly string[] | undefined>;

/** Categories that environment variables can set. All others can be set in phrases.json only. */
const INTERFACE_CATEGORIES = ["greetings", "goodbyes", "acknowledgments", "thinking", "errors", "followups"] as const;

export const phrases = area(
  "Phrases",
  ["PHRASES_"],
  Object.fromEntries(INTERFACE_CATEGORIES.map((occasion) => [occasion, phraseSetting(occasion)])) as Readonly<
    Record<(typeof INTERFACE_CATEGORIES)[number], PhraseSetting>
  >,
);

/** The other categories, formerly settings: still read by this version, but not documented. */
export const FORMER_PHRASES: readonly (readonly [Occasion, PhraseSetting])[] = OCCASIONS.filter(
  (occasion) => !(occasion in phrases.settings),
).map((occasion) => [occasion, phraseSetting(occasion)]);

function phraseSetting(occasion: Occasion): PhraseSetting {
  const category = categoryOf(occasion);
  return optional(`PHRASES_${occasion.toUpperCase()}`, phraseList(category), {
    fallbackText: JSON.stringify(category.default),
    description: category.description,
  });
}
