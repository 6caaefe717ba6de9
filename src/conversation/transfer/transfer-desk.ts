import type { DirectoryEntry } from "../../directory/entry.js";
import { withDeadline } from "../../kernel/deadline.js";
import type { TransferAnswer, TransferRequest } from "../../toolbox/tool-context.js";
import type { Phrasebook } from "../phrasebook.js";
import type { Switchboard } from "./switchboard.js";
import type { Transfer } from "../../turn-taking/turn.js";

/** The switchboard as one call uses it. */
export interface TransferDesk {
  readonly switchboard: Switchboard;
  /**
   * Finds whom a caller asks for.
   *
   * @returns what the caller is told and, if they are put through after that, to whom
   */
  find(
    request: TransferRequest,
    signal: AbortSignal,
  ): Promise<{ readonly answer: TransferAnswer; readonly transfer?: Transfer }>;
}

/** Maximum wait for the state of a colleague's telephone, in ms. The call itself shows the truth. */
const STATE_MS = 500;
/** Maximum length of a name that is repeated to the caller, in characters: it is the model's. */
const MAX_NAME = 60;

/**
 * @param language code of the call's language, for lists of names
 */
export function createTransferDesk(switchboard: Switchboard, phrasebook: Phrasebook, language: string): TransferDesk {
  /** Those that the caller was last asked about. */
  let asked: readonly DirectoryEntry[] = [];
  const tell = (
    occasion:
      | "transfer_to"
      | "transfer_closed"
      | "transfer_which"
      | "transfer_unknown"
      | "transfer_busy"
      | "transfer_away",
    values: Readonly<Record<string, string>>,
  ) => ({
    answer: {
      isUnderWay: occasion === "transfer_to",
      message: phrasebook.pick(occasion, values),
    },
  });

  return {
    switchboard,
    async find({ name, reason }, signal) {
      const found = switchboard.directory.find(name, asked);
      if (found.kind === "none") return tell("transfer_unknown", { name: name.slice(0, MAX_NAME) });
      if (found.kind === "unsure") {
        asked = found.entries;
        return tell("transfer_which", { names: listed(found.entries) });
      }
      const { entry } = found;
      if (!entry.isOpen(Date.now())) return tell("transfer_closed", { name: entry.name });
      const state = await withDeadline(STATE_MS, signal, "the state of a telephone", (limit) =>
        switchboard.deviceState(entry, limit),
      ).catch(() => "unknown");
      signal.throwIfAborted();
      if (state === "busy") return tell("transfer_busy", { name: entry.name });
      if (state === "unreachable") return tell("transfer_away", { name: entry.name });
      return { ...tell("transfer_to", { name: entry.name }), transfer: { entry, reason, isTold: true } };
    },
  };

  function listed(entries: readonly DirectoryEntry[]): string {
    const names = entries.map(({ name, department }) => [name, department].filter(Boolean).join(", "));
    return new Intl.ListFormat(language, { type: "disjunction" }).format(names);
  }
}
