import type { Answerer } from "./play-call.js";
import { heardIn, STEP_MS, stoppedAt } from "./timeline.js";

/** How soon after our last word people reply, in ms. */
const REPLY_MS = 800;
const YES_OR_NO = /^(yes|yeah|no|ja|nein|oui|non|sí|sì|que no)\b/iu;

/** Someone who answers a call that is played. */
export function calleeOf({ line, isPerson }: Answerer, isPolite: boolean, random: () => number) {
  const [opening = "", ...replies] = line.replace(/^!/u, "").split(" >> ");
  const startsAt = 300 + Math.floor(random() * 6) * STEP_MS;
  const stopsAt = startsAt + 800 + random() * 900;
  const all = heardIn(opening, startsAt);
  let sounds = isPerson && isPolite && !line.startsWith("!") ? stoppedAt(all, stopsAt) : all;
  let repliedAt = -1;
  const endIn = (to: number, now: number) => to <= now && to > now - STEP_MS;

  return {
    isSounding: (now: number) => sounds.some(({ from, to, kind }) => kind !== "tone" && from <= now && now < to),
    /** Lengths of the tones that have just ended, in ms. */
    tonesEndedAt: (now: number) =>
      sounds.filter(({ kind, to }) => kind === "tone" && endIn(to, now)).map(({ from, to }) => to - from),
    wordsBetween: (from: number, to: number) =>
      sounds.flatMap(({ words }) => words.filter(({ at }) => at > from && at <= to).map(({ word }) => word)),
    isAnswered: (text: string) => isPerson && YES_OR_NO.test(text),
    /** A person says the next of their replies, once each time that we are silent. */
    mayReply(now: number, silentSince: number | undefined): void {
      if (!isPerson || silentSince === undefined || repliedAt >= silentSince || now < silentSince + REPLY_MS) return;
      repliedAt = now;
      sounds = [...sounds, ...heardIn(replies.shift() ?? "", now)];
    },
  };
}
