import { EVENT_LAG_MS } from "./ari-events.js";

/** What the connection to Asterisk, and the looks at what it has, go by that is no setting, ms. */
export interface AsteriskPeriods {
  /** How often it is looked for strays when all is well. A look takes Asterisk 5 ms with 400 channels. */
  readonly sweepMs: number;
  /** How often while no events tell of ends, or something looks like a stray. A run that has lost the application says as often that it lives. */
  readonly closeSweepMs: number;
  /** The same for so long after a connection was made: who comes back then may have been told of to the connection before. */
  readonly comingBackMs: number;
  /** What nobody claims for so long is a stray: a call's StasisStart may be on its way. */
  readonly graceMs: number;
  /** The same for a caller: they hear nothing, or a ringing tone, and it goes by how late an event may be. */
  readonly callerGraceMs: number;
  /** The same for what another run has: if that is alive, it says so at each close sweep, and more slowly where it has much to do. */
  readonly othersGraceMs: number;
  /** How often it is looked whether another client that has the application has let go. */
  readonly applicationMs: number;
  /** Whoever loses the application again so soon after it was won back has a rival that comes back as well. */
  readonly rivalryMs: number;
  /** How often it is looked whether a module has been taken out of a running Asterisk. */
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
