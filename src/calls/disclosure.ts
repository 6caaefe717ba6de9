import { createPhrasebook } from "../conversation/phrasebook.js";
import type { CallRecord } from "../records/call-record.js";

/** Whether calls begin by saying that a machine speaks. */
export interface DisclosureRule {
  /** Default: they do not. */
  readonly isDisclosed?: boolean | undefined;
  /** Why they do not; default: the setting. */
  readonly undisclosedBecause?: string | undefined;
}

/** The phrases of a call's assistant, and those of them that have been synthesised. */
interface SpokenPhrases {
  readonly phrases: Parameters<typeof createPhrasebook>[0];
  readonly resources: { readonly cached: Parameters<typeof createPhrasebook>[1] };
}

/** Why calls do not begin with the disclosure, in their records. */
const SWITCHED_OFF = "DISCLOSURE is false.";

/** What the record of a new call says about it. @param waived why the request leaves it out, if it does */
export function waiverOf(
  { isDisclosed = false, undisclosedBecause = SWITCHED_OFF }: DisclosureRule,
  waived?: string,
): Pick<CallRecord, "disclosureWaived"> {
  const why = waived ?? (isDisclosed ? undefined : undisclosedBecause);
  return why === undefined ? {} : { disclosureWaived: why };
}

/**
 * Returns the sentence that tells the other side of a call that a machine speaks; undefined when they have heard it, or are not
 * to be told.
 */
export function owedDisclosure(
  { disclosedAt, disclosureWaived }: Pick<CallRecord, "disclosedAt" | "disclosureWaived">,
  { phrases, resources, isDisclosed = false }: SpokenPhrases & DisclosureRule,
): string | undefined {
  if (!isDisclosed || disclosureWaived !== undefined || typeof disclosedAt === "number") return undefined;
  return createPhrasebook(phrases, resources.cached).pick("disclosure");
}
