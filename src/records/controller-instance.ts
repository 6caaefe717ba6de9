/** One run of a controller, from its start to its end, as the controllers see it that share its store. */
export interface ControllerInstance {
  /** The owner of its calls and occurrences. No other instance has the same, not even the next one of its folder. */
  readonly owner: string;
  /** The folder's id: the same after a restart, and in a copy of the folder. */
  readonly controllerId: string;
  /** The file that it alone has open, as `storage/place.ts` tells files apart; null when there is none. */
  readonly place: string | null;
  /** The machine it runs on, for people. */
  readonly host: string;
  readonly pid: number;
  /** How long it counts as alive without a heartbeat, in ms. */
  readonly leaseMs: number;
}

/** A process instance as it was when the store was read. */
export interface SeenInstance extends ControllerInstance {
  /** Counts its heartbeats: an instance whose count changes is alive. */
  readonly beat: number;
}
