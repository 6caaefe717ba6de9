import { Ending } from "../../kernel/ending.js";
import type { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import type { IncomingCall } from "../incoming-call.js";
import type { AriConnection } from "./ari-connection.js";
import type { AriChannel } from "./ari-events.js";
import { openLine } from "./asterisk-line.js";
import { callerNumber } from "./caller-id.js";
import { hangUp, isOwn, type LiveChannels } from "./live-channels.js";
import type { Semaphore } from "../../kernel/semaphore.js";
import { returnToDialplan } from "./return-to-dialplan.js";

export interface InboundNeeds {
  readonly ari: AriConnection;
  readonly app: string;
  readonly asteriskUrl: string;
  readonly live: LiveChannels;
  readonly opening: Semaphore;
  /** Parent of the calls' scopes. */
  readonly scope: Scope;
  /** Told of every call; must not throw. */
  readonly onCall: (call: IncomingCall) => void;
  /** Told of every call that no line could be made of. */
  readonly onFault: () => void;
  readonly log: Log;
}

/** Takes the calls that the dialplan sends into the application. */
export function acceptCalls(needs: InboundNeeds): void {
  const { ari, app, live, scope, onCall, onFault } = needs;
  scope.onEnd(
    ari.onEvent(({ type, channel, args }) => {
      // Of what we make ourselves, nothing is a call that comes in.
      if (type !== "StasisStart" || !channel || isOwn(app, channel.id) || live.has(channel.id)) return;
      // A dialplan that came here by a detour passes the dialled number along: Stasis(attendant,${EXTEN}).
      arrive(channel, args?.[0] || channel.dialplan.exten);
    }),
  );

  function arrive(channel: AriChannel, extension: string): void {
    const call = scope.child(`call ${channel.id}`);
    live.addParty(channel.id, call);
    const caller = { number: callerNumber(channel.caller.number), name: channel.caller.name };
    const giveBack = (signal: AbortSignal) => {
      onFault();
      return returnToDialplan(needs, channel.id, signal);
    };
    onCall({
      channelId: channel.id,
      caller,
      extension,
      scope: call,
      answer: () => openLine(channel, { ...needs, caller, extension, isAnswered: false, giveBack, scope: call }),
      reject: async () => {
        call.end(new Ending("cancelled", "turned away"));
        await hangUp(ari, channel.id, "17");
      },
    });
  }
}
