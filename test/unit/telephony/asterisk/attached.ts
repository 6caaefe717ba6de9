import { Scope } from "../../../../src/kernel/scope.js";
import type { Log } from "../../../../src/observability/log.js";
import { type Asterisk, attachToAsterisk } from "../../../../src/telephony/asterisk/asterisk.js";
import type { AsteriskPeriods } from "../../../../src/telephony/asterisk/ari/periods.js";
import type { Dialled, Dialler, DialRequest } from "../../../../src/telephony/dialler.js";
import type { IncomingCall, ReturningCall } from "../../../../src/telephony/incoming-call.js";
import type { FakeAsterisk } from "../../../support/fakes/fake-asterisk.js";
import { quietLog } from "../../../support/fakes/quiet-log.js";

/** What is not about how long it rings is not to depend on that: a busy machine would be over it, ms. */
const NEVER_MS = 3_600_000;

export interface Report {
  readonly ok: boolean;
  readonly detail?: string | undefined;
}

/** The adapter, attached to a fake. */
export interface Attached extends AsyncDisposable {
  readonly asterisk: Asterisk;
  readonly dialler: Dialler;
  /** What Asterisk knows of a channel; undefined while it cannot be asked. */
  state(channelId: string): ReturnType<Dialler["intents"]["lookUp"]>;
  readonly calls: IncomingCall[];
  readonly reports: Report[];
  /** What strays were ended, by kind. */
  readonly strays: string[];
  /** Codes of the errors that were logged. */
  readonly errors: string[];
  /** Waits until the last report passes `test`; past ones do not count. */
  reported(test: (report: Report) => boolean): Promise<Report>;
  dial(request?: Partial<DialRequest>): Promise<Dialled>;
}

export function attach(
  credentials: FakeAsterisk["credentials"],
  further: {
    dialContext?: string;
    rejoinMs?: number;
    periods?: AsteriskPeriods;
    onCall?: (call: IncomingCall) => void;
    onReturn?: (call: ReturningCall) => void;
  } = {},
): Attached {
  const scope = new Scope("process");
  const connection = new Scope("connection");
  const reports: Report[] = [];
  const calls: IncomingCall[] = [];
  const errors: string[] = [];
  const strays: string[] = [];
  const waiting = new Set<() => void>();
  const log: Log = { ...quietLog, error: (_event, _msg, data) => void errors.push(String(data?.code)) };
  const asterisk = attachToAsterisk({
    ari: credentials,
    app: "attendant",
    ami: undefined,
    log,
    scope,
    connection,
    reportAsterisk: (ok, detail) => {
      reports.push({ ok, detail });
      for (const look of waiting) look();
    },
    reportOrphan: (kind) => strays.push(kind),
    reportRegistration: () => {},
    reportSip: () => {},
    dialContext: further.dialContext,
    rejoinMs: further.rejoinMs,
    periods: further.periods,
  });
  asterisk.open((call) => {
    calls.push(call);
    further.onCall?.(call);
    for (const look of waiting) look();
  }, further.onReturn);
  return {
    asterisk,
    dialler: asterisk,
    state: (channelId) => asterisk.intents.lookUp(channelId, scope.signal),
    calls,
    reports,
    errors,
    strays,
    reported: (test) =>
      new Promise((resolve) => {
        const look = () => {
          const last = reports.at(-1);
          if (!last || !test(last)) return;
          waiting.delete(look);
          resolve(last);
        };
        waiting.add(look);
        look();
      }),
    dial: (request = {}) =>
      asterisk.dial({
        number: "100",
        channelId: asterisk.newChannelId(),
        ringTimeoutMs: NEVER_MS,
        scope: new Scope("call"),
        onRinging: () => {},
        ...request,
      }),
    [Symbol.asyncDispose]: async () => {
      await scope[Symbol.asyncDispose]();
      await connection[Symbol.asyncDispose]();
    },
  };
}

/** Attached, and connected. */
export async function attached(...needs: Parameters<typeof attach>): Promise<Attached> {
  const there = attach(...needs);
  await there.reported(({ ok }) => ok);
  return there;
}

/** The channel that is dialled next. */
export function nextDialled(fake: FakeAsterisk): Promise<string> {
  return new Promise((resolve) => {
    fake.onOriginate = (channelId) => resolve(channelId);
  });
}

/** Lets everything that has arrived be dealt with. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/** The timer of the clock on the wall, also where a test has put its own in its place. */
const wait = setTimeout;
const now = performance.now.bind(performance);

/** Whoever waits longer waits for what does not come, ms. */
const GIVEN_UP_MS = 60_000;

/** Looks every 2 ms until `test` passes. @throws when it does not */
export async function until(test: () => boolean): Promise<void> {
  const from = now();
  while (!test()) {
    if (now() - from > GIVEN_UP_MS) throw new Error(`after ${GIVEN_UP_MS} ms there still is not: ${test}`);
    await new Promise((resolve) => wait(resolve, 2));
  }
}
