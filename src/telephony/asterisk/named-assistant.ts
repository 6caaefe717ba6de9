import { withDeadline } from "../../kernel/deadline.js";
import type { AriConnection } from "./ari/ari-connection.js";

/** Variable in which the dialplan names the assistant: Set(ATTENDANT_ASSISTANT=sales) before Stasis(). */
const VARIABLE = "ATTENDANT_ASSISTANT";
/** Maximum time that a call keeps ringing for it, in ms. */
const READ_MS = 1_000;
const MAX_LENGTH = 32;

/** Returns the assistant that the dialplan named for a channel; undefined when it named none, or Asterisk does not say. */
export async function namedAssistant(
  ari: Pick<AriConnection, "invoke">,
  channelId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { value } = await withDeadline(READ_MS, signal, `reading ${VARIABLE}`, (limited) =>
      ari.invoke<{ value?: unknown }>("channels", "getChannelVar", { channelId, variable: VARIABLE }, limited),
    );
    return typeof value === "string" && value !== "" && value.length <= MAX_LENGTH ? value.toLowerCase() : undefined;
  } catch {
    return undefined; // Asterisk answers a variable that is not set with an error.
  }
}
