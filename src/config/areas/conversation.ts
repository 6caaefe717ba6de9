import { area } from "../area.js";
import { callerId } from "../caller-id.js";
import { DIAL_RULES, NO_DIAL_RULES, parseDialRules } from "../dial-rules.js";
import { categoryOf, type Occasion, OCCASIONS } from "../phrase-categories.js";
import { phraseList } from "../phrase-list.js";
import { integer, line, oneOf, optional, reader, type Setting, setting } from "../setting.js";
import { phoneNumber } from "../text-readers.js";

export const turns = area("Turn-taking", ["ENDPOINT_", "TURN_", "FILLER_", "IDLE_"], {
  endpointSilenceMs: setting("ENDPOINT_SILENCE_MS", integer(100, 5000), {
    default: 700,
    description:
      "Silence after which the caller is taken to have finished, in ms. Less answers sooner and interrupts more.",
  }),
  turnTaking: setting("TURN_TAKING", oneOf("adaptive", "fixed", "sequential"), {
    default: "adaptive",
    description:
      "adaptive waits 0.65 to 1.85 times ENDPOINT_SILENCE_MS, by what the caller has said and how they pause. fixed always waits ENDPOINT_SILENCE_MS. Both prepare the reply during the silence, and drop it if the caller goes on. sequential waits first and then asks the back ends: fewer requests, later replies.",
  }),
  fillerAfterMs: setting("FILLER_AFTER_MS", integer(0, 2000), {
    default: 1200,
    description:
      "Silence of the assistant in its own turn, in ms, after which the caller hears a thinking phrase. 0 for never.",
  }),
  idleTimeoutSeconds: setting("IDLE_TIMEOUT_SECONDS", integer(3, 3600), {
    default: 15,
    description:
      "Seconds without words from either side after which the caller is asked whether they are still there. After as many again, the call ends.",
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
    dialRules: setting(
      "DIAL_RULES",
      { values: DIAL_RULES, parse: parseDialRules },
      {
        default: NO_DIAL_RULES,
        fallbackText:
          "clients any number, but no feature codes and names; callers 2 to 6 digits, but no premium numbers; emergency: refuse; per_hour: 60; per_number: 10",
        file: true,
        description:
          "Numbers that clients of the HTTP interface and callers may have dialled, and numbers that are never dialled. For callers also whether emergency numbers are refused, and how many calls they may have placed within an hour, in all and to one number; for clients the caller ids that they may choose.",
      },
    ),
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
    maxSeconds: setting("MAX_CALL_SECONDS", integer(10, 86_400), {
      default: 1800,
      description: "The longest call, in seconds.",
    }),
    shutdownMode: setting("SHUTDOWN_MODE", oneOf("goodbye", "hand_over"), {
      default: "goodbye",
      description:
        "What becomes of conversations when the process is asked to stop: they are told goodbye, or Asterisk keeps them for the next process, which goes on with them as after SIGUSR2. The latter is for machines that are only ever restarted: after a stop for good, callers wait 15 s in vain.",
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

/** The categories that an environment variable may give; all others are for phrases.json alone. */
const INTERFACE_CATEGORIES = ["greetings", "goodbyes", "acknowledgments", "thinking", "errors", "followups"] as const;

export const phrases = area(
  "Phrases",
  ["PHRASES_"],
  Object.fromEntries(INTERFACE_CATEGORIES.map((occasion) => [occasion, phraseSetting(occasion)])) as Readonly<
    Record<(typeof INTERFACE_CATEGORIES)[number], PhraseSetting>
  >,
);

/** The other categories, which were settings once: read in this version, and listed nowhere. */
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
