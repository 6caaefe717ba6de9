import { dialableNumber } from "../../../kernel/dialable-number.js";
import { Ending } from "../../../kernel/ending.js";
import { describe } from "../../../kernel/errors.js";
import type { Scope } from "../../../kernel/scope.js";
import { THIS_INSTANCE } from "../../../kernel/this-instance.js";
import type { Log } from "../../../observability/log.js";
import type { Dialled, Dialler, DialRequest, Unanswered, UnansweredOutcome } from "../../dialler.js";
import type { AriChannel } from "../ari/ari-events.js";
import { isAboutUnreachableEndpoint } from "../ari/asterisk-errors.js";
import { isOwn, ownId, partsOfOwnId } from "../ari/instance-ids.js";
import { hangUp } from "../ari/live-channels.js";
import { goneLine, openLine } from "../media/asterisk-line.js";
import type { CodecWatch } from "../media/codec-watch.js";
import { isReturning } from "../media/lost-media.js";
import type { Mended } from "../media/media-path.js";
import { callerIdText } from "./caller-id.js";
import { deviceStateOf } from "./device-state.js";
import { type DialAttempt, type DialAttemptEnd, type DialAttemptNeeds, startDialAttempt } from "./dial-attempt.js";
import { createDialIntents } from "./dial-intents.js";
import { isForWantOfCodecs, outcomeOfDial } from "./dial-outcome.js";
import { checkedRoute } from "./dial-route.js";

export interface OutboundNeeds extends DialAttemptNeeds {
  readonly asteriskUrl: string;
  readonly log: Log;
  /** Called whenever the audio of a call was lost, with the outcome of the repair. */
  readonly onMended?: ((outcome: Mended) => void) | undefined;
  /** Time for which Asterisk keeps callers whose controller has died, in ms. */
  readonly rejoinMs: number;
  /** Notified of placed calls with and without a common codec. */
  readonly codecs: Pick<CodecWatch, "refused" | "agreed">;
  /** While it lives, dialled channels without a call are hung up. */
  readonly scope: Scope;
}

/** Places calls through Asterisk. @throws {RangeError} for an invalid route */
export function createDialler(needs: OutboundNeeds): Dialler {
  const { ari, app, codecs } = needs;
  checkedRoute(needs.route);
  hangUpOrphans(needs);
  const intents = createDialIntents(needs);

  return {
    newChannelId: () => ownId(app, "dial"),

    async dial(asked): Promise<Dialled> {
      const { channelId, callerId, scope } = asked;
      const number = dialableNumber(asked.number);
      if (number === undefined) throw new RangeError("what should be dialled is not a number");
      if (!isOwn(app, channelId, "dial")) throw new RangeError(`"${channelId}" is not an id for a call to be placed`);
      if (callerId) callerIdText(callerId);
      if (scope.ending) return unanswered("cancelled", endedBefore(scope.ending));
      const request = { ...asked, number };
      const call = scope.child(`call to ${number}`);
      const attempt = startDialAttempt(needs, { ...request, variables: intents.variablesOf(channelId) }, call);
      const end = await attempt.end;
      if (end.kind === "destroyed" && isForWantOfCodecs(end.evidence)) codecs.refused(number);
      else if (end.kind === "answered" || attempt.rang) codecs.agreed();
      if (end.kind === "answered") return await connect(end.channel, request, call);
      const result = toUnanswered(end, attempt, request, call);
      call.end();
      await call.closed;
      return result;
    },

    deviceState: (number, signal) => deviceStateOf(number, needs, signal),
    intents,
  };

  async function connect(channel: AriChannel, { number, scope }: DialRequest, call: Scope): Promise<Dialled> {
    const parts = { ...needs, caller: { number, name: "" }, extension: number, isAnswered: true, scope: call };
    try {
      const line = await openLine(channel, parts);
      call.onEnd(() => scope.end(call.ending));
      return { kind: "answered", line };
    } catch (error) {
      call.end(Ending.of(error));
      await call.closed;
      const ending = call.ending ?? Ending.of(error);
      if (ending.kind === "failed" || ending.kind === "deadline") {
        return unanswered(
          "failed",
          `It was answered, but could not be connected: ${describe(ending.cause ?? ending)}.`,
        );
      }
      // It was answered; the ended line shows that the callee has gone.
      scope.end(ending);
      return { kind: "answered", line: goneLine(channel.id, parts) };
    }
  }

  function toUnanswered(
    end: Exclude<DialAttemptEnd, { kind: "answered" }>,
    { rang }: DialAttempt,
    { ringTimeoutMs }: DialRequest,
    call: Scope,
  ): Unanswered {
    switch (end.kind) {
      case "destroyed": {
        const { cause, sipCode, trail } = end.evidence;
        const { outcome, detail } = outcomeOfDial(end.evidence);
        return unanswered(outcome, detail, { cause: cause || trail?.cause || 0, sipCode });
      }
      case "timed_out": {
        if (!ari.connected)
          return unanswered("failed", "The connection to Asterisk was lost while the call was being placed.");
        const waited = `${Math.round(ringTimeoutMs / 100) / 10} s`;
        return unanswered(
          "no_answer",
          rang ? `It rang for ${waited}, but no one answered.` : `Within ${waited} it neither rang nor was answered.`,
        );
      }
      case "refused":
        return unanswered("failed", refusal(end.error));
      case "lost":
        return unanswered(
          "failed",
          "The call ended while the connection to Asterisk was interrupted; it is not known how.",
        );
      case "stopped":
        return unanswered("failed", "Asterisk was stopped before anyone answered.");
      case "ended":
        return unanswered("cancelled", endedBefore(call.ending));
    }
  }

  function refusal(error: unknown): string {
    if (!isAboutUnreachableEndpoint(error)) return `The call could not be placed: ${describe(error)}.`;
    return needs.route.kind === "pbx"
      ? "The PBX does not answer, so the call could not be placed."
      : "Asterisk could not place the call: no channel is free.";
  }
}

/**
 * Hangs up channels of this instance's requests that Asterisk carried out after they were abandoned. Another instance's may be
 * ringing for it: the sweep knows whether it lives.
 */
function hangUpOrphans({ ari, app, live, scope }: OutboundNeeds): void {
  scope.onEnd(
    ari.onEvent(({ type, channel, args }) => {
      if (isReturning(args)) return; // A callee whose call was interrupted: they hear an apology first.
      const isAlive = type === "ChannelCreated" || type === "ChannelStateChange" || type === "StasisStart";
      if (!isAlive || !channel || live.has(channel.id)) return;
      const { kind, instance } = partsOfOwnId(app, channel.id) ?? {};
      if (kind !== "dial" || instance !== THIS_INSTANCE) return;
      void scope.run(hangUp(ari, channel.id, "16")).catch(() => {});
    }),
  );
}

function endedBefore(ending: Ending | undefined): string {
  return `The call was ended before anyone answered: ${ending?.message ?? "cancelled"}.`;
}

function unanswered(
  outcome: UnansweredOutcome,
  detail: string,
  from: Pick<Unanswered, "cause" | "sipCode"> = {},
): Unanswered {
  return { kind: "not_answered", outcome, detail, ...from };
}
