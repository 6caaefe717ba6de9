import type { Occasion } from "../config/phrase-categories.js";
import type { DtmfMenu } from "./dtmf-menu.js";

type Away = "stt" | "llm";

/** What a caller knows about back ends that are away; one per conversation. */
export interface Outage {
  /** Whether the caller was told that keys choose from the menu, and no reply has succeeded since. */
  readonly isTold: boolean;
  /**
   * Returns what to say after this back end has failed: what still works, the first time; nothing after that. Counts as
   * told.
   */
  tell(away: Away): readonly Occasion[];
  /** Ends the outage: a reply was made as usual. */
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
