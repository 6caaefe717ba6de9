/** Who calls, what is said and what else sounds: with the one cast the ears are tuned, with the other they are judged. */

import { HELD_OUT_NOISES } from "./held-out-noises.js";
import { type Noises, NOISES } from "./noises.js";
import { HELD_OUT_VOICES, TUNED_VOICES, type Voice } from "./voices.js";

export interface Cast {
  readonly callers: readonly Voice[];
  /** The assistant's voices. */
  readonly ours: readonly Voice[];
  readonly orders: readonly string[];
  readonly sentences: readonly string[];
  readonly replies: readonly string[];
  readonly noises: Noises;
}

export const TUNED: Cast = {
  callers: TUNED_VOICES,
  ours: ["slt", "en-gb+f2", "kal16", "en-us+f3"],
  orders: ["Stop.", "Wait.", "No.", "Hello?", "Yes.", "Stop it.", "Hey!", "What?"],
  sentences: [
    "Hold on a moment.",
    "Can I ask something else?",
    "That is not what I meant.",
    "Please stop talking.",
    "Excuse me, one question.",
    "I have changed my mind.",
    "Sorry, who am I talking to?",
    "Never mind that.",
  ],
  replies: [
    "We are open on weekdays from nine to five, and on Saturdays until noon. On public holidays we are closed.",
    "Your order was sent yesterday afternoon, and it should be with you by Thursday. Do you need anything else?",
    "The timer is set for twenty minutes. I will tell you when it is over, even when we are talking about other things.",
    "There are three rooms left for that weekend, two of them with a view of the lake. Breakfast is always included.",
  ],
  noises: NOISES,
};

/** Nothing of it was looked at while a constant was chosen. */
export const HELD_OUT: Cast = {
  callers: HELD_OUT_VOICES,
  ours: ["en-gb-scotland+steph -s 165", "en-us-nyc+m2 -p 40"],
  orders: ["Stop.", "Wait.", "No.", "Enough.", "Cancel.", "Pardon?", "Not now."],
  sentences: [
    "One second please.",
    "I did not ask for that.",
    "Let me say something.",
    "Could you repeat the last part?",
    "Actually I need something else.",
  ],
  replies: [
    "Your parcel is at the post office in Mill Lane. You can collect it until Friday, with any photo identification.",
    "The doctor can see you on Tuesday at half past eight, or on Wednesday in the afternoon. Which would you prefer?",
  ],
  noises: HELD_OUT_NOISES,
};
