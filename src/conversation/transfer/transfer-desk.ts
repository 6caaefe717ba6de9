import type { DirectoryEntry } from "../../directory/entry.js";
import { withDeadline } from "../../kernel/deadline.js";
import type { TransferAnswer, TransferRequest } from "../../toolbox/tool-context.js";
import type { Phrasebook } from "../phrasebook.js";
import type { Switchboard } from "./switchboard.js";
import type { Absence, Transfer } from "../../turn-taking/turn.js";

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
  /**
   * Returns why someone cannot be reached now; undefined if a call may reach them. A hint reports their telephone alone, while
   * the dialplan may lead the call on to another one or to a mailbox: so a telephone's state counts only if it is busy, and only
   * for a warm transfer, which would interrupt a conversation.
   */
  absenceOf(entry: DirectoryEntry, signal: AbortSignal): Promise<Absence | undefined>;
}

/** Maximum wait for the state of a colleague's telephone, in ms. The call itself shows the truth. */
const STATE_MS = 500;
/** Maximum length of a name that is repeated to the caller, in characters: it is the model's. */
const MAX_NAME = 60;

export interface TransferDeskNeeds {
  readonly switchboard: Switchboard;
  readonly phrasebook: Phrasebook;
  /** Code of the call's language, for lists of names. */
  readonly language: string;
  /** Whether a caller can leave a message for someone who is not there. */
  readonly takesMessages: (entry: DirectoryEntry) => boolean;
  /** ms since the epoch; the clock by which someone's hours are looked at. */
  readonly now: () => number;
}

export function createTransferDesk(needs: TransferDeskNeeds): TransferDesk {
  const { switchboard, phrasebook, language, takesMessages, now } = needs;
  /** Those that the caller was asked about, until it is clear who is meant. */
  let asked: readonly DirectoryEntry[] = [];
  const tell = (
    occasion:
      | "transfer_to"
      | "transfer_closed"
      | "transfer_which"
      | "transfer_unknown"
      | "transfer_busy"
      | "unreachable",
    values: Readonly<Record<string, string>>,
  ) => ({
    answer: {
      isUnderWay: occasion === "transfer_to" || occasion === "unreachable",
      message: phrasebook.pick(occasion, values),
    },
  });

  return {
    switchboard,
    absenceOf,
    async find({ name, reason }, signal) {
      const found = switchboard.directory.find(name, asked);
      if (found.kind === "none") return tell("transfer_unknown", { name: name.slice(0, MAX_NAME) });
      if (found.kind === "unsure") {
        asked = found.entries;
        return tell("transfer_which", { names: listed(found.entries) });
      }
      const { entry } = found;
      asked = [];
      const absence = await absenceOf(entry, signal);
      if (!absence) return { ...tell("transfer_to", { name: entry.name }), transfer: { entry, reason, isTold: true } };
      if (!takesMessages(entry)) return tell(`transfer_${absence}`, { name: entry.name });
      const transfer = { entry, reason, isTold: true, absence };
      return { ...tell("unreachable", { name: entry.name }), transfer };
    },
  };

  async function absenceOf(entry: DirectoryEntry, signal: AbortSignal): Promise<Absence | undefined> {
    if (!entry.isOpen(now())) return "closed";
    if (entry.mode !== "warm") return undefined;
    const state = await withDeadline(STATE_MS, signal, "the state of a telephone", (limit) =>
      switchboard.deviceState(entry, limit),
    ).catch(() => "unknown");
    signal.throwIfAborted();
    return state === "busy" ? "busy" : undefined;
  }

  function listed(entries: readonly DirectoryEntry[]): string {
    const names = entries.map(({ name, department }) => [name, department].filter(Boolean).join(", "));
    return new Intl.ListFormat(language, { type: "disjunction" }).format(names);
  }
}
