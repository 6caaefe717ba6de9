import { createCallerIds } from "../../../src/calls/rights/caller-ids.js";

/** The assistant is 8000; requests may choose 8001 and a block of numbers outside. */
export const CALLER_IDS = createCallerIds({ name: "Attendant", number: "8000" }, [
  { name: "Sales", numbers: /^8001$/ },
  { name: undefined, numbers: /^\+4930123\d\d$/ },
]);
