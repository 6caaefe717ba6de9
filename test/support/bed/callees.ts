import { samplesIn } from "../../../src/audio/pcm.js";
import { tone } from "../../../src/audio/tone.js";
import { says } from "../backends/says.js";
import { cough } from "../listening/sounds.js";
import type { Pbx } from "./pbx.js";
import { Telephone } from "./telephone.js";
import type { TelephoneCall } from "./telephone-call.js";

/** What one of the PBX's people does when they are called. Each resolves or throws when the call is over. */
export type Manners = (call: TelephoneCall) => Promise<unknown>;

/** So long a silence, ms, means to a callee that it is their turn. */
export const THEIR_TURN_MS = 1_000;

const saysWhenAsked =
  (text: string): Manners =>
  async (call) => {
    const sound = await says(text); // Beforehand: those who ask do not wait for a voice to be computed.
    for (let after = 0; ;) {
      after = await call.hearsSilence({ forMs: THEIR_TURN_MS, after });
      after = Math.max(after, (await call.say(sound)).to);
    }
  };

/** Says these one after the other, each when it is asked again; an empty one is a cough, and what follows needs no asking. */
const saysInTurn =
  (...texts: readonly string[]): Manners =>
  async (call) => {
    const sounds = await Promise.all(texts.map(async (text) => (text ? says(text) : cough(300, -20))));
    let after = 0;
    for (const sound of sounds) {
      after = await call.hearsSilence({ forMs: THEIR_TURN_MS, after });
      after = Math.max(after, (await call.say(sound)).to);
    }
  };

/** The people at the PBX's other ends, by number. They are served by a program; the PBX's own lines need none. */
export const CALLEES = {
  saysYes: { number: "1001", manners: saysWhenAsked("yes please") },
  doesNotKnow: { number: "1007", manners: saysWhenAsked("i do not know") },
  pressesTwo: {
    number: "1008",
    manners: async (call) => {
      await call.hearsSilence({ forMs: THEIR_TURN_MS });
      await call.press("2");
    },
  },
  takesLong: {
    number: "1017",
    manners: saysInTurn("i am not sure", "no problem", "do you mean tomorrow", "", "yes"),
  },
  wantsNoCalls: { number: "1019", manners: saysInTurn("do not call me again", "yes") },
  hangsUpInTheMessage: {
    number: "1010",
    manners: async (call) => {
      await call.hears({ minMs: 700 });
      await call.hangUp();
    },
  },
  /** An answering machine: it greets, beeps, and records until it is hung up on. */
  mailbox: {
    number: "1000",
    manners: async (call) => {
      await call.say(await says("hello this is the mailbox please leave a message after the tone"));
      await call.say(new Int16Array(samplesIn(600)));
      await call.say(tone(1_000, 400));
    },
  },
  hangsUpWhenAsked: {
    number: "1018",
    manners: async (call) => {
      await call.hearsSilence({ forMs: THEIR_TURN_MS });
      await call.hangUp();
    },
  },
} as const satisfies Record<string, { readonly number: string; readonly manners: Manners }>;

/** A call that one of them has taken. */
export interface TakenCall {
  readonly number: string;
  readonly call: TelephoneCall;
}

export interface Callees extends AsyncDisposable {
  /** Every call taken so far, the latest last. */
  readonly calls: readonly TakenCall[];
}

/** Answers each call to a number in this manner, until the telephone is disposed of. */
export async function serve(
  telephone: Pick<Telephone, "answerCallsTo">,
  number: string,
  manners: Manners,
): Promise<void> {
  for await (const call of telephone.answerCallsTo(number)) {
    manners(call).catch(() => {}); // The call is over, or nobody speaks any more.
  }
}

/** Has them take calls until it is disposed of. */
export async function startCallees(pbx: Pbx): Promise<Callees> {
  const telephone = await Telephone.connect(pbx, "lines");
  const calls: TakenCall[] = [];
  for (const { number, manners } of Object.values(CALLEES)) {
    void serve(telephone, number, (call) => {
      calls.push({ number, call });
      return manners(call);
    });
  }
  return { calls, [Symbol.asyncDispose]: () => telephone[Symbol.asyncDispose]() };
}
