import { EVENT_LAG_MS } from "./ari-events.js";

/** Fixed periods of the connection to Asterisk and of its upkeep, in ms. */
export interface AsteriskPeriods {
  /** Interval of the sweeps for orphaned channels when all is well. A sweep takes Asterisk 5 ms with 400 channels. */
  readonly sweepMs: number;
  /** Interval while no events report ends or orphans are suspected; also the heartbeat interval without the application. */
  readonly closeSweepMs: number;
  /** Time after a connection with close sweeps: the connection before may have received the events of returning callers. */
  readonly comingBackMs: number;
  /** Time after which a channel without a call counts as orphaned: the call's StasisStart may be on its way. */
  readonly graceMs: number;
  /** The same for a caller, who hears silence or ringing meanwhile: the maximum delay of an event. */
  readonly callerGraceMs: number;
  /** The same for channels of another instance: a live one sends a heartbeat at each close sweep, later when it is busy. */
  readonly othersGraceMs: number;
  /** Interval of the checks whether another client has released the application. */
  readonly applicationMs: number;
  /** If the application is lost again this soon after it was won back, a rival also takes it back. */
  readonly rivalryMs: number;
  /** Interval of the checks whether a module was unloaded from a running Asterisk. */
  readonly modulesMs: number;
}

export const ASTERISK_PERIODS: AsteriskPeriods = {
  sweepMs: 5_000,
  closeSweepMs: 1_000,
  comingBackMs: 10_000,
  graceMs: 3_000,
  callerGraceMs: EVENT_LAG_MS,
  othersGraceMs: 4_000,
  applicationMs: 4_000,
  rivalryMs: 60_000,
  modulesMs: 10_000,
};
