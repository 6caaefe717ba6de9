import { EVENT_LAG_MS } from "./ari-events.js";

/** Periods of the connection to Asterisk and of its upkeep that are no settings, in ms. */
export interface AsteriskPeriods {
  /** Interval of the sweeps for orphaned channels when all is well. A sweep takes Asterisk 5 ms with 400 channels. */
  readonly sweepMs: number;
  /** The same while no events report ends, or something may be orphaned. An instance that has lost the application beats as often. */
  readonly closeSweepMs: number;
  /** How long after a connection was made the sweeps are that close: the connection before may have got the events of returning callers. */
  readonly comingBackMs: number;
  /** How long a channel without a call is left alone before it counts as orphaned: a call's StasisStart may be on its way. */
  readonly graceMs: number;
  /** The same for a caller, who hears silence or ringing meanwhile: as long as an event may be late. */
  readonly callerGraceMs: number;
  /** The same for what another instance has: a live one beats at each close sweep, and more slowly when it is busy. */
  readonly othersGraceMs: number;
  /** Interval of the checks whether another client has released the application. */
  readonly applicationMs: number;
  /** An application that is lost again this soon after it was won back has a rival that also comes back. */
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
