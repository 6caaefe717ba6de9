import type { Toolbox } from "../toolbox/toolbox.js";
import { type ChoiceOption, matchChoice } from "./match-choice.js";

/** Something that a caller gets by a key or a word, without speech-to-text or a language model. */
export interface MenuItem extends ChoiceOption {
  /** The name of a tool, run without arguments, or somebody to talk to. */
  readonly does: { readonly kind: "tool"; readonly tool: string } | { readonly kind: "operator" };
  /** What its key is offered for: "for the time". */
  readonly press: string;
  /** What one can ask for; of the others the word itself is said. */
  readonly ask?: string;
}

/** What still works while speech-to-text or the language model is away. */
export interface DtmfMenu {
  /** What can be chosen now; a tool that is disabled cannot. */
  readonly items: readonly MenuItem[];
  byKey(key: string): MenuItem | undefined;
  /** The one item that words choose; undefined when they choose none, or several. */
  byWords(text: string): MenuItem | undefined;
  /** The sentences that tell a caller what works; none when that is nothing but hanging up. */
  notice(away: "stt" | "llm"): readonly string[];
}

const tool = (name: string) => ({ kind: "tool", tool: name }) as const;

const ITEMS: readonly MenuItem[] = [
  {
    key: "1",
    value: "time",
    synonyms: ["clock", "date", "what day", "today"],
    does: tool("DATETIME"),
    press: "for the time",
    ask: "the time",
  },
  {
    key: "2",
    value: "weather",
    synonyms: ["temperature", "forecast", "rain", "raining"],
    does: tool("WEATHER"),
    press: "for the weather",
    ask: "the weather",
  },
  {
    key: "3",
    value: "status",
    synonyms: ["pending", "timers", "callbacks"],
    does: tool("STATUS"),
    press: "for your timers",
    ask: "your timers",
  },
  { key: "4", value: "cancel", synonyms: [], does: tool("CANCEL"), press: "to cancel your timers" },
  { key: "9", value: "goodbye", synonyms: ["good bye", "bye", "hang up"], does: tool("HANGUP"), press: "to hang up" },
  {
    key: "0",
    value: "operator",
    synonyms: ["receptionist", "real person", "talk to somebody", "speak to somebody", "talk to a human"],
    does: { kind: "operator" },
    press: "for an operator",
  },
];

/** What cannot be taken back once it is done. */
const FINAL: ReadonlySet<string> = new Set(["cancel", "goodbye"]);
/** "No, thank you, goodbye" is none. */
const REFUSAL = /\b(?:not|never|don['’]?t)\b/i;

const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

export function createDtmfMenu(toolbox: Pick<Toolbox, "find">, hasOperator: boolean): DtmfMenu {
  const isThere = ({ does }: MenuItem) => {
    if (does.kind === "operator") return hasOperator;
    const found = toolbox.find(does.tool);
    return found !== undefined && !found.disabledReason;
  };
  const items = () => ITEMS.filter(isThere);

  return {
    get items() {
      return items();
    },
    byKey: (key) => items().find((item) => item.key === key),
    byWords(text) {
      // "Cancel my timers" names two of them, and means one. "Do not cancel" means none.
      const all = items().filter(({ value }) => !(FINAL.has(value) && REFUSAL.test(text)));
      return (
        matchChoice(text, all) ??
        matchChoice(
          text,
          all.filter(({ value }) => value !== "status"),
        )
      );
    },
    notice(away) {
      const there = items();
      // Whoever can only hang up needs nobody to tell them.
      if (there.every(({ value }) => value === "goodbye")) return [];
      if (away === "stt") {
        const keys = there.map(({ key, press }) => `${DIGITS[Number(key)]} ${press}`);
        return ["I cannot understand speech right now.", `You can press ${listed(keys)}.`];
      }
      const tools = there.filter(({ does }) => does.kind === "tool");
      const asks = tools.flatMap(({ ask }) => ask ?? []);
      const says = tools.filter(({ ask }) => !ask).map(({ value }) => value);
      const ask = asks.length > 0 ? [`ask for ${listed(asks)}`] : [];
      const say = says.length > 0 ? [`say ${listed(says)}`] : [];
      const zero = there.length > tools.length ? ["Or press zero for an operator."] : [];
      return ["I cannot think clearly right now.", `You can still ${[...ask, ...say].join(", or ")}.`, ...zero];
    },
  };
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}`;
}
