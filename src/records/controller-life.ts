/** One run of the controller, from its start to its end, as those see it who share its store. */
export interface ControllerLife {
  /** What its calls and runs name as their owner. No other life has the same, not even the next one of its folder. */
  readonly owner: string;
  /** What its folder is called: the same after a restart, and in a copy of the folder. */
  readonly controllerId: string;
  /** The file that it alone has open, as `storage/place.ts` tells files apart; null where it has none. */
  readonly place: string | null;
  /** Where it runs, for people. */
  readonly host: string;
  readonly pid: number;
  /** How long it is taken to be alive without a beat, ms. */
  readonly leaseMs: number;
}

/** A life as it was when the store was asked. */
export interface SeenLife extends ControllerLife {
  /** Counts its signs of life: one that changes lives. */
  readonly beat: number;
}
