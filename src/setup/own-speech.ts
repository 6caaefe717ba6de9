import { join } from "node:path";
import { pause, withDeadline } from "../kernel/deadline.js";
import { describe } from "../kernel/errors.js";
import { SPEECH_PORT } from "../speech-server/options.js";
import type { Facts, Way } from "./facts.js";

/** Where `ari-attendant speech` listens. */
export const OWN_SPEECH = `http://127.0.0.1:${SPEECH_PORT}/v1`;
/** Time limit for fetching engine and models, and loading them, in ms. */
const READY_MS = 1_800_000;
const ASK_MS = 2_000;

/** Whether this project's speech server on this machine is used. Containers cannot reach it there. */
export function servesSpeechHere(env: Facts["env"], way: Way): boolean {
  const { SPEECH_BASE_URL, STT_BASE_URL, TTS_BASE_URL } = env;
  return way !== "compose" && [SPEECH_BASE_URL, STT_BASE_URL, TTS_BASE_URL].includes(OWN_SPEECH);
}

/** The command line of the speech server. */
export function speechProgram({ node, project }: Facts): [string, ...string[]] {
  return [node, join(project, "dist/src/command.js"), "speech"];
}

/**
 * Waits until the speech server answers. On its first start it fetches what it needs.
 *
 * @param log where to look if it does not answer, for messages
 * @throws {Error}
 */
export async function waitForOwnSpeech(log: string, tell: (text: string) => void, signal: AbortSignal): Promise<void> {
  if (await isReady(signal)) return;
  tell(`Waiting for the speech server on this machine. The first start fetches models; ${log} shows the progress …`);
  try {
    await withDeadline(READY_MS, signal, "fetching and loading speech models", async (limited) => {
      while (!(await isReady(limited))) await pause(1_000, limited);
    });
  } catch (error) {
    throw new Error(`the speech server at ${OWN_SPEECH} does not answer: ${describe(error)}; ${log} says why`, {
      cause: error,
    });
  }
}

async function isReady(signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await withDeadline(ASK_MS, signal, OWN_SPEECH, (limited) =>
      fetch(new URL("/health", OWN_SPEECH), { signal: limited }),
    );
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
