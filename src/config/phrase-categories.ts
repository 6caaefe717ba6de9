/** An occasion on which something is said or heard. */
export interface PhraseCategory {
  /** One sentence for the docs: when it is said, or what it is listened for. */
  readonly description: string;
  readonly default: readonly string[];
  /** Placeholders that its phrases may contain, without braces. */
  readonly values?: readonly string[];
  /** True for words that are listened for and never said. */
  readonly isHeard?: boolean;
}

const said = (when: string, ...phrases: readonly string[]): PhraseCategory => ({ description: when, default: phrases });
const withValues = (values: readonly string[], when: string, phrase: string): PhraseCategory => ({
  ...said(when, phrase),
  values,
});
const heard = (what: string, ...words: readonly string[]): PhraseCategory => ({
  description: `Words that select ${what} while the language model is unavailable.`,
  default: words,
  isHeard: true,
});
const key = (what: string, phrase: string) =>
  said(`Offers the key for ${what} while a back end is unavailable.`, phrase);
const ask = (what: string, phrase: string) => said(`Offers ${what} while the language model is unavailable.`, phrase);

/** Every sentence that the service itself says, with its default. Models, tools and clients provide all others. */
export const PHRASE_CATEGORIES = {
  greetings: said(
    "Said when a call is answered.",
    "Hello! How can I help you?",
    "Hi there. What can I do for you?",
    "Good to hear from you. How can I help?",
  ),
  goodbyes: said(
    "Said before the assistant hangs up.",
    "Goodbye!",
    "Thank you for calling. Goodbye!",
    "Take care. Goodbye!",
  ),
  closed: said(
    "Said in place of a greeting outside an assistant's hours.",
    "We are closed at the moment. Please call again later.",
  ),
  resumed: said(
    "Said when a call resumes that the service had lost for a moment. The interrupted sentence follows.",
    "Sorry, we were cut off for a moment.",
  ),
  resumed_unheard: said(
    "Said instead if the caller's question was lost as well.",
    "Sorry, I lost you for a moment. Could you say that again?",
  ),
  acknowledgments: said("Said when the caller's answer is understood.", "Okay.", "All right.", "Got it."),
  thinking: said("Said when the reply takes a while.", "One moment, please.", "Let me see.", "Just a second."),
  errors: said(
    "Said when a back end fails.",
    "I am sorry, something went wrong on my side. Please try again.",
    "Sorry, I cannot do that right now. Please try again in a moment.",
  ),
  followups: said(
    "Said when the caller has been silent for a long time.",
    "Are you still there?",
    "Is there anything else I can do for you?",
  ),
  not_understood: said(
    "Said when nothing of what the caller said was understood.",
    "Sorry, I did not catch that. Could you say it again?",
  ),
  not_done: said(
    "Said when the language model repeatedly makes invalid tool calls.",
    "I am sorry, I could not get that done.",
  ),

  putting_through: said("Said before the operator's telephone rings.", "One moment, I am putting you through."),
  no_operator: said(
    "Said when the operator cannot be reached.",
    "No one is available there right now. How else can I help you?",
  ),
  transfer_to: withValues(
    ["name"],
    "Said before a caller is put through to someone of the directory.",
    "One moment, I am putting you through to {name}.",
  ),
  transfer_which: withValues(
    ["names"],
    "Said when a name fits several people of the directory, or one only roughly.",
    "Do you mean {names}?",
  ),
  transfer_unknown: withValues(
    ["name"],
    "Said when no one of the directory fits a name.",
    "I cannot find {name} here. Whom would you like to speak to?",
  ),
  transfer_closed: withValues(
    ["name"],
    "Said when someone of the directory is asked for outside their hours.",
    "{name} is not here at this time. How else can I help you?",
  ),
  transfer_busy: withValues(
    ["name"],
    "Said when someone of the directory is on the telephone.",
    "{name} is on another call right now. How else can I help you?",
  ),
  transfer_away: withValues(
    ["name"],
    "Said when the telephone of someone of the directory is not connected.",
    "{name} cannot be reached right now. How else can I help you?",
  ),
  transfer_no_answer: withValues(
    ["name"],
    "Said when someone of the directory did not answer.",
    "{name} does not answer. How else can I help you?",
  ),
  transfer_declined: withValues(
    ["name"],
    "Said when someone of the directory did not take the call.",
    "{name} cannot take your call right now. How else can I help you?",
  ),
  transfer_failed: withValues(
    ["name"],
    "Said when a caller could not be put through for a technical reason.",
    "I could not put you through to {name}. How else can I help you?",
  ),
  transfer_back: said(
    "Said when a caller who waited for someone comes back by pressing *.",
    "I am here again. How can I help you?",
  ),
  briefing: withValues(["caller"], "Tells a colleague who calls.", "A call for you from {caller}."),
  briefing_withheld: said(
    "Tells a colleague of a caller whose number is withheld.",
    "A call for you from someone without a number.",
  ),
  briefing_reason: withValues(["reason"], "Tells a colleague why they call.", "It is about this: {reason}."),
  briefing_words: withValues(["words"], "Tells a colleague what a caller said last.", "They said: {words}."),
  briefing_question: said(
    "Asks a colleague whether they take the call.",
    "To take it, press one or say yes. Otherwise press two or say no.",
  ),
  words_accept: {
    ...heard("", "okay", "put them through", "connect them", "i'll take it"),
    description: "Words by which a colleague takes a call, besides yes.",
  },
  words_decline: {
    ...heard("", "not now", "later", "i'm busy", "decline"),
    description: "Words by which a colleague declines a call, besides no.",
  },

  stt_away: said(
    "Said when speech to text fails, before the keys are offered.",
    "I cannot understand speech right now.",
  ),
  key_time: key("the time (1)", "Press one for the time."),
  key_weather: key("the weather (2)", "Press two for the weather."),
  key_status: key("pending timers and callbacks (3)", "Press three for your timers."),
  key_cancel: key("cancelling timers and callbacks (4)", "Press four to cancel your timers."),
  key_goodbye: key("hanging up (9)", "Press nine to hang up."),
  key_operator: key("the operator (0)", "Or press zero for an operator."),
  llm_away: said(
    "Said when the language model fails, before the remaining functions are offered.",
    "I cannot think clearly right now.",
  ),
  ask_time: ask("the time", "You can still ask for the time."),
  ask_weather: ask("the weather", "You can ask for the weather."),
  ask_status: ask("pending timers and callbacks", "You can ask for your timers."),
  ask_cancel: ask("cancelling timers and callbacks", "Say cancel to cancel your timers."),
  ask_goodbye: ask("hanging up", "Say goodbye to hang up."),
  words_time: heard("the time", "time", "clock", "date", "what day", "today"),
  words_weather: heard("the weather", "weather", "temperature", "forecast", "rain", "raining"),
  words_status: heard("pending timers and callbacks", "status", "pending", "timers", "callbacks"),
  words_cancel: heard("cancelling timers and callbacks", "cancel"),
  words_goodbye: heard("hanging up", "goodbye", "good bye", "bye", "hang up"),
  words_operator: heard(
    "the operator",
    "operator",
    "receptionist",
    "real person",
    "talk to somebody",
    "speak to somebody",
    "talk to a human",
  ),
  words_refusal: {
    ...heard("a refusal", "not", "never", "don't"),
    description: "Words that withdraw a request to cancel or to hang up.",
  },

  timer_up: withValues(
    ["duration"],
    "Said when a timer is up, if the caller gave no purpose.",
    "Your timer for {duration} is up.",
  ),
  callback: said(
    "Said when a callback is answered, if the caller gave no message.",
    "This is the call that you asked for.",
  ),
  timer_in_call_only: said(
    "Said when a timer is set by a caller whose number may not be dialled.",
    "I can tell you in this call only.",
  ),
  tasks_away: said(
    "Said when timers and callbacks cannot be read or stored.",
    "I cannot access timers and callbacks at the moment. Please try again later.",
  ),
  tasks_full: withValues(
    ["count"],
    "Said to a caller who has reached the maximum number of timers and callbacks.",
    "You have {count} timers and callbacks already. Please cancel one of them first.",
  ),
  schedules_full: said(
    "Said when all callers together have reached the maximum number of timers and callbacks.",
    "I cannot take any more timers or calls right now. Please try again later.",
  ),
  dials_full: said(
    "Said when all callers together have reached the maximum number of calls per hour.",
    "Too many timers and calls are already set around that time. Please choose another time.",
  ),
  dials_of_caller_full: said(
    "Said when a caller, or the number to be called, has reached the maximum number of calls per hour.",
    "You already have too many timers and calls around that time. Please choose another time.",
  ),
  timer_past: said("Said when a timer's time is not in the future.", "A timer needs a time in the future."),
  timer_too_long: said("Said when a timer is too long.", "A timer cannot be longer than a day."),
  callback_time: said(
    "Said when the time of a callback is invalid.",
    "I need the time of day in hours and minutes, such as 9:30 or 17:45.",
  ),
  callback_not_a_number: said(
    "Said when the number of a callback is invalid.",
    "That is not a number that I can call.",
  ),
  callback_whom: said(
    "Said when the caller's number is withheld.",
    "I do not know your number. Tell me which number I should call.",
  ),
  callback_no_number: said(
    "Said when a callback has no number and no caller to take it from.",
    "I do not know which number to call.",
  ),
  callback_refused: said("Said when a number may not be dialled.", "I am not allowed to call that number."),
  callback_past: said("Said when the time of a callback is in the past.", "That time has already passed."),
  callback_too_far: said(
    "Said when a callback is too far in the future.",
    "I cannot plan calls further ahead than a year.",
  ),
  tool_failed: withValues(["tool"], "Said when a tool fails.", "{tool} did not work."),
  tool_too_slow: withValues(["tool"], "Said when a tool exceeds its time limit.", "{tool} took too long."),
  tool_no_answer: withValues(["tool"], "Said when a tool returns an invalid answer.", "{tool} gave no usable answer."),
} as const satisfies Readonly<Record<string, PhraseCategory>>;

export type Occasion = keyof typeof PHRASE_CATEGORIES;
export const OCCASIONS = Object.keys(PHRASE_CATEGORIES) as readonly Occasion[];

export function categoryOf(occasion: Occasion): PhraseCategory {
  return PHRASE_CATEGORIES[occasion];
}
