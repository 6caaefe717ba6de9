import type { Occasion } from "../config/phrase-categories.js";
import type { Phrases } from "../config/phrases.js";
import type { Toolbox } from "../toolbox/toolbox.js";
import { isCourtesy } from "../choice/courtesy.js";
import { foldedPhrase, foldText, type FoldedWord } from "../choice/folded-words.js";
import { type Found, longest, PhraseIndex } from "../choice/phrase-index.js";

type Item = "time" | "weather" | "status" | "cancel" | "goodbye" | "operator";

/** An item that a caller chooses by a key or a word, without speech-to-text or a language model. */
export interface MenuItem {
  readonly name: Item;
  readonly key: string;
  /** A tool to run without arguments, or the operator. */
  readonly does: { readonly kind: "tool"; readonly tool: string } | { readonly kind: "operator" };
}

/** The menu that works while speech-to-text or the language model is away. */
export interface DtmfMenu {
  /** Items that can be chosen now; the tool of an item must be enabled. */
  readonly items: readonly MenuItem[];
  byKey(key: string): MenuItem | undefined;
  /** Returns the one item that the words choose; undefined if they choose none, or several. */
  byWords(text: string): MenuItem | undefined;
  /** Returns the phrases that tell a caller what works; empty if only hanging up does. */
  notice(away: "stt" | "llm"): readonly Occasion[];
}

const tool = (name: string) => ({ kind: "tool", tool: name }) as const;

const ITEMS: readonly MenuItem[] = [
  { name: "time", key: "1", does: tool("DATETIME") },
  { name: "weather", key: "2", does: tool("WEATHER") },
  { name: "status", key: "3", does: tool("STATUS") },
  { name: "cancel", key: "4", does: tool("CANCEL") },
  { name: "goodbye", key: "9", does: tool("HANGUP") },
  { name: "operator", key: "0", does: { kind: "operator" } },
];

/** Returns whether a phrase that was found is meant. */
type Meant = (place: Found<MenuItem>, words: readonly FoldedWord[]) => boolean;

/** @param phrases the words that items are asked for by */
export function createDtmfMenu(toolbox: Pick<Toolbox, "find">, hasOperator: boolean, phrases: Phrases): DtmfMenu {
  const isThere = ({ does }: MenuItem) => {
    if (does.kind === "operator") return hasOperator;
    const found = toolbox.find(does.tool);
    return found !== undefined && !found.disabledReason;
  };
  const items = () => ITEMS.filter(isThere);
  const asked = new PhraseIndex<MenuItem>();
  for (const item of ITEMS) for (const phrase of phrases[`words_${item.name}`]) asked.add(foldedPhrase(phrase), item);
  const isIn = (list: readonly string[]) => {
    const index = indexOf(list);
    return (words: readonly FoldedWord[]) => index.in(words).length > 0;
  };
  const [isRefused, namesTask] = [isIn(phrases.words_refusal), isIn([...phrases.words_tasks, ...phrases.words_status])];
  const reporting = indexOf(phrases.words_reporting);
  // What cannot be undone needs more than its word: "Do not hang up" and "Cancel my order" are not meant. A goodbye begins or ends its
  // clause, but for courtesy: "I'll let you go, thank you, goodbye" and "Goodbye, Mrs Smith" are meant, "They called goodbye to me"
  // is not. Many recognisers write no commas: any words may precede a goodbye, but for those that report one of others ("Then they
  // said goodbye").
  const final: Readonly<Partial<Record<Item, Meant>>> = {
    cancel: (place, words) => !isRefused(words) && (namesTask(words) || clauseAround(place, words).every(isCourtesy)),
    goodbye: (place, words) =>
      !isRefused(words) &&
      clauseAround(place, words).some(isCourtesy) &&
      !reporting.in(words).some((report) => isReportedBy(report, place, words)),
  };

  return {
    get items() {
      return items();
    },
    byKey: (key) => items().find((item) => item.key === key),
    byWords(text) {
      const { words } = foldText(text);
      const all = items();
      const onlyOne = (among: readonly MenuItem[]) => {
        const isMeant = (place: Found<MenuItem>) =>
          among.includes(place.means) && (final[place.means.name]?.(place, words) ?? true);
        const named = longest(asked.in(words).filter(isMeant));
        const [item, another] = new Set(named.map(({ means }) => means));
        return another ? undefined : item;
      };
      // "Cancel my timers" names two items and means one.
      return onlyOne(all) ?? onlyOne(all.filter(({ name }) => name !== "status"));
    },
    notice(away) {
      const there = items();
      // A caller who can only hang up needs no notice.
      if (there.every(({ name }) => name === "goodbye")) return [];
      const byKey = away === "stt";
      const offers = there.map(({ name }): Occasion => (byKey || name === "operator" ? `key_${name}` : `ask_${name}`));
      return [`${away}_away`, ...offers];
    },
  };
}

function indexOf(list: readonly string[]): PhraseIndex<true> {
  const index = new PhraseIndex<true>();
  for (const phrase of list) index.add(foldedPhrase(phrase), true);
  return index;
}

/** Folded pronouns of those who talk: what they say is not said by others ("Thanks for what you said, goodbye"), but what they ask for is. */
const TALKING = /^(i|you|we|ich|wir|du|je|j|yo|io)$/;
/** Folded last words of reports of what someone is asked to do: "I told him to hang up". */
const ASKS_TO = /^(to|de|di)$/;

/** Whether words report what is said at a place: right before it, or in its clause, before it with only courtesy between, or behind. */
function isReportedBy(report: Found<true>, { from, to }: Found<MenuItem>, words: readonly FoldedWord[]): boolean {
  const asksTo = ASKS_TO.test(words[report.to - 1]?.word ?? "");
  if (!asksTo && TALKING.test(words[report.from - 1]?.word ?? "")) return false;
  if (report.to === from) return true;
  if (words[report.from]?.clause !== words[from]?.clause) return false;
  return report.from >= to || (report.to < from && isCourtesy(words.slice(report.to, from)));
}

/** The words before and behind a phrase in its clause. */
function clauseAround({ from, to }: Found<MenuItem>, words: readonly FoldedWord[]): readonly (readonly FoldedWord[])[] {
  const isIn = ({ clause }: FoldedWord) => clause === words[from]?.clause;
  return [words.slice(0, from).filter(isIn), words.slice(to).filter(isIn)];
}
