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
  /** Dialplan context in which numbers are dialled when this Asterisk is the PBX. Default: `from-internal`. */
  readonly dialContext?: string | undefined;
  /** Maximum duration of a call, in ms, after which Asterisk ends calls whose controller has died. Default: an hour. */
  readonly maxCallMs?: number | undefined;
  /** Time for which Asterisk keeps callers whose controller has died, in ms. Default: 0. */
  readonly rejoinMs?: number | undefined;
  readonly log: Log;
  /** Called with whether Asterisk can be used. */
  readonly reportAsterisk: (ok: boolean, detail?: string) => void;
  /** Called when another client gets or loses the ARI application. */
  readonly reportTaken?: (taken: boolean) => void;
  /** Called for each orphaned channel or bridge that was removed. */
  readonly reportOrphan?: (kind: OrphanKind) => void;
  /** Called with whether calls can reach us: the registration's state or, without one, whether we hold the application. */
  readonly reportRegistration: (ok: boolean) => void;
  /** Called with whether calls between the PBX and us go through, and if not, why. This includes the registration. */
  readonly reportSip: (ok: boolean, detail?: string) => void;
  /** Called whenever the audio of a call was lost, with the outcome of the repair. */
  readonly onMended?: ((outcome: Mended) => void) | undefined;
  readonly periods?: AsteriskPeriods | undefined;
  /** Scope of the calls and their upkeep. */
  readonly scope: Scope;
  /** Scope of the connection to Asterisk. It has to end after the other one, whose calls are hung up over the connection. */
  readonly connection: Scope;
}

const FREEPBX_CONTEXT = "from-internal";
const HOUR_MS = 3_600_000;

/** Used when this Asterisk is the PBX: the codecs of one telephone say nothing about the others. */
const NOT_WATCHED = { refused: () => {}, agreed: () => {} };

/** The Asterisk that the controller is attached to. */
export interface Asterisk extends Dialler {
  /**
   * Connects, and accepts new and returning calls. To be called once. The callbacks must not throw. Returning calls are
   * resumed only if `onReturn` is given.
   */
  open(onCall: (call: IncomingCall) => void, onReturn?: (call: ReturningCall) => void): void;
  /** Releases the application: calls continue here, and new ones reach its next holder. */
  leave(): void;
  /** Whether a channel is in a bridge of this process instance; undefined when Asterisk cannot be asked. */
  serves(channelId: string, signal: AbortSignal): Promise<boolean | undefined>;
  /** Returns the state of a channel; undefined when Asterisk cannot be asked. */
  channelState(channelId: string, signal: AbortSignal): Promise<ChannelState | undefined>;
  /** The known fault of the PBX behind it; undefined when this Asterisk is the PBX, or cannot be asked. */
  readonly pbxFault: string | undefined;
  /** Makes Asterisk carry a test call to ourselves now, and reports the outcome. */
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
  endWithTheirChannel({ ari, app, live, log, scope });
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
        codecs.agreed(); // A call without a common codec does not get here.
        onCall(call);
      };
      take = acceptCalls({ ...parts, onMended, onCall: onIncoming, onReturn, onFault: loopback.suspect });
      ari.open();
    },
  };
}
