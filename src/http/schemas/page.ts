import type { JsonSchema } from "../../validation/validator.js";
import { text, whole } from "./shapes.js";

/** How many entries of a list are wanted. @param usual how many come unless it is said */
export function limit(usual: number): JsonSchema {
  return whole("How many at most.", { minimum: 1, maximum: 500, default: usual });
}

/** Where a page begins. @param from what of the page before tells it */
export function cursor(from: string): JsonSchema {
  return text(`The ${from} of the page before.`, {
    pattern: "^[!-~]{1,500}$",
    "x-expected": `the ${from} of the page before`,
  });
}
