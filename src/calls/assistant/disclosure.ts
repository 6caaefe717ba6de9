import { createPhrasebook } from "../../conversation/phrasebook.js";
import type { CallRecord } from "../../records/call-record.js";

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

/** What the record of a new call says about it. @param waived why the request leaves it out; null if it wants it in any case */
export function waiverOf(
  { isDisclosed = false, undisclosedBecause = SWITCHED_OFF }: DisclosureRule,
  waived?: string | null,
): Pick<CallRecord, "disclosureWaived"> {
  const why = waived === undefined && !isDisclosed ? undisclosedBecause : waived;
  return typeof why === "string" ? { disclosureWaived: why } : {};
}

/**
 * Returns the sentence that tells the other side of a call that a machine speaks; undefined when they have heard it, or are not
 * to be told.
 */
export function owedDisclosure(
  { disclosedAt, disclosureWaived }: Pick<CallRecord, "disclosedAt" | "disclosureWaived">,
  { phrases, resources }: SpokenPhrases,
): string | undefined {
  if (disclosureWaived !== undefined || typeof disclosedAt === "number") return undefined;
  return createPhrasebook(phrases, resources.cached).pick("disclosure");
}
