/** Whether objects and arrays are nested deeper than `most` levels. Not recursive: the sender chooses the depth. */
export function isNestedDeeper(value: unknown, most: number): boolean {
  const open: { readonly at: unknown; readonly depth: number }[] = [{ at: value, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.at !== "object" || next.at === null) continue;
    if (next.depth > most) return true;
    for (const inner of Object.values(next.at)) open.push({ at: inner, depth: next.depth + 1 });
  }
  return false;
}
