import type { Position } from "../cursors.js";

/** The conditions for what comes after a position in a list that is ordered by `field`, a time, and then by `_id`. */
export function pageAfter(field: string, { at, id }: Position, direction: "earlier" | "later"): object {
  const [most, less] = direction === "earlier" ? ["$lte", "$lt"] : ["$gte", "$gt"];
  return {
    // This is what the index is entered by; the other one tells those of the same millisecond apart.
    [field]: { [most]: at },
    $or: [{ [field]: { [less]: at } }, { _id: { [less]: id } }],
  };
}
