import { Ending } from "../kernel/ending.js";
import type { CallStore } from "../records/stores.js";
import { isFinalStatus } from "./call-state.js";
import type { LiveCalls } from "./live-calls.js";

const TAKEN = "Another controller took this one for dead, and has written the call off.";

export interface LostCallsNeeds {
  readonly liveCalls: LiveCalls;
  readonly records: Pick<CallStore, "findCall" | "takeCall">;
  /** Whether a channel is still with this process; undefined while that cannot be asked. */
  readonly serves: (channelId: string) => Promise<boolean | undefined>;
}

/**
 * Sees to the live calls of `former`, which this process was until it was taken for dead. Those that nobody has taken go on as
 * `owner`'s. Of the others, one whose channel another controller has by now, and goes on with, is let go of. Those that were
 * placed end here: they were reported as failed, and whoever asked may call again. A conversation with somebody who called is
 * won back as long as it is not written off; one that was written off goes on, and how it ends is not kept.
 *
 * @throws {AttendantError} `store_unavailable`
 */
export async function seeToLostCalls(
  former: string,
  owner: string,
  { liveCalls, records, serves }: LostCallsNeeds,
): Promise<void> {
  for (const { call, scope } of [...liveCalls.all()]) {
    const { callId, direction, channelId, answeredAt } = call.record;
    if (call.record.owner !== former) continue;
    const kept = await records.findCall(callId);
    if (!kept || kept.owner === owner || kept.owner === former) call.belongsTo(owner);
    else {
      const isHere = channelId === null || answeredAt === null ? undefined : await serves(channelId);
      const isOver = isFinalStatus(kept.status);
      if (isHere === false && !isOver) scope.end(new Ending("taken_over", "Another controller goes on with the call."));
      else if (direction === "outbound") scope.end(new Ending("failed", TAKEN));
      else if (isHere && !isOver && (await records.takeCall(callId, kept.owner, owner))) call.belongsTo(owner);
    }
  }
}
