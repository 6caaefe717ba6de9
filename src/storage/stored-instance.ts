import type { ControllerInstance } from "../records/controller-instance.js";
import { fromKeyText, recordFromText } from "./stored-text.js";

/** Lease of an instance whose own cannot be read, in ms: not shorter than it can have been. */
const UNKNOWN_LEASE_MS = 60_000;

/**
 * Decodes an instance. Of one that is damaged the owner is left, so that what it owns can be taken over.
 *
 * @param owner as it is stored
 */
export function instanceFrom(text: unknown, owner: unknown): ControllerInstance {
  const known = recordFromText<ControllerInstance>(text);
  const nameless = { controllerId: "", place: null, host: "", pid: 0, leaseMs: UNKNOWN_LEASE_MS };
  return known ?? { owner: fromKeyText(String(owner)), ...nameless };
}
