import { FAULTS } from "./faults.js";

/** What a fault has the service log as an error, and rightly: by what the fault's name begins with. */
const EXPECTED: readonly { readonly faults: RegExp; readonly events: readonly string[] }[] = [
  // Who stands still does not hear from Asterisk either.
  {
    faults: /^(asterisk|ari|network|stop)/,
    events: ["asterisk_away", "asterisk_loopback_failed", "call_not_returned", "transfer_failed"],
  },
  { faults: /^backend/, events: ["reply_failed", "answer_failed", "phrase_failed"] },
];

/** Events that are logged as errors while a fault is there, and rightly: by the name of the fault. */
export const EXPECTED_ERRORS: ReadonlyMap<string, readonly string[]> = new Map(
  FAULTS.map(({ name }) => [name, EXPECTED.flatMap(({ faults, events }) => (faults.test(name) ? events : []))]),
);
