/** Removes what was inserted first into a map or set that has more than `most` entries; to be called after each insertion. */
export function dropOldest<Key>(entries: Map<Key, unknown> | Set<Key>, most: number): void {
  const [oldest] = entries.keys();
  if (entries.size > most && oldest !== undefined) entries.delete(oldest);
}
