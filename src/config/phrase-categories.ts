/** One occasion to say something. */
export interface PhraseCategory {
  /** One sentence for the docs: when it is said, or heard. */
  readonly description: string;
  readonly default: readonly string[];
  /** What may stand in it in braces. */
  readonly values?: readonly string[];
  /** Words that are listened for, and never said. */
  readonly isHeard?: boolean;
}

const said = (when: string, ...phrases: readonly string[]): PhraseCategory => ({ description: when, default: phrases });
const withValues = (values: readonly string[], when: string, phrase: string): PhraseCategory => ({
  ...said(when, phrase),
  values,
});
const heard = (what: string, ...words: readonly string[]): PhraseCategory => ({
  description: `Words that stand for ${what} while there is no language model.`,
  default: words,
  isHeard: true,
});
const key = (what: string, phrase: string) => said(`Offers the key for ${what} while a back end is away.`, phrase);
const ask = (what: string, phrase: string) => said(`Offers ${what} while there is no language model.`, phrase);

/** Every sentence that is the product's own, with its default; what models, tools and programs say is theirs. */
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
  resumed: said(
    "Said when a call goes on that the service had lost for a moment; what was cut off is said after it.",
    "Sorry, we were cut off for a moment.",
  ),
  resumed_unheard: said(
    "The same where the caller's question was lost with it.",
    "Sorry, I lost you for a moment. Could you say that again?",
  ),
  acknowledgments: said("Said when an answer was understood.", "Okay.", "All right.", "Got it."),
  thinking: said("Said when the reply takes a while.", "One moment, please.", "Let me see.", "Just a second."),
  errors: said(
    "Said when a back end fails.",
    "I am sorry, something went wrong on my side. Please try again.",
    "Sorry, I cannot do that right now. Please try again in a moment.",
  ),
  followups: said(
    "Said when the caller has been silent for long.",
    "Are you still there?",
    "Is there anything else I can do for you?",
  ),
  not_understood: said(
    "Said when nothing was understood of what the caller said.",
    "Sorry, I did not catch that. Could you say it again?",
  ),
  not_done: said(
    "Said when the language model keeps calling a tool in a way that cannot be.",
    "I am sorry, I could not get that done.",
  ),

  putting_through: said("Said while the operator's telephone rings.", "One moment, I am putting you through."),
  no_operator: said(
    "Said when the operator cannot be reached.",
    "Nobody can be reached there right now. How else can I help you?",
  ),

  stt_away: said(
    "Said, before the keys are offered, when speech-to-text fails.",
    "I cannot understand speech right now.",
  ),
  key_time: key("the time (1)", "Press one for the time."),
  key_weather: key("the weather (2)", "Press two for the weather."),
  key_status: key("what is pending (3)", "Press three for your timers."),
  key_cancel: key("cancelling that (4)", "Press four to cancel your timers."),
  key_goodbye: key("hanging up (9)", "Press nine to hang up."),
  key_operator: key("the operator (0)", "Or press zero for an operator."),
  llm_away: said(
    "Said, before what still works is offered, when the language model fails.",
    "I cannot think clearly right now.",
  ),
  ask_time: ask("the time", "You can still ask for the time."),
  ask_weather: ask("the weather", "You can ask for the weather."),
  ask_status: ask("what is pending", "You can ask for your timers."),
  ask_cancel: ask("cancelling that", "Say cancel to cancel your timers."),
  ask_goodbye: ask("hanging up", "Say goodbye to hang up."),
  words_time: heard("the time", "time", "clock", "date", "what day", "today"),
  words_weather: heard("the weather", "weather", "temperature", "forecast", "rain", "raining"),
  words_status: heard("what is pending", "status", "pending", "timers", "callbacks"),
  words_cancel: heard("cancelling it", "cancel"),
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
    description: "Words that mean that nothing is to be cancelled, or hung up, after all.",
  },

  timer_up: withValues(
    ["duration"],
    "What a timer says unless the caller said what it is for.",
    "Your timer for {duration} is up.",
  ),
  callback: said("What a callback says unless the caller said what.", "This is the call that you asked for."),
  timer_in_call_only: said(
    "Said with a timer of somebody whose number may not be dialled.",
    "I can tell you in this call only.",
  ),
  tasks_away: said(
    "Said when timers and callbacks cannot be read or kept.",
    "I cannot get at timers and callbacks at the moment. Please try again later.",
  ),
  tasks_full: withValues(
    ["count"],
    "Said to somebody who has set as many as there may be.",
    "You have {count} timers and callbacks already. Cancel one of them first.",
  ),
  schedules_full: said(
    "Said when there are as many timers and callbacks, of everybody, as there may be.",
    "There are as many timers and calls to come already as I can keep. Please try again later.",
  ),
  dials_full: said(
    "Said when callers have as many calls placed within an hour as they may.",
    "There are as many timers and calls around that time already as I may set. Another time would do.",
  ),
  dials_of_caller_full: said(
    "Said when a caller, or the number to be called, has as many calls placed within an hour as there may be.",
    "You have as many timers and calls around that time already as I may set. Another time would do.",
  ),
  timer_past: said("Said when a timer's time is no time to come.", "A timer needs a time that is still to come."),
  timer_too_long: said("Said when a timer is to be too long.", "A timer cannot be longer than a day."),
  callback_time: said(
    "Said when the time of a callback is none.",
    "I need the time of day in hours and minutes, such as 9:30 or 17:45.",
  ),
  callback_not_a_number: said("Said when a callback is to go to no number.", "That is not a number that I can call."),
  callback_whom: said(
    "Said when the caller's number is withheld.",
    "I do not know your number. Tell me which number I should call.",
  ),
  callback_no_number: said(
    "Said when nobody has called, and no number is given.",
    "I do not know which number to call.",
  ),
  callback_refused: said("Said when a number may not be dialled.", "I am not allowed to call that number."),
  callback_past: said("Said when the time of a callback is past.", "That time is past already."),
  callback_too_far: said("Said when a callback is to be too late.", "I cannot plan calls further ahead than a year."),
  tool_failed: withValues(["tool"], "Said when a tool breaks.", "{tool} did not work."),
  tool_too_slow: withValues(["tool"], "Said when a tool takes longer than it may.", "{tool} took too long."),
  tool_no_answer: withValues(["tool"], "Said when a tool answers with nonsense.", "{tool} gave no usable answer."),
} as const satisfies Readonly<Record<string, PhraseCategory>>;

export type Occasion = keyof typeof PHRASE_CATEGORIES;
export const OCCASIONS = Object.keys(PHRASE_CATEGORIES) as readonly Occasion[];

export function categoryOf(occasion: Occasion): PhraseCategory {
  return PHRASE_CATEGORIES[occasion];
}
