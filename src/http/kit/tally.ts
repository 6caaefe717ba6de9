/** How many of something there are, of each of many. Nothing is kept of whom there are none. */
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
