import type { Occasion } from "../config/phrase-categories.js";
import { asksWhetherPerson, languageAskedFor } from "../locales/asked.js";
import { primaryLanguage } from "../locales/locales.js";
import type { Turn } from "../turn-taking/turn.js";
import type { Conversation } from "./conversation.js";
import { runMenuItem } from "./run-menu-item.js";
import { AFTER_A_WAIT } from "./voice.js";

/**
 * Returns how to answer words without the model; undefined if the model is to answer. A caller gets the language they ask
 * for, and the truth when they ask whether they talk to a person. While there is no model, words that name a menu item
 * run its tool.
 *
 * @param since when the caller fell silent, on the clock of `performance.now()`
 */
export function ruledAnswer(
  heard: string,
  turn: Turn,
  call: Conversation,
  since: number,
): (() => Promise<void>) | undefined {
  const say = (occasion: Occasion) => call.voice.say([call.phrasebook.pick(occasion)], turn, AFTER_A_WAIT);
  const language = languageAskedFor(heard, call.transcript.hasAsked);
  const isOther = language !== undefined && language !== primaryLanguage(call.language);
  if (isOther && call.onLanguage) {
    const { onLanguage } = call;
    return async () => {
      if (onLanguage(language)) turn.farewell = "language";
      else await say("not_done");
    };
  }
  if (asksWhetherPerson(heard)) return () => say("no_person");
  const item = call.isAvailable("llm") ? undefined : call.outage.itemForWords(heard);
  return item && (() => runMenuItem(item, turn, call, since));
}
