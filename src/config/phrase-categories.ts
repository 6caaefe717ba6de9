import { PHRASES } from "../locales/en/phrases.js";
import type { Occasion } from "../locales/locale.js";

export type { Occasion };

/** An occasion on which something is said or heard. */
export interface PhraseCategory {
  /** One sentence for the docs: when it is said, or what it is listened for. */
  readonly description: string;
  /** In English. */
  readonly default: readonly string[];
  /** Placeholders that its phrases may contain, without braces. */
  readonly values?: readonly string[];
  /** True for words that are listened for and never said. */
  readonly isHeard?: boolean;
}

type Description = string | Omit<PhraseCategory, "default">;

const withValues = (values: readonly string[], description: string): Description => ({ description, values });
const heard = (what: string): Description => ({
  description: `Words that select ${what} while the language model is unavailable.`,
  isHeard: true,
});
const key = (what: string): Description => `Offers the key for ${what} while a back end is unavailable.`;
const ask = (what: string): Description => `Offers ${what} while the language model is unavailable.`;

/** What each phrase is for. The phrases themselves are in the folders of the languages. */
const DESCRIPTIONS: Readonly<Record<Occasion, Description>> = {
  disclosure: "Said before anything else in a call: that a machine speaks.",
  no_person: "Said to a caller who asks whether they talk to a person.",
  language_changed: "Said in the new language when the caller asked for another one.",
  greetings: "Said when a call is answered.",
  goodbyes: "Said before the assistant hangs up.",
  resumed: "Said when a call resumes that the service had lost for a moment. The interrupted sentence follows.",
  resumed_unheard: "Said instead if the caller's question was lost as well.",
  acknowledgments: "Said when the caller's answer is understood.",
  thinking: "Said when the reply takes a while.",
  errors: "Said when a back end fails.",
  followups: "Said when the caller has been silent for a long time.",
  not_understood: "Said when nothing of what the caller said was understood.",
  not_done: "Said when the language model repeatedly makes invalid tool calls.",

  putting_through: "Said before the operator's telephone rings.",
  no_operator: "Said when the operator cannot be reached.",

  closed: "Said in place of a greeting outside an assistant's hours.",
  transfer_to: withValues(["name"], "Said before a caller is put through to someone of the directory."),
  transfer_which: withValues(["names"], "Said when a name fits several people of the directory, or one only roughly."),
  transfer_unknown: withValues(["name"], "Said when no one of the directory fits a name."),
  transfer_closed: withValues(["name"], "Said when someone of the directory is asked for outside their hours."),
  transfer_busy: withValues(["name"], "Said when someone of the directory is on the telephone."),
  transfer_away: withValues(
    ["name"],
    "Said when someone of the directory is not there, and no message could be taken.",
  ),
  transfer_no_answer: withValues(["name"], "Said when someone of the directory did not answer."),
  transfer_declined: withValues(["name"], "Said when someone of the directory did not take the call."),
  transfer_failed: withValues(["name"], "Said when a caller could not be put through for a technical reason."),
  transfer_back: "Said when a caller who waited for someone comes back by pressing *.",
  unreachable: withValues(["name"], "Said of someone who is not there, before a message is offered."),
  message_offer: "Offers to take a message.",
  message_begin: "Invites the caller to leave the message.",
  message_taken: withValues(["name"], "Said when the message is taken."),
  message_none: withValues(["name"], "Said when the caller leaves no message."),
  words_message: { description: "Words by which a caller wants to leave a message, besides yes.", isHeard: true },
  briefing: withValues(["caller"], "Tells a colleague who calls."),
  briefing_withheld: "Tells a colleague of a caller whose number is withheld.",
  briefing_reason: withValues(["reason"], "Tells a colleague why they call."),
  briefing_words: withValues(["words"], "Tells a colleague what a caller said last."),
  briefing_question: "Asks a colleague whether they take the call.",
  words_accept: { description: "Words by which a colleague takes a call, besides yes.", isHeard: true },
  words_decline: { description: "Words by which a colleague declines a call, besides no.", isHeard: true },
  acknowledge_question: "Asks those who are called one after the other whether they have got the message.",
  words_acknowledge: { description: "Words by which they say so.", isHeard: true },
  do_not_call_question: "Asks callees whether they are not to be called again.",
  do_not_call_done: "Says that they will not be called again.",
  words_do_not_call: { description: "Words by which callees ask for that.", isHeard: true },

  stt_away: "Said when speech to text fails, before the keys are offered.",
  key_time: key("the time (1)"),
  key_weather: key("the weather (2)"),
  key_status: key("pending timers and callbacks (3)"),
  key_cancel: key("cancelling timers and callbacks (4)"),
  key_goodbye: key("hanging up (9)"),
  key_operator: key("the operator (0)"),
  llm_away: "Said when the language model fails, before the remaining functions are offered.",
  ask_time: ask("the time"),
  ask_weather: ask("the weather"),
  ask_status: ask("pending timers and callbacks"),
  ask_cancel: ask("cancelling timers and callbacks"),
  ask_goodbye: ask("hanging up"),
  words_time: heard("the time"),
  words_weather: heard("the weather"),
  words_status: heard("pending timers and callbacks"),
  words_cancel: heard("cancelling timers and callbacks"),
  words_tasks: {
    description:
      "Words for what can be cancelled, in addition to `words_status`. Without any, only the word for cancelling by itself cancels.",
    isHeard: true,
  },
  words_goodbye: heard("hanging up"),
  words_operator: heard("the operator"),
  words_refusal: { description: "Words that withdraw a request to cancel or to hang up.", isHeard: true },
  words_reporting: {
    description:
      "Words that report what someone else said, such as 'told me to'. A goodbye that belongs to them is not the caller's own, and does not end the call.",
    isHeard: true,
  },

  calling_about: withValues(
    ["name"],
    "Said in a placed call when the callee asks who is calling; the message follows.",
  ),
  timer_up: withValues(["duration"], "Said when a timer is up, if the caller gave no purpose."),
  callback: "Said when a callback is answered, if the caller gave no message.",
  alert_firing: withValues(["alert"], "Said to a person who is called about an alert of a monitoring system."),
  alerts_firing: withValues(["count", "alert"], "The same for several alerts."),
  alert_resolved: withValues(["alert"], "Said to the person who acknowledged an alert when it is resolved."),
  alerts_resolved: withValues(["count", "alert"], "The same for several alerts."),
  alert_no_data: withValues(["alert"], "What is said about an alert by which Grafana reports that a rule has no data."),
  alert_error: withValues(
    ["alert"],
    "What is said about an alert by which Grafana reports that a rule cannot be evaluated.",
  ),
  timer_in_call_only: "Said when a timer is set by a caller whose number may not be dialled.",
  tasks_away: "Said when timers and callbacks cannot be read or stored.",
  tasks_full: withValues(["count"], "Said to a caller who has reached the maximum number of timers and callbacks."),
  schedules_full: "Said when all callers together have reached the maximum number of timers and callbacks.",
  dials_full: "Said when all callers together have reached the maximum number of calls per hour.",
  dials_of_caller_full:
    "Said when a caller, or the number to be called, has reached the maximum number of calls per hour.",
  timer_past: "Said when a timer's time is not in the future.",
  timer_too_long: "Said when a timer is too long.",
  callback_time: "Said when the time of a callback is invalid.",
  callback_not_a_number: "Said when the number of a callback is invalid.",
  callback_whom: "Said when the caller's number is withheld.",
  callback_no_number: "Said when a callback has no number and no caller to take it from.",
  callback_refused: "Said when a number may not be dialled.",
  callback_past: "Said when the time of a callback is in the past.",
  callback_too_far: "Said when a callback is too far in the future.",
  tool_failed: withValues(["tool"], "Said when a tool fails."),
  tool_too_slow: withValues(["tool"], "Said when a tool exceeds its time limit."),
  tool_no_answer: withValues(["tool"], "Said when a tool returns an invalid answer."),
};

export const OCCASIONS = Object.keys(DESCRIPTIONS) as readonly Occasion[];

export function categoryOf(occasion: Occasion): PhraseCategory {
  const described = DESCRIPTIONS[occasion];
  return { ...(typeof described === "string" ? { description: described } : described), default: PHRASES[occasion] };
}
