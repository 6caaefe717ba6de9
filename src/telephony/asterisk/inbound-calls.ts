import { withDeadline } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import type { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import type { IncomingCall, ReturningCall } from "../incoming-call.js";
import type { AriConnection } from "./ari/ari-connection.js";
import { channelVariable } from "./ari/channel-variable.js";
import type { AriChannel } from "./ari/ari-events.js";
import { isOwn } from "./ari/instance-ids.js";
import { hangUp, type LiveChannels, type Target } from "./ari/live-channels.js";
import { callerParty } from "./dialling/caller-id.js";
import { openLine } from "./media/asterisk-line.js";
import { isReturning } from "./media/lost-media.js";
import type { Mended } from "./media/media-path.js";
import { returnToDialplan } from "./return-to-dialplan.js";

/** Variable in which the dialplan names the assistant: Set(ATTENDANT_ASSISTANT=sales) before Stasis(). */
const VARIABLE = "ATTENDANT_ASSISTANT";
/** Maximum time that a call keeps ringing for it, in ms. */
const READ_MS = 1_000;
const MAX_LENGTH = 32;

/** Returns the assistant that the dialplan named for a channel; undefined when it named none, or Asterisk does not say. */
async function namedAssistant(
  ari: Pick<AriConnection, "invoke">,
  channelId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const value = await withDeadline(READ_MS, signal, `reading ${VARIABLE}`, (limited) =>
      channelVariable(ari, channelId, VARIABLE, limited),
    );
    return value !== "" && value.length <= MAX_LENGTH ? value.toLowerCase() : undefined;
  } catch {
    return undefined; // Asterisk answers a variable that is not set with an error.
  }
}

const GIVE_BACK_MS = 2_000;

export interface InboundNeeds {
  readonly ari: AriConnection;
  readonly app: string;
  readonly asteriskUrl: string;
  readonly live: LiveChannels;
  /** Time for which Asterisk keeps callers whose controller has died, in ms. */
  readonly rejoinMs: number;
  /** Parent of the calls' scopes. */
  readonly scope: Scope;
  /** Called with every new call. Must not throw. */
  readonly onCall: (call: IncomingCall) => void;
  /** Called with every call that an earlier process instance had answered. Must not throw. */
  readonly onReturn: (call: ReturningCall) => void;
  /** Called for every call whose line could not be set up. */
  readonly onFault: () => void;
  readonly log: Log;
  /** Called whenever the audio of a call was lost, with the outcome of the repair. */
  readonly onMended?: ((outcome: Mended) => void) | undefined;
}

/**
 * Accepts the calls that the dialplan sends into the application, for the first time or again.
 *
 * @returns a function that accepts a channel that no event reported, with the arguments that the dialplan passed to Stasis()
 */
export function acceptCalls(needs: InboundNeeds): (channel: AriChannel, args: readonly string[]) => void {
  const { ari, app, live, scope, onCall, onReturn, onFault } = needs;
  scope.onEnd(
    ari.onEvent(({ type, channel, args, replaced }) => {
      if (type !== "StasisStart" || !channel || live.has(channel.id)) return;
      if (isReturning(args)) return comeBack(channel);
      // Channels that we create ourselves are not inbound calls.
      if (!isOwn(app, channel.id)) arrive(channel, args, replaced && live.targetOf(replaced.id));
    }),
  );

  // A caller who is already answered has most likely been here before.
  return (channel, args) => (channel.state === "Up" || isReturning(args) ? comeBack(channel) : arrive(channel, args));

  /** @param transferred what someone had dialled who put this caller through to us and hung up: the caller takes their place */
  function arrive(channel: AriChannel, args: readonly string[] = [], transferred?: Target): void {
    const { exten } = channel.dialplan;
    // A dialplan that came here by a detour passes the dialled number on: Stasis(attendant,${EXTEN}). A transfer passes nothing
    // on, and leaves a place of Asterisk's own, "_attended". A caller who was put through gets the number and the assistant of the
    // one who put them through, and nothing else of theirs.
    const extension = args[0] || transferred?.extension || (exten.startsWith("_") ? "" : exten);
    const giveBack = (signal: AbortSignal) => {
      onFault();
      return giveToDialplan(channel.id, signal);
    };
    const reject = (how: "busy" | "congested") =>
      how === "busy" ? hangUp(ari, channel.id, "17") : handBack(channel.id);
    const why = new Ending("cancelled", "turned away");
    onCall(incoming(channel, { extension, assistant: transferred?.assistant, giveBack, reject, why }));
  }

  /** Reports a returning call. The dialled number is in its record; the dialplan has moved on since. */
  function comeBack(channel: AriChannel): void {
    const giveBack = (signal: AbortSignal) => giveToDialplan(channel.id, signal);
    const reject = () => handBack(channel.id);
    // It continues in the dialplan even if it was answered here.
    onReturn(incoming(channel, { extension: "", giveBack, reject, why: new Ending("transferred", "not known here") }));
  }

  function giveToDialplan(channelId: string, signal: AbortSignal): Promise<void> {
    return live.givesBack(channelId, returnToDialplan(needs, channelId, signal));
  }

  function handBack(channelId: string): Promise<void> {
    return giveToDialplan(channelId, AbortSignal.timeout(GIVE_BACK_MS));
  }

  function incoming(channel: AriChannel, arrival: Arrival): ReturningCall {
    const { extension, giveBack, reject, why } = arrival;
    const call = scope.child(`call ${channel.id}`);
    live.addParty(channel.id, call);
    let named: Promise<string | undefined> | undefined;
    const assistant = arrival.assistant ?? (() => (named ??= namedAssistant(ari, channel.id, call.signal)));
    live.setTarget(channel.id, { extension, assistant });
    const caller = callerParty(channel.caller);
    return {
      channelId: channel.id,
      caller,
      extension,
      scope: call,
      assistant,
      hadDialled: (number, id) => live.setTarget(channel.id, { extension: number, assistant: async () => id }),
      answer: () => openLine(channel, { ...needs, caller, extension, isAnswered: false, giveBack, scope: call }),
      reject: async (how = "busy") => {
        call.end(why);
        await reject(how);
      },
    };
  }
}

/** The differences between a new call and a returning one. */
interface Arrival {
  readonly extension: string;
  /** Default: what the dialplan has set on the channel. */
  readonly assistant?: Target["assistant"] | undefined;
  readonly giveBack: (signal: AbortSignal) => Promise<void>;
  readonly reject: (how: "busy" | "congested") => Promise<unknown>;
  /** Reason of the end when the call is rejected. */
  readonly why: Ending;
}
