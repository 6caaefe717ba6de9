import { TEST_LINES } from "../bed/pbx.js";
import { until } from "../bed/image-bed.js";
import type { TelephoneCall } from "../bed/telephone-call.js";
import type { Asking, TransferHouse, Words } from "./transfer-house.js";

export const PERSON = TEST_LINES.person;
/** What a caller says who is put through to that person. */
export const WEATHER = "what is the weather";

/** The moments of a transfer, in their order. */
export const MOMENTS = [
  "while they are told",
  "while it rings",
  "during the briefing",
  "once connected",
  "in the queue",
] as const;
export type Moment = (typeof MOMENTS)[number];

const WORDS: Partial<Record<Moment, Words>> = {
  "while it rings": "what time is it",
  "in the queue": "no thank you",
};

/** Returns whether someone else has the caller then: nothing of it is the controller's any more. */
export function isConnected(moment: Moment): boolean {
  return moment === "once connected" || moment === "in the queue";
}

/** Brings a caller to that moment. */
export async function bringTo(
  house: TransferHouse,
  moment: Moment,
  callerId: string,
): Promise<Asking & { readonly colleague: TelephoneCall | undefined }> {
  const colleagues = house.world.telephone.answerCallsTo(PERSON, callerId);
  const words = WORDS[moment] ?? WEATHER;
  if (moment === "while they are told") return { ...(await house.asks(words, callerId)), colleague: undefined };
  const before = house.rings(TEST_LINES.neverAnswers);
  const asking = await house.isPutThrough(words, callerId);
  const rings = () => Promise.resolve(house.rings(TEST_LINES.neverAnswers) > before);
  if (moment === "while it rings") await until("the telephone's ringing", rings);
  const isWithColleague = moment === "during the briefing" || moment === "once connected";
  const colleague = isWithColleague ? await house.isBriefed(colleagues) : undefined;
  if (moment === "once connected") await colleague?.press("1");
  if (isConnected(moment)) await house.logged(asking, "transferred");
  return { ...asking, colleague };
}
