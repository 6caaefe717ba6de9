import type { DirectoryEntry } from "../../directory/entry.js";
import { Ending } from "../../kernel/ending.js";
import { describe } from "../../kernel/errors.js";
import type { Scope } from "../../kernel/scope.js";
import type { Facts, Log } from "../../observability/log.js";
import type { TransferOutcome } from "../../records/call-record.js";
import type { Unanswered } from "../../telephony/dialler.js";
import type { Line } from "../../telephony/line.js";
import type { Absence, Transfer, Turn } from "../../turn-taking/turn.js";
import type { Conversation } from "../conversation.js";
import type { Phrasebook } from "../phrasebook.js";
import { traceTurn } from "../turn-trace.js";
import { AFTER_A_WAIT } from "../voice.js";
import { type BriefingNeeds, prepareBriefing } from "./brief-colleague.js";
import { takesMessages } from "./caller-message.js";
import { holdCaller } from "./hold-caller.js";
import { DENIED } from "./switchboard.js";
import { type MessageNeeds, takeMessage } from "./take-message.js";

export type PutThroughNeeds = BriefingNeeds & Pick<Conversation, "transfers" | "onTransfer" | "metrics" | "log">;
export type TransferNeeds = PutThroughNeeds & MessageNeeds & Pick<Conversation, "isAvailable" | "voice" | "span">;

/** Key by which a caller who waits for a colleague comes back to the assistant. */
const COME_BACK = "*";

/** Why caller and colleague were not connected. */
type Failure = Exclude<TransferOutcome, "transferred">;

/** Transfers the caller as a separate turn, after the reply that announced it. */
export async function transferAsTurn(transfer: Transfer, turn: Turn, call: TransferNeeds): Promise<void> {
  traceTurn(turn, call.span, "phrase");
  call.transcript.assistantBegins(turn.spoken);
  try {
    await transferCaller(transfer, turn, call);
  } finally {
    call.transcript.assistantSaid(turn.spoken);
  }
}

/**
 * Puts the caller through in the way that the destination asks for, and keeps them connected until one of the two hangs up,
 * which ends the call. If no one takes them, they can leave a message if one can be taken, otherwise they are told why, and the
 * conversation continues. Meanwhile they cannot take the floor: what they say is not meant for us. The key `*` brings them back.
 */
export async function transferCaller(transfer: Transfer, turn: Turn, call: TransferNeeds): Promise<void> {
  const { entry, absence } = transfer;
  turn.ignoresCaller = true;
  turn.audible = true;
  if (absence) return await makeUpFor(absence, transfer, turn, call);
  const outcome = await putThrough(transfer, turn, call);
  if (outcome !== "transferred") await makeUpFor(outcome, { entry, isTold: false }, turn, call);
}

/**
 * Puts the caller through, and resolves when one of the two has hung up; or resolves with why they were not connected. They hear
 * no silence meanwhile. The outcome is reported as soon as it is known.
 *
 * @throws the turn's ending
 */
export async function putThrough(transfer: Transfer, turn: Turn, call: PutThroughNeeds): Promise<TransferOutcome> {
  const { entry } = transfer;
  const to = nameOf(entry);
  const facts = { ...loggedAs(entry), mode: entry.mode };
  call.log.info("transfer", "The caller is being put through", facts);
  call.onTransfer?.(to, undefined);
  const report = (outcome: TransferOutcome) => {
    call.metrics.transferred(entry.mode, outcome);
    call.onTransfer?.(to, outcome);
  };
  let outcome: TransferOutcome;
  try {
    outcome = await connect(transfer, turn, call, () => {
      turn.farewell = "transferred";
      report("transferred");
      call.log.info("transferred", "The caller has been put through", facts);
    });
  } catch (error) {
    if (turn.farewell !== "transferred" && turn.scope.ending) report("cancelled");
    turn.scope.signal.throwIfAborted();
    call.log.error("transfer_failed", describe(error), { ...facts, outcome: "failed" });
    outcome = "failed";
  }
  if (outcome !== "transferred") report(outcome);
  return outcome;
}

/** Returns the name of a destination, or its number if it has none. */
export function nameOf({ name, number = "" }: DirectoryEntry): string {
  return name || number;
}

/** The facts of a destination in the log, which may mask a number: `to`, or `destination` if it has no name. */
export function loggedAs({ name, number = "" }: Pick<DirectoryEntry, "name" | "number">): Facts {
  return name ? { to: name } : { destination: number };
}

/** Takes a message of a caller who was not put through, if one can be left; otherwise tells them why. */
async function makeUpFor(
  failure: Failure | Absence,
  transfer: Pick<Transfer, "entry" | "isTold" | "absence">,
  turn: Turn,
  call: TransferNeeds,
): Promise<void> {
  const { entry, absence } = transfer;
  const { name } = entry;
  const isOffered = failure !== "cancelled" && takesMessages(entry, call);
  const left = isOffered ? await takeMessage(transfer, turn, call) : undefined;
  turn.ignoresCaller = false;
  const why = isOffered && absence ? "away" : failure;
  const told = left ? call.phrasebook.pick(left, { name }) : apology(why, name, call.phrasebook);
  await call.voice.say([told], turn, AFTER_A_WAIT);
}

async function connect(
  { entry, reason, isTold }: Transfer,
  turn: Turn,
  call: PutThroughNeeds,
  onConnected: () => void,
): Promise<TransferOutcome> {
  const { line, log, transfers } = call;
  if (!transfers) return "failed";
  if (entry.place) {
    const isDenied = transfers.switchboard.isDenied(entry.place.extension);
    if (!isDenied && (await line.continueAt(entry.place))) {
      onConnected();
      return "transferred";
    }
    const why = isDenied ? DENIED : "The dialplan has no such place, or Asterisk refused it";
    log.warn("transfer_failed", why, { ...entry.place });
    return "failed";
  }
  await using reaching = turn.scope.child("colleague");
  await using waiting = turn.scope.child("hold");
  const ignoreKeys = line.onKey(
    (key) => key === COME_BACK && reaching.end(new Ending("interrupted", "the caller came back")),
  );
  reaching.onEnd(ignoreKeys);
  const lead = isTold ? undefined : call.phrasebook.soundOf(call.phrasebook.pick("putting_through"));
  void waiting.run(holdCaller(line, entry, waiting, lead)).catch(() => {});
  const briefing = entry.mode === "warm" ? prepareBriefing(reason, call, reaching.signal) : undefined;
  briefing?.catch(() => {}); // The colleague may not answer.
  const dialled = await transfers.switchboard.ring(entry, line.caller, reaching);
  turn.scope.signal.throwIfAborted();
  if (dialled.kind === "not_answered") return notReached(dialled, reaching, log);
  if (briefing) {
    const isTaken = await answerOf(async () => (await briefing)(dialled.line, reaching), reaching);
    if (!isTaken) return whyNotMet(reaching, turn) ?? "declined";
  }
  waiting.end();
  await waiting.closed; // Music ends by a request, during which either of the two can leave.
  ignoreKeys(); // From here on keys are for whom they talk to, such as a mailbox.
  const left = whyNotMet(reaching, turn) ?? (await joinWith(dialled.line));
  if (left) return left;
  onConnected();
  await reaching.closed;
  return "transferred";

  async function joinWith(theirs: Line): Promise<Failure | undefined> {
    try {
      await line.join(theirs);
      turn.scope.signal.throwIfAborted();
      return undefined;
    } catch (error) {
      const why = whyNotMet(reaching, turn);
      if (why) return why;
      throw error;
    }
  }
}

/**
 * Returns why a colleague who has answered does not get to the caller: the caller came back, or the colleague has gone.
 * Undefined while both are there.
 *
 * @throws the turn's ending · why the colleague's line failed
 */
function whyNotMet(reaching: Scope, turn: Turn): Failure | undefined {
  turn.scope.signal.throwIfAborted();
  const { ending } = reaching;
  if (!ending) return undefined;
  if (ending.kind === "failed") throw ending;
  return ending.kind === "interrupted" ? "cancelled" : "declined";
}

/** Returns a colleague's answer; `false` if they hang up, or the caller comes back. */
async function answerOf(ask: () => Promise<boolean>, reaching: Scope): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    if (!reaching.ending) throw error;
    return false;
  }
}

function notReached({ outcome, detail }: Unanswered, reaching: Scope, log: Log): Failure {
  if (reaching.ending?.kind === "interrupted") return "cancelled";
  log.warn("transfer_failed", detail, { outcome });
  return outcome === "cancelled" ? "failed" : outcome;
}

/** Returns what to tell a caller who was not put through. */
function apology(failure: Failure | Absence | "away", name: string, phrasebook: Phrasebook): string {
  if (failure === "cancelled") return phrasebook.pick("transfer_back");
  if (!name) return phrasebook.pick("no_operator");
  return phrasebook.pick(`transfer_${failure}`, { name });
}
