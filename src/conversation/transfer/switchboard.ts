import type { Directory } from "../../directory/directory.js";
import type { DirectoryEntry } from "../../directory/entry.js";
import { dialableNumber, isDialable, isPlainNumber, isSameNumber } from "../../kernel/dialable-number.js";
import type { Scope } from "../../kernel/scope.js";
import type { Dialled, Dialler, DeviceState, UnansweredOutcome } from "../../telephony/dialler.js";
import type { Party } from "../../telephony/line.js";

/** Whom callers can be put through to, and the way to them. */
export interface Switchboard {
  readonly directory: Directory;
  /** Whom callers reach by the key zero. */
  readonly operator: DirectoryEntry | undefined;
  /**
   * Returns whom a program means by a name or a number: the entry of that name or number, or else the number alone. Undefined
   * if no entry has the name, or several have.
   */
  destination(nameOrNumber: string): DirectoryEntry | undefined;
  /**
   * Rings a colleague once. No outcome is an error.
   *
   * @param caller the caller id that they see
   * @param scope its end hangs up on them, and their hanging up ends it
   */
  ring(entry: DirectoryEntry, caller: Party, scope: Scope): Promise<Dialled>;
  /** Whether the dial rules forbid a number, or an extension of the dialplan, to everyone. */
  readonly isDenied: (number: string) => boolean;
  /** Returns whether a colleague is free, as far as the telephone system knows. Never rejects. */
  deviceState(entry: DirectoryEntry, signal: AbortSignal): Promise<DeviceState>;
}

export interface SwitchboardNeeds extends Pick<Switchboard, "directory" | "isDenied"> {
  readonly operatorExtension: string | undefined;
  readonly dialler: Pick<Dialler, "dial" | "newChannelId" | "deviceState">;
  /** The caller id that colleagues see if the caller's number is withheld. */
  readonly own: Party;
}

/** What the log says of a number that is denied. */
export const DENIED = "denied by DIAL_RULES";
const UNLISTED_RINGS_MS = 25_000;

export function createSwitchboard(needs: SwitchboardNeeds): Switchboard {
  const { directory, operatorExtension, dialler, own, isDenied } = needs;
  return {
    directory,
    isDenied,
    operator: operatorExtension === undefined ? undefined : entryAt(operatorExtension, directory),
    destination(nameOrNumber) {
      const [entry, another] = directory.named(nameOrNumber);
      if (entry) return another ? undefined : entry;
      const number = dialableNumber(nameOrNumber);
      return number !== undefined && isPlainNumber(number) ? entryAt(number, directory) : undefined;
    },
    ring({ number = "", ringTimeoutMs }, caller, scope) {
      if (isDenied(number)) return notReached("failed", DENIED);
      return dialler.dial({
        number,
        channelId: dialler.newChannelId(),
        ringTimeoutMs,
        callerId: isDialable(caller.number) ? caller : own,
        scope,
        onRinging: () => {},
      });
    },
    deviceState: async ({ number }, signal) => (number === undefined ? "unknown" : dialler.deviceState(number, signal)),
  };
}

/** Returns a switchboard that reaches no one, for callers who cannot be put through. */
export function withoutTelephones(switchboard: Switchboard, why: string): Switchboard {
  return { ...switchboard, ring: () => notReached("failed", why) };
}

/** Returns the entry of a number. One that is not in the directory has no name, and takes calls unannounced. */
function entryAt(number: string, { entries }: Directory): DirectoryEntry {
  const listed = entries.find((entry) => entry.number !== undefined && isSameNumber(entry.number, number));
  return (
    listed ?? {
      ...{ name: "", also: [], department: "", music: "default", isOpen: () => true },
      ...{ mode: "blind", number, place: undefined, ringTimeoutMs: UNLISTED_RINGS_MS },
    }
  );
}

function notReached(outcome: UnansweredOutcome, detail: string): Promise<Dialled> {
  return Promise.resolve({ kind: "not_answered", outcome, detail });
}
