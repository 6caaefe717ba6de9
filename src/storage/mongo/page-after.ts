import type { Position } from "../cursors.js";

/** The conditions for entries after a position in a list ordered by `field`, a time, and then by `_id`. */
export function pageAfter(field: string, { at, id }: Position, direction: "earlier" | "later"): object {
  const [most, less] = direction === "earlier" ? ["$lte", "$lt"] : ["$gte", "$gt"];
  return {
    // This condition uses the index; the other one separates entries of the same millisecond.
    [field]: { [most]: at },
    $or: [{ [field]: { [less]: at } }, { _id: { [less]: id } }],
  };
}
