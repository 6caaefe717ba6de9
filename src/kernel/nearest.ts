/** The known name of which `name` is most likely a misspelling; undefined when none is similar. */
export function nearest(name: string, known: readonly string[], furthest = 4): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(furthest, Math.floor(name.length / 2)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name, candidate, bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Maximum length of a compared text, in characters. The rest is ignored. */
const MAX_LENGTH = 250;
/** The last three rows of the table of distances, kept because thousands of words are compared in a row. */
const rows = [0, 1, 2].map(() => new Uint8Array(MAX_LENGTH + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/** Returns the Damerau–Levenshtein distance; `limit` when it is that or more. */
export function editDistance(one: string, other: string, limit: number): number {
  const [a, b] = [one.slice(0, MAX_LENGTH), other.slice(0, MAX_LENGTH)];
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let [beforeLast, last, row] = rows;
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let distance = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (isSwap(a, i, b, j)) distance = Math.min(distance, (beforeLast[j - 2] ?? 0) + 1);
      row[j] = distance;
      least = Math.min(least, distance);
    }
    if (least >= limit) return limit;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(last[b.length] ?? limit, limit);
}

/** Whether the two letters before one place are those before the other, swapped. */
function isSwap(a: string, i: number, b: string, j: number): boolean {
  return i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
}
