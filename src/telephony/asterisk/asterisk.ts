import { THIS_INSTANCE } from "../../kernel/this-instance.js";
import type { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import type { ChannelState, IncomingCall, ReturningCall } from "../incoming-call.js";
import type { Dialler } from "../dialler.js";
import type { AmiCredentials } from "./registration/ami-connection.js";
import { createAriConnection } from "./ari/ari-connection.js";
import type { AriCredentials } from "./ari/ari-credentials.js";
import { watchCodecs } from "./media/codec-watch.js";
import { endWithTheirChannel } from "./upkeep/end-with-channel.js";
import { findChannel } from "./ari/channels.js";
import { acceptCalls } from "./inbound-calls.js";
import { LiveChannels } from "./ari/live-channels.js";
import type { Mended } from "./media/media-path.js";
import { type LoopbackWatch, watchLoopback } from "./upkeep/loopback-watch.js";
import { createDialler } from "./dialling/outbound-calls.js";
import { partsOfOwnId } from "./ari/instance-ids.js";
import { ASTERISK_PERIODS, type AsteriskPeriods } from "./ari/periods.js";
import { monitorRegistration } from "./registration/registration.js";
import { type OrphanKind, sweepOrphans } from "./upkeep/orphan-sweep.js";

export interface AsteriskNeeds {
  readonly ari: AriCredentials;
  readonly app: string;
  /** Present when this Asterisk registers with a PBX; absent when it is the PBX. */
  readonly ami: AmiCredentials | undefined;
  /** The extension that it registers as. */
  readonly extension?: string | undefined;
  /** The dialplan context that numbers are dialled in when this Asterisk is the PBX. `from-internal` unless given. */
  readonly dialContext?: string | undefined;
  /** The longest that a call may last, ms: for Asterisk to end calls whose controller has died. An hour unless given. */
  readonly maxCallMs?: number | undefined;
  /** How long Asterisk keeps callers whose controller has died, in ms. Not at all unless given. */
  readonly rejoinMs?: number | undefined;
  readonly log: Log;
  /** Called with whether Asterisk can be used. */
  readonly reportAsterisk: (ok: boolean, detail?: string) => void;
  /** Called when another client gets or loses the ARI application. */
  readonly reportTaken?: (taken: boolean) => void;
  /** Called for each orphaned channel or bridge that was removed. */
  readonly reportOrphan?: (kind: OrphanKind) => void;
  /** Called with whether calls can reach us: the registration's state or, without one, whether the application is in place. */
  readonly reportRegistration: (ok: boolean) => void;
  /** Called with whether calls go through between the PBX and us, and if not, why. The registration is a part of it. */
  readonly reportSip: (ok: boolean, detail?: string) => void;
  /** Called whenever the audio of a call was lost, with what came of it. */
  readonly onMended?: ((outcome: Mended) => void) | undefined;
  readonly periods?: AsteriskPeriods | undefined;
  /** Ends the calls, and whatever looks after them. */
  readonly scope: Scope;
  /** Ends the way to Asterisk: once the other one has closed, for its calls are hung up by that way. */
  readonly connection: Scope;
}

const FREEPBX_CONTEXT = "from-internal";
const HOUR_MS = 3_600_000;

/** Where this Asterisk is the PBX, what a telephone accepts says nothing of the others. */
const NOT_WATCHED = { refused: () => {}, agreed: () => {} };

/** An Asterisk that the controller is attached to: calls are placed with it. */
export interface Asterisk extends Dialler {
  /**
   * Connects, and takes incoming calls and calls that return to us; once. Neither may throw. Returning calls are not resumed
   * unless `onReturn` is given.
   */
  open(onCall: (call: IncomingCall) => void, onReturn?: (call: ReturningCall) => void): void;
  /** Releases the application: calls go on here, and new ones reach its next holder. */
  leave(): void;
  /** Whether a channel is in a bridge of this process instance; undefined when Asterisk cannot be asked. */
  serves(channelId: string, signal: AbortSignal): Promise<boolean | undefined>;
  /** Undefined when it cannot be asked. */
  channelState(channelId: string, signal: AbortSignal): Promise<ChannelState | undefined>;
  /** The known fault of the PBX behind it; undefined when this Asterisk is the PBX, or cannot be asked. */
  readonly pbxFault: string | undefined;
  /** Makes it carry a call to ourselves now, and reports the outcome. */
  readonly testLoopback: LoopbackWatch["test"];
}

/** Attaches the controller to its Asterisk, for as long as the scopes live. */
export function attachToAsterisk(needs: AsteriskNeeds): Asterisk {
  const { app, log, scope, connection, reportAsterisk } = needs;
  const { reportTaken: onTaken = () => {}, reportOrphan: onOrphan = () => {} } = needs;
  const { dialContext = FREEPBX_CONTEXT, maxCallMs = HOUR_MS, rejoinMs = 0, periods = ASTERISK_PERIODS } = needs;
  const codecs = watchCodecs({ log, onChange: () => reportSip() });
  let registered = { ok: false, detail: undefined as string | undefined };
  function reportSip(): void {
    needs.reportSip(registered.ok && codecs.fault === undefined, registered.ok ? codecs.fault : registered.detail);
  }
  function reportRegistration(ok: boolean, detail?: string): void {
    registered = { ok, detail };
    needs.reportRegistration(ok);
    reportSip();
  }
  const onAway = (detail: string) => {
    reportAsterisk(false, detail);
    if (!needs.ami) reportRegistration(false, detail);
  };
  const ari = createAriConnection({ credentials: needs.ari, app, log, onAway, onTaken, periods, scope: connection });
  const live = new LiveChannels();
  const { onMended } = needs;
  const parts = { ari, app, asteriskUrl: needs.ari.url, live, rejoinMs, log, scope };
  const loopback = watchLoopback({ ...parts, report: reportAsterisk });
  endWithTheirChannel({ ari, live, log, scope });
  let take: ReturnType<typeof acceptCalls> = () => {};
  sweepOrphans({ ari, app, live, log, onOrphan, onCaller: (channel, args) => take(channel, args), periods, scope });
  const { ami: credentials, extension } = needs;
  const registration =
    credentials && monitorRegistration({ credentials, extension, ari, log, report: reportRegistration, scope });
  if (!registration) scope.onEnd(ari.onConnected(() => reportRegistration(true)));
  const route = needs.ami ? ({ kind: "pbx" } as const) : ({ kind: "dialplan", context: dialContext } as const);
  return {
    ...createDialler({ ...parts, onMended, codecs: needs.ami ? codecs : NOT_WATCHED, route, maxCallMs }),
    get pbxFault() {
      return registration?.seenFault;
    },
    testLoopback: loopback.test,
    leave: () => ari.leave(),
    serves: (channelId, signal) =>
      ari.invoke<{ id: string; channels: string[] }[]>("bridges", "list", {}, signal).then(
        (bridges) =>
          bridges.some(
            ({ id, channels }) => partsOfOwnId(app, id)?.instance === THIS_INSTANCE && channels.includes(channelId),
          ),
        () => undefined,
      ),
    channelState: (channelId, signal) =>
      findChannel(ari, channelId, signal).then(
        (channel) => (!channel ? "gone" : channel.state === "Up" ? "up" : "down"),
        () => undefined,
      ),
    open(onCall, onReturn = (call) => void call.reject().catch(() => {})) {
      const onIncoming = (call: IncomingCall) => {
        codecs.agreed(); // A call that finds none does not get here.
        onCall(call);
      };
      take = acceptCalls({ ...parts, onMended, onCall: onIncoming, onReturn, onFault: loopback.suspect });
      ari.open();
    },
  };
}
