import { pause } from "../../../src/kernel/deadline.js";

export interface WatchNeeds {
  /** The controller's address. */
  readonly url: string;
  readonly callId: string;
  readonly tell: (text: string) => void;
  readonly signal: AbortSignal;
}

/** The shown fields of `GET /call/{id}`. */
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

/** HTTP has no event to wait for. */
const POLL_MS = 100;

/**
 * Reports a placed call as a program would see it, until it ends.
 *
 * @throws the signal's reason; request errors when the controller is gone
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
    // The record first: everything said before the call's end is then in the transcript.
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
    `the call ended after ${call.duration_seconds} s: ${call.status}`,
    call.answered_at && `the message was ${call.message_played ? "" : "not "}played`,
    call.choice_status && `choice ${call.choice_status}`,
    call.choice_response !== null && `response ${JSON.stringify(call.choice_response)}`,
    call.choice_raw_text !== null && `heard ${JSON.stringify(call.choice_raw_text)}`,
    call.error,
  ];
  return facts.filter(Boolean).join(" · ");
}
