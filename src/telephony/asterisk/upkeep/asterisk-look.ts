import { once } from "node:events";
import { connect } from "node:net";
import { pause, unlessAborted, withDeadline } from "../../../kernel/deadline.js";
import { AttendantError } from "../../../kernel/errors.js";
import type { Scope } from "../../../kernel/scope.js";
import type { Log } from "../../../observability/log.js";
import { type AmiCredentials, type AmiMessage, openAmi } from "../registration/ami-connection.js";
import { type ApplicationHolder, readHolder } from "../ari/application-holder.js";
import { isApplicationTaken } from "../ari/application-probe.js";
import type { AriCredentials } from "../ari/ari-credentials.js";
import { createAriConnection } from "../ari/ari-connection.js";
import { LiveChannels } from "../ari/live-channels.js";
import { existsInDialplan } from "../ari/dialplan-exists.js";
import { callOurselves } from "./loopback-call.js";
import { withProbe } from "../ari/probe-channel.js";
import { monitorRegistration } from "../registration/registration.js";

/**
 * Examines an Asterisk in use through a separate application, so that no client loses its own. Everything created there is
 * removed when the scope has ended.
 */
export interface AsteriskLook {
  /** Makes Asterisk carry a test call to ourselves. @returns the time from sending a sample to receiving it, in ms */
  loopback(signal: AbortSignal): Promise<number>;
  /** Returns whether a client holds this application, and the mark it left. */
  application(
    app: string,
    signal: AbortSignal,
  ): Promise<{ readonly isTaken: boolean; readonly holder?: ApplicationHolder }>;
  /** Whether the dialplan has a context; undefined if Asterisk cannot say (`func_dialplan`). */
  dialplanExists(context: string, signal: AbortSignal): Promise<boolean | undefined>;
  /** Returns the settings of a PJSIP endpoint; undefined when there is none, or Asterisk does not show it. */
  endpoint(name: string, signal: AbortSignal): Promise<EndpointSettings | undefined>;
  /**
   * Returns the state of the registration as soon as it is certain.
   *
   * @returns the fault; undefined when it stands
   */
  registration(ami: AmiCredentials, extension: string, signal: AbortSignal): Promise<string | undefined>;
}

/** Settings of an endpoint in pjsip.conf, as far as Asterisk shows them. */
export interface EndpointSettings {
  readonly context?: string;
  readonly allow?: string;
}

export interface AsteriskLookNeeds {
  readonly credentials: AriCredentials;
  readonly log: Log;
  readonly scope: Scope;
}

const CONNECT_MS = 20_000;
/** Time for a refusal, in ms: its reason shows by the time of the next attempt, ten seconds later at most. */
const REFUSAL_MS = 25_000;
/** Time for any other fault, in ms: Asterisk may just have started. */
const SETTLED_MS = 5_000;
const AMBIGUOUS = /refuses .* check SIP_USER, SIP_PASSWORD and SIP_DOMAIN/;

/** @throws {AttendantError} as the service's own connection does, or with the last reason why there is none */
export async function connectForLooks({ credentials, log, scope }: AsteriskLookNeeds): Promise<AsteriskLook> {
  const app = `doctor-${process.pid}-${Math.trunc(performance.now() * 1000).toString(36)}`;
  let lastReason = "Asterisk did not accept the doctor's connection";
  const onAway = (detail: string) => (lastReason = detail);
  const ari = createAriConnection({ credentials, app, log, onAway, onTaken: () => {}, scope });
  const isConnected = new Promise<void>((resolve) => scope.onEnd(ari.onConnected(() => resolve())));
  ari.open();
  await withDeadline(CONNECT_MS, scope.signal, "connecting", (limit) => unlessAborted(limit, isConnected)).catch(() => {
    scope.signal.throwIfAborted();
    throw new AttendantError("asterisk_not_usable", lastReason);
  });
  // The mark that each application's holder leaves.
  const variable = `ATTENDANT_HOLDER_${app.replaceAll("-", "_")}`;
  await ari.invoke("asterisk", "setGlobalVar", { variable, value: "" }).catch(() => {});

  const live = new LiveChannels();
  const needs = { ari, app, asteriskUrl: credentials.url, live, log, scope };
  return {
    loopback: (signal) => callOurselves(needs, signal),
    async application(name, signal) {
      const isTaken = await isApplicationTaken({ invoke: ari.invoke, hangupRetries: ari.hangupRetries }, name, signal);
      const holder = isTaken ? await readHolder(ari.invoke, name, signal) : undefined;
      return { isTaken, ...(holder && { holder }) };
    },
    async dialplanExists(context, signal) {
      try {
        return await withProbe(needs, (probe) => existsInDialplan(ari, probe, { context }, signal), signal);
      } catch {
        signal.throwIfAborted();
        return undefined;
      }
    },
    async endpoint(name, signal) {
      const asked = { configClass: "res_pjsip", objectType: "endpoint", id: name };
      const found = await ari
        .invoke<readonly { attribute?: unknown; value?: unknown }[]>("asterisk", "getObject", asked, signal)
        .catch(() => signal.throwIfAborted());
      if (!Array.isArray(found)) return undefined;
      const valueOf = (attribute: string) => String(found.find((each) => each.attribute === attribute)?.value ?? "");
      return { context: valueOf("context"), allow: valueOf("allow") };
    },
    async registration(ami, extension, signal) {
      await using watch = scope.child("registration");
      let detail: string | undefined;
      let changed = () => {};
      let since = performance.now();
      monitorRegistration({
        credentials: ami,
        extension,
        ari,
        log,
        scope: watch,
        report(ok, why) {
          const now = ok ? undefined : (why ?? "it does not stand");
          if (now !== detail) since = performance.now();
          detail = now;
          isKnown = true;
          changed();
        },
      });
      let isKnown = false;
      const begun = performance.now();
      for (;;) {
        if (isKnown && detail === undefined) return undefined;
        const limitMs = isKnown && AMBIGUOUS.test(detail ?? "") ? REFUSAL_MS : SETTLED_MS;
        const isSettled = performance.now() - (limitMs === REFUSAL_MS ? begun : since) > limitMs;
        if (isSettled) return detail ?? "Asterisk does not report it";
        if (isKnown && detail !== undefined && CERTAIN.test(detail)) return detail;
        const next = new Promise<void>((resolve) => (changed = resolve));
        await Promise.race([unlessAborted(signal, next), pause(250, signal)]);
      }
    },
  };
}

/** Faults that do not pass: each is reported only after it was confirmed. */
const CERTAIN = /\(SIP (401|403|404)|cannot be resolved|has no outbound registration/;

/**
 * Asks the manager interface once, over a separate connection.
 *
 * @returns the answer to each action; the refusal of one that is not allowed or unknown
 * @throws {AttendantError} `asterisk_unreachable` or `asterisk_credentials_refused`
 */
export async function askManager(
  credentials: AmiCredentials,
  actions: readonly (readonly [action: string, headers: Readonly<Record<string, string>>])[],
  scope: Scope,
): Promise<readonly (readonly AmiMessage[])[]> {
  await using connection = scope.child("ami");
  const ami = await openAmi(credentials, connection, () => {});
  const answers: (readonly AmiMessage[])[] = [];
  for (const [action, headers] of actions) answers.push(await ami.ask(action, headers));
  return answers;
}

/**
 * Opens `count` connections to Asterisk's HTTP server at once and sends nothing on them: it closes those beyond `sessionlimit`
 * immediately.
 *
 * @returns the number of connections that it kept
 */
export async function sessionsKept(url: string, count: number, settleMs: number, signal: AbortSignal): Promise<number> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  let closed = 0;
  const sockets: ReturnType<typeof connect>[] = [];
  try {
    for (let made = 0; made < count; made++) {
      const socket = connect({ host, port: Number(port) || 80 });
      sockets.push(socket);
      socket.on("error", () => {});
      socket.on("close", () => closed++);
      await once(socket, "connect", { signal }).catch(() => signal.throwIfAborted());
    }
    await pause(settleMs, signal);
    return count - closed;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
