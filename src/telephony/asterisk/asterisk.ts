import type { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import type { Dialler } from "../dialler.js";
import type { IncomingCall } from "../incoming-call.js";
import type { AmiCredentials } from "./ami-connection.js";
import { createAriConnection } from "./ari-connection.js";
import type { AriCredentials } from "./ari-credentials.js";
import { acceptCalls } from "./inbound-calls.js";
import { endWithTheirChannel, LiveChannels, reconcileOnConnect } from "./live-channels.js";
import { type LoopbackWatch, watchLoopback } from "./loopback-watch.js";
import { createDialler } from "./outbound-calls.js";
import { monitorRegistration } from "./registration.js";
import { Semaphore } from "../../kernel/semaphore.js";

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
  readonly log: Log;
  /** Told whether Asterisk can be used. */
  readonly reportAsterisk: (ok: boolean, detail?: string) => void;
  /** Told whether calls can reach us: the registration's state or, without one, whether the application is in place. */
  readonly reportRegistration: (ok: boolean, detail?: string) => void;
  readonly scope: Scope;
}

const FREEPBX_CONTEXT = "from-internal";
const HOUR_MS = 3_600_000;
/** Asterisk's HTTP server has a backlog of ten connections, of which ari-client takes six. */
const MAX_SOCKETS_OPENING = 3;

/** An Asterisk that the controller is attached to: calls are placed with it. */
export interface Asterisk extends Dialler {
  /** Connects, and takes the calls that come in; once. `onCall` must not throw. */
  open(onCall: (call: IncomingCall) => void): void;
  /** What is wrong with the PBX behind it, as far as it knows; undefined where it is the PBX, or cannot be asked. */
  readonly pbxFault: string | undefined;
  /** Has it carry a call to ourselves now, and reports what came of it. */
  readonly testLoopback: LoopbackWatch["test"];
}

/** Attaches the controller to its Asterisk, for as long as the scope lives. */
export function attachToAsterisk(needs: AsteriskNeeds): Asterisk {
  const { app, log, scope, reportAsterisk, reportRegistration } = needs;
  const { dialContext = FREEPBX_CONTEXT, maxCallMs = HOUR_MS } = needs;
  const onAway = (detail: string) => {
    reportAsterisk(false, detail);
    if (!needs.ami) reportRegistration(false, detail);
  };
  const ari = createAriConnection({ credentials: needs.ari, app, log, onAway, scope });
  const live = new LiveChannels();
  const opening = new Semaphore(MAX_SOCKETS_OPENING);
  const parts = { ari, app, asteriskUrl: needs.ari.url, live, opening, log, scope };
  const loopback = watchLoopback({ ...parts, report: reportAsterisk });
  endWithTheirChannel({ ari, live, scope });
  reconcileOnConnect({ ari, app, live, log, scope });
  const { ami: credentials, extension } = needs;
  const registration =
    credentials && monitorRegistration({ credentials, extension, ari, log, report: reportRegistration, scope });
  if (!registration) scope.onEnd(ari.onConnected(() => reportRegistration(true)));
  const route = needs.ami ? ({ kind: "pbx" } as const) : ({ kind: "dialplan", context: dialContext } as const);
  return {
    ...createDialler({ ...parts, route, maxCallMs }),
    get pbxFault() {
      return registration?.seenFault;
    },
    testLoopback: loopback.test,
    open(onCall) {
      acceptCalls({ ...parts, onCall, onFault: loopback.suspect });
      ari.open();
    },
  };
}
