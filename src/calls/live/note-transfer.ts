import { onAbort } from "../../kernel/abort.js";
import type { TransferOutcome } from "../../records/call-record.js";
import { keepRecord } from "../record/keep-call.js";
import type { LiveCall, LiveCalls } from "./live-calls.js";
import { handOverCall, type HandOverNeeds } from "./hand-over-call.js";
import type { RunCallNeeds } from "./run-call.js";

export interface NoteTransferNeeds extends HandOverNeeds {
  readonly records: HandOverNeeds["records"] & RunCallNeeds["records"];
  readonly liveCalls: Pick<LiveCalls, "windDown" | "handOver">;
}

/**
 * Records that an attempt to put the other side of a call through has begun, or how it has ended. People who are connected need
 * no controller: they keep talking when the process leaves, and the next one records their end.
 */
export function noteTransfer(
  to: string,
  outcome: TransferOutcome | undefined,
  { call, scope }: Pick<LiveCall, "call" | "scope">,
  needs: NoteTransferNeeds,
): void {
  const { liveCalls, records, log } = needs;
  call.putThrough(to, outcome);
  const isConnected = outcome === "transferred" && !scope.ending;
  if (isConnected) call.goesOn("put_through");
  void keepRecord(call, records, log);
  if (!isConnected) return;
  const handOn = () => void handOverCall({ call, scope }, needs);
  for (const leaving of [liveCalls.windDown, liveCalls.handOver]) scope.onEnd(onAbort(leaving, handOn));
}
