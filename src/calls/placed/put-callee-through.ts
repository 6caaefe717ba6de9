import type { Phrases } from "../../config/phrases.js";
import type { ConversationResources } from "../../conversation/conversation.js";
import { createConversation } from "../../conversation/create-conversation.js";
import type { Switchboard } from "../../conversation/transfer/switchboard.js";
import { loggedAs, nameOf, putThrough } from "../../conversation/transfer/transfer-caller.js";
import type { DirectoryEntry } from "../../directory/entry.js";
import { onAbort } from "../../kernel/abort.js";
import { isPlainNumber } from "../../kernel/dialable-number.js";
import { Ending } from "../../kernel/ending.js";
import type { Scope } from "../../kernel/scope.js";
import type { TransferOutcome } from "../../records/call-record.js";
import type { Line } from "../../telephony/line.js";
import { beginTurn } from "../../turn-taking/turn.js";
import type { Call } from "../record/call.js";
import { keepRecord, keptSoon } from "../record/keep-call.js";
import { noteTransfer, type NoteTransferNeeds } from "../live/note-transfer.js";

export interface PutCalleeThroughNeeds extends NoteTransferNeeds {
  readonly resources: ConversationResources;
  readonly phrases: Phrases;
  readonly switchboard?: Switchboard | undefined;
}

/** What a callee has chosen. */
export interface ChosenTransfer {
  /** A name of the directory, or a number. */
  readonly destination: string;
  /** What the colleague is told the call is about. */
  readonly reason: string;
}

/**
 * Puts a callee through to whom they have chosen, and resolves when one of the two has hung up. A callee who is not put through
 * is told so, and hears a goodbye.
 *
 * The attempt is stored before the colleague's telephone rings. If the process dies in it, the next one does not ring again.
 *
 * @param scope the call's
 * @returns how the attempt ended
 * @throws the scope's ending
 */
export async function putCalleeThrough(
  line: Line,
  { destination, reason }: ChosenTransfer,
  { call, scope }: { readonly call: Call; readonly scope: Scope },
  needs: PutCalleeThroughNeeds,
): Promise<TransferOutcome> {
  const { resources, phrases, switchboard, liveCalls, records, log } = needs;
  const { transcript, span } = call;
  await using own = scope.child("transfer");
  const onTransfer = (to: string, outcome: TransferOutcome | undefined) => {
    if (outcome) noteTransfer(to, outcome, { call, scope }, needs); // That it begins is stored before anyone is rung.
  };
  const parts = { line, transcript, log, span, phrases, scope: own };
  const conversation = createConversation(resources, { ...parts, switchboard, onTransfer });
  const { phrasebook, transfers, voice } = conversation;
  const say = (...sentences: string[]) => voice.sayAsTurn(sentences, beginTurn(own));

  const entry = switchboard?.destination(destination);
  const to = entry ? nameOf(entry) : destination;
  const outcome = await attempt();
  scope.signal.throwIfAborted(); // The callee may be the one who has hung up.
  if (outcome === "transferred") return outcome;
  const name = entry?.name || spelledOut(to);
  await say(
    ...(outcome === "cancelled" ? [] : [phrasebook.pick("unreachable", { name })]),
    phrasebook.pick("goodbyes"),
  );
  return outcome;

  async function attempt(): Promise<TransferOutcome> {
    const { transferredTo, transferOutcome } = call.record;
    if (transferOutcome !== undefined) return transferOutcome;
    if (transferredTo !== undefined) return fails("The previous process stopped during the transfer.");
    if (!entry) return fails("The directory has no entry of this name, or more than one.");
    const absence = await transfers?.absenceOf(entry, own.signal);
    if (absence === "closed") return fails("The destination is closed at this time.");
    if (absence === "busy") return fails("The destination's telephone is in use.", "busy");
    await say(entry.name ? phrasebook.pick("transfer_to", { name: entry.name }) : phrasebook.pick("putting_through"));
    call.putThrough(to, undefined);
    await keptSoon(keepRecord(call, records, log), own.signal);
    return connect(entry);
  }

  function fails(why: string, outcome: TransferOutcome = "failed"): TransferOutcome {
    log.warn("transfer_failed", why, { ...loggedAs(entry ?? { name: "", number: destination }), outcome });
    if (entry) resources.metrics.transferred(entry.mode, outcome);
    onTransfer(to, outcome);
    return outcome;
  }

  /** A process that stops brings a waiting callee back for the goodbye. */
  async function connect(to: DirectoryEntry): Promise<TransferOutcome> {
    const turn = beginTurn(own);
    const stop = onAbort(liveCalls.windDown, () => {
      if (turn.farewell === undefined) turn.scope.end(new Ending("interrupted", "The service is shutting down."));
    });
    try {
      return await putThrough({ entry: to, reason, isTold: true }, turn, conversation);
    } catch (error) {
      own.signal.throwIfAborted();
      if (!turn.scope.ending) throw error;
      return "cancelled";
    } finally {
      stop();
      turn.scope.end();
    }
  }
}

/** Returns a number as it is spoken, digit by digit. */
function spelledOut(number: string): string {
  return isPlainNumber(number) ? [...number].join(" ") : number;
}
