/** Whether there are more than `most` objects and lists inside one another. Walks without recursion: the depth is the sender's choice. */
export function isNestedDeeper(value: unknown, most: number): boolean {
  const open: { readonly at: unknown; readonly depth: number }[] = [{ at: value, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.at !== "object" || next.at === null) continue;
    if (next.depth > most) return true;
    for (const inner of Object.values(next.at)) open.push({ at: inner, depth: next.depth + 1 });
  }
  return false;
}
