import { pause } from "../../../src/kernel/deadline.js";

export interface WatchNeeds {
  /** Where the controller listens. */
  readonly url: string;
  readonly callId: string;
  readonly tell: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Of `GET /call/{id}`, what is shown. */
interface Shown {
  readonly extension: string;
  readonly status: string;
  readonly ringing_at: string | null;
  readonly answered_at: string | null;
  readonly ended_at: string | null;
  readonly duration_seconds: number;
  readonly message_played: boolean;
  readonly choice_response: string | null;
  readonly choice_raw_text: string | null;
  readonly choice_status: string | null;
  readonly error: string | null;
}

interface Entry {
  readonly who: string;
  readonly text?: string;
  readonly unheard?: string;
}

/** It is a state over HTTP: there is nothing to wait on. */
const POLL_MS = 100;

/**
 * Tells of a call that is placed what a program would learn of it, as it learns it, until it is over.
 *
 * @throws the signal's reason; whatever asking throws when the controller is gone
 */
export async function watchCall({ url, callId, tell, signal }: WatchNeeds): Promise<void> {
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${url}/call/${callId}${path}`, { signal })).json();
  const told = new Set<string>();
  const once = (what: string, text: string) => {
    if (told.has(what)) return;
    told.add(what);
    tell(text);
  };
  let entriesTold = 0;
  for (;;) {
    // The record first: what was said before it was over is in the transcript by then.
    const call = (await ask("")) as Shown;
    const { entries } = (await ask("/transcript")) as { entries: readonly Entry[] };
    const who = call.extension;
    once("call", `\n☎  calling ${who}`);
    if (call.ringing_at) once("ringing", `   ${who} rings`);
    if (call.answered_at) once("answered", `   ${who} answers`);
    for (const { who: speaker, text = "", unheard } of entries.slice(entriesTold)) {
      const words = [text, unheard && `(unheard: ${unheard})`].filter(Boolean).join(" ");
      tell(`   ${(speaker === "caller" ? "callee" : speaker).padEnd(9)}  ${words}`);
    }
    entriesTold = entries.length;
    if (call.ended_at) return tell(`   ${outcome(call)}`);
    await pause(POLL_MS, signal);
  }
}

function outcome(call: Shown): string {
  const facts = [
    `the call is over after ${call.duration_seconds} s: ${call.status}`,
    call.answered_at && `the message was ${call.message_played ? "" : "not "}played`,
    call.choice_status && `choice ${call.choice_status}`,
    call.choice_response !== null && `response ${JSON.stringify(call.choice_response)}`,
    call.choice_raw_text !== null && `heard ${JSON.stringify(call.choice_raw_text)}`,
    call.error,
  ];
  return facts.filter(Boolean).join(" · ");
}
