import { announce, type AnnounceNeeds } from "../../conversation/announce.js";
import type { PickUpWatch } from "../../conversation/pick-up/watch-pick-up.js";

/** How long a screener may take to put us through to a person, in ms. */
const SCREENING_MS = 40_000;

/**
 * Tells a screener who is calling, and why. Resolves with whether a person took the call then: someone who says what people say
 * when they pick up, because a short "thank you, one moment" is still the screener's.
 *
 * @throws the scope's ending if they hang up meanwhile · {AttendantError} `tts_failed`
 */
export async function passScreening(
  introduction: readonly string[],
  watch: PickUpWatch,
  toLine: AnnounceNeeds,
): Promise<boolean> {
  await announce(introduction, toLine);
  const until = watch.soundMs + SCREENING_MS;
  do {
    watch.note({ kind: "screened" });
    const isFound = () => watch.state.finding !== undefined;
    if (!(await watch.until(isFound, until - watch.soundMs, toLine.scope.signal))) return false;
    const { who, evidence } = watch.state.finding ?? {};
    if (who === "human" && evidence !== "length") return true;
  } while (watch.soundMs < until);
  return false;
}
