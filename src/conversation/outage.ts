import type { Backend } from "../observability/metrics.js";
import type { DtmfMenu, MenuItem } from "./dtmf-menu.js";
import type { Phrasebook } from "./phrasebook.js";

type Away = "stt" | "llm";

/** What a caller can do, and knows, while back ends are away; one per conversation. */
export interface Outage {
  /** Returns the item that a key chooses now; undefined if there is none. Zero reaches the operator at any time. */
  itemForKey(key: string): MenuItem | undefined;
  /** Returns the item that the words choose if the model does not answer; undefined if they choose none. */
  itemForWords(text: string): MenuItem | undefined;
  /**
   * Returns what to say after a failure, of this back end if it is one: that something went wrong and, once, what still
   * works. Counts as told. Empty if no words are known of what failed, and the excuses for that are used up: it may be a
   * television.
   */
  excuse(away: Away | undefined, hadWords: boolean): readonly string[];
  /** Ends a row of excuses for sounds without words: the caller has pressed a key. */
  attended(): void;
  /** Ends the outage: a reply was made as usual. */
  end(): void;
}

export interface OutageNeeds {
  readonly menu: DtmfMenu;
  readonly phrasebook: Phrasebook;
  /** Whether a back end works, as far as is known. */
  readonly isAvailable: (backend: Backend) => boolean;
}

/** Maximum number of excuses in a row for sounds of which no words are known. */
const MAX_WORDLESS = 2;

export function createOutage({ menu, phrasebook, isAvailable }: OutageNeeds): Outage {
  /** The back ends for which the menu of keys has been announced since the last successful reply. */
  const told = new Set<Away>();
  let wordless = 0;

  function notice(away: Away | undefined): readonly string[] {
    if (!away || told.has(away)) return [];
    const occasions = menu.notice(away);
    if (occasions.length > 0) told.add(away);
    return occasions.map((occasion) => phrasebook.pick(occasion));
  }

  return {
    itemForKey(key) {
      const item = menu.byKey(key);
      // While everything works, an accidental key must not cancel timers.
      const isMenuOpen = told.size > 0 || !isAvailable("stt") || !isAvailable("llm");
      return item?.does.kind === "operator" || isMenuOpen ? item : undefined;
    },
    itemForWords: (text) => menu.byWords(text),
    excuse(away, hadWords) {
      wordless = hadWords ? 0 : wordless + 1;
      if (wordless > MAX_WORDLESS) return [];
      const error = phrasebook.pick("errors");
      const all = [error, ...notice(away)];
      // If nothing is cached, says everything: text-to-speech may work. Otherwise no gap may come between phrases.
      return all.every((phrase) => phrasebook.soundOf(phrase)) || !phrasebook.soundOf(error) ? all : [error];
    },
    attended() {
      wordless = 0;
    },
    end() {
      told.clear();
      wordless = 0;
    },
  };
}
