/** Counts by key. Keys with a count of zero are not stored. */
export interface Tally {
  of(who: string): number;
  add(who: string, more: number): void;
}

export function createTally(): Tally {
  const sums = new Map<string, number>();
  return {
    of: (who) => sums.get(who) ?? 0,
    add(who, more) {
      const sum = (sums.get(who) ?? 0) + more;
      if (sum > 0) sums.set(who, sum);
      else sums.delete(who);
    },
  };
}
