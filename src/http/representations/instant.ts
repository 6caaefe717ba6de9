/** Times are in ms since the epoch inside, and in ISO 8601, UTC, outside. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}

export function instantOrNull(ms: number | null): string | null {
  return ms === null ? null : instant(ms);
}
