import { Ending } from "../../kernel/ending.js";
import { describe } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";
import type { CallRecord } from "../../records/call-record.js";
import type { IncomingCall } from "../../telephony/incoming-call.js";
import type { Line } from "../../telephony/line.js";
import { monitored } from "../../turn-taking/monitored-line.js";
import type { Call } from "../record/call.js";
import { type ConcludeNeeds, concludeCall, type Conclusion, conclusionOf } from "../record/conclude-call.js";
import { keepTranscript } from "../record/keep-call.js";
import type { LiveCall, LiveCalls } from "./live-calls.js";

export interface RunCallNeeds extends ConcludeNeeds {
  readonly liveCalls: LiveCalls;
}

/** A call that comes to us on a channel: an incoming one, or one that its controller has lost. */
export interface AnswerableCall {
  readonly call: Call;
  readonly incoming: IncomingCall;
  /** Log that names the call in each line. */
  readonly log: Log;
  /** Called once the call is on its line. */
  readonly onLine: () => void;
}

/** What happens in a call. */
export interface CallBody {
  /**
   * Gets the line and talks on it. An error ends the call's scope.
   *
   * @returns how the call ended, unless its scope says so
   */
  talk(): Promise<Conclusion | undefined>;
  /** Whether the call counts, so that its end is recorded; default: it does. */
  readonly counts?: () => boolean;
}

/** How a call ended. */
export type CallEnd =
  | { readonly kind: "over"; readonly record: CallRecord }
  /** The callee was not called, and nothing is recorded. `reason` is one sentence. Only for calls that need a commit. */
  | { readonly kind: "withdrawn"; readonly reason: string };

/**
 * Runs an admitted call to its end, whether it is answered, placed or resumed:
 *
 *     admitted ─▶ line ─▶ body ─▶ released ─▶ concluded · handed on · withdrawn
 *
 * The line is free for the next call before the end is recorded; the call stays live until then, so that a leaving process
 * waits for it. Resolves when all of the call is released. Never rejects.
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

/** Puts a call on the line that it was answered on, and stores what is said from now on. */
export function putOnLine({ call, scope }: LiveCall, answered: Line, needs: RunCallNeeds): Line {
  const line = monitored(answered);
  call.line = line;
  void scope.run(keepTranscript(call, scope.signal, needs)).catch(() => {});
  return line;
}

/** Ends an answered call `maxCallMs` after its answer, unless the callee talks to someone else by then. */
export function limitCall({ call, scope }: LiveCall, maxCallMs: number): void {
  const timeUp = new Ending("deadline", "The call took longer than MAX_CALL_SECONDS allows.");
  const end = () => call.record.stage === "put_through" || scope.end(timeUp);
  const timer = setTimeout(end, maxCallMs - call.durationSeconds * 1000);
  scope.onEnd(() => clearTimeout(timer));
}
