import { monitored } from "../turn-taking/monitored-line.js";
import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import type { CallRecord } from "../records/call-record.js";
import type { Line } from "../telephony/line.js";
import { type ConcludeNeeds, concludeCall, type Conclusion, conclusionOf } from "./conclude-call.js";
import { keepTranscript } from "./keep-call.js";
import type { LiveCall, LiveCalls } from "./live-calls.js";

export interface RunCallNeeds extends ConcludeNeeds {
  readonly liveCalls: LiveCalls;
}

/** What happens in a call. */
export interface CallBody {
  /**
   * Gets the line and talks on it. What it throws ends the call's scope.
   *
   * @returns how the call ended, when its scope does not say
   */
  talk(): Promise<Conclusion | undefined>;
  /** Whether the call counts, so that its end is written down; a call counts unless this says otherwise. */
  readonly counts?: () => boolean;
}

/** How a call ended. */
export type CallEnd =
  | { readonly kind: "over"; readonly record: CallRecord }
  /** The callee was not called, and nothing is written down. `reason` is one sentence. Only of calls that need a commit. */
  | { readonly kind: "withdrawn"; readonly reason: string };

/**
 * Runs an admitted call to its end, the same for calls that are answered, placed or resumed:
 *
 *     admitted ─▶ line ─▶ body ─▶ released ─▶ concluded · handed on · withdrawn
 *
 * Its line is free for the next call before its end is written down; it stays a live call until then, so that a process that
 * leaves waits for it. Resolves when nothing of the call is left. Never rejects.
 */
export async function runCall(live: LiveCall, { talk, counts }: CallBody, needs: RunCallNeeds): Promise<CallEnd> {
  const { call, scope } = live;
  let conclusion: Conclusion | undefined;
  try {
    conclusion = await talk();
    scope.end(new Ending("finished"));
  } catch (error) {
    scope.end(Ending.of(error));
  }
  await scope.closed;
  needs.liveCalls.freeLine(live);
  const end = await conclude(scope.ending ?? new Ending("finished"));
  needs.liveCalls.remove(live);
  return end;

  async function conclude(ending: Ending): Promise<CallEnd> {
    if (counts?.() === false && ending.kind !== "cancelled") {
      call.span?.fail("withdrawn");
      call.withdraw();
      return { kind: "withdrawn", reason: describe(ending.cause ?? ending) };
    }
    if (ending.isAnothers) call.withdraw();
    else await concludeCall(call, conclusion ?? conclusionOf(ending, call), needs);
    return { kind: "over", record: call.record };
  }
}

/** Puts a call on the line that it was answered on: from now on what is said is written down. */
export function putOnLine({ call, scope }: LiveCall, answered: Line, needs: RunCallNeeds): Line {
  const line = monitored(answered);
  call.line = line;
  void scope.run(keepTranscript(call, scope.signal, needs)).catch(() => {});
  return line;
}

/** Ends an answered call when it has lasted for `maxCallMs`, counted from its answer. */
export function limitCall({ call, scope }: LiveCall, maxCallMs: number): void {
  const timeUp = new Ending("deadline", "The call took longer than MAX_CALL_SECONDS allows.");
  const timer = setTimeout(() => scope.end(timeUp), maxCallMs - call.durationSeconds * 1000);
  scope.onEnd(() => clearTimeout(timer));
}
