import type { Occasion } from "../config/phrase-categories.js";
import type { DtmfMenu } from "./dtmf-menu.js";

type Away = "stt" | "llm";

/** What a caller knows of back ends that are away. One for each conversation. */
export interface Outage {
  /** Whether the caller was told that keys choose from the menu, and nothing has worked since. */
  readonly isTold: boolean;
  /** What to say now that this one has failed: once what works all the same, nothing after that. It counts as told. */
  tell(away: Away): readonly Occasion[];
  /** Everything works again: a reply was made as it should be. */
  end(): void;
}

export function createOutage(menu: DtmfMenu): Outage {
  const told = new Set<Away>();
  return {
    get isTold() {
      return told.size > 0;
    },
    tell(away) {
      if (told.has(away)) return [];
      const notice = menu.notice(away);
      if (notice.length > 0) told.add(away);
      return notice;
    },
    end: () => told.clear(),
  };
}
