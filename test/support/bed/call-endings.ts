/** How a call ends that nobody answers: `outcome`, and the sentence for it or its beginning. */
export interface SaidOfEnding {
  readonly outcome: "busy" | "no_answer" | "failed";
  readonly error: string;
}

/** A number of the PBX, and what is to be said of a call to it. */
export interface CallEnding {
  readonly number: string;
  /** By SIP, where a status is all that comes. */
  readonly registered: SaidOfEnding;
  /** By the PBX's own dialplan, which says more. */
  readonly dialplan: SaidOfEnding;
}

const isBusy = { outcome: "busy", error: "The number is busy." } as const;
const isDeclined = { outcome: "busy", error: "The call was declined." } as const;
const rangOut = { outcome: "no_answer", error: "It rang, but no one answered." } as const;
const isAway = { outcome: "no_answer", error: "The telephone called cannot be reached just now" } as const;
const notPutThrough = { outcome: "no_answer", error: "The PBX could not put the call through just now" } as const;
const noSuchNumber = { outcome: "failed", error: "There is no such number." } as const;
const noFreeLine = { outcome: "failed", error: "No line was free" } as const;
const hasChanged = { outcome: "failed", error: "The number has changed" } as const;
const same = (said: SaidOfEnding) => ({ registered: said, dialplan: said });

/**
 * The ends that a PBX's dialplan makes. Its extensions end as FreePBX's do: by what Dial() came to, with a busy signal, and with
 * congestion for all else.
 */
export const CALL_ENDINGS: Readonly<Record<string, CallEnding>> = {
  "a busy telephone": { number: "1021", ...same(isBusy) },
  "a telephone that nobody picks up": { number: "1022", ...same(rangOut) },
  // By SIP it is what nobody picks up.
  "a telephone that declines after ringing": { number: "1023", registered: rangOut, dialplan: isDeclined },
  "a telephone that declines before it rings": { number: "1020", registered: notPutThrough, dialplan: isDeclined },
  "a number that the trunk does not know": { number: "1024", registered: notPutThrough, dialplan: noSuchNumber },
  "a trunk without a free line": { number: "1025", registered: notPutThrough, dialplan: noFreeLine },
  "a telephone that is not registered": { number: "1026", registered: notPutThrough, dialplan: isAway },
  "do not disturb": { number: "1027", ...same(isBusy) },
  "congestion alone": { number: "1028", ...same(notPutThrough) },
  "a busy signal after ringing": { number: "1029", ...same(isBusy) },
  "a number without a route": { number: "1030", registered: notPutThrough, dialplan: noSuchNumber },
  "a busy line, by its cause": { number: "1042", ...same(isBusy) },
  "a telephone that declines, by its cause": { number: "1043", ...same(isDeclined) },
  "an unknown number, by its cause": { number: "1044", ...same(noSuchNumber) },
  "a trunk without a free line, by its cause": { number: "1045", registered: notPutThrough, dialplan: noFreeLine },
  "a number that has changed, by its cause": { number: "1046", ...same(hasChanged) },
};

/** Forwarded by SIP 302, which is a thing between two Asterisks only. */
export const FORWARDED = { number: "1031", to: "1006" } as const;
/** Not allowed: SIP 403. */
export const FORBIDDEN = { number: "1032" } as const;

/** The PBX as its own far end: what it dials by SIP comes back to it. */
export const farEndEndpoint = (sipPort: number): string => `
[far-end]
type = aor
contact = sip:127.0.0.1:${sipPort}
[far-end]
type = endpoint
aors = far-end
from_user = far-end
context = far-ends
disallow = all
allow = g722
`;

export const CALL_ENDINGS_DIALPLAN = `
[endings]
exten = _102[0-5],1,Dial(PJSIP/\${EXTEN:-1}@far-end,2)
 same = n,Goto(s-\${DIALSTATUS},1)
exten = 1026,1,Dial(PJSIP/2002,2)
 same = n,Goto(s-\${DIALSTATUS},1)
exten = 1027,1,Set(DIALSTATUS=BUSY)
 same = n,Goto(s-\${DIALSTATUS},1)
exten = 1028,1,Progress()
 same = n,Wait(0.3)
 same = n,Congestion(20)
exten = 1029,1,Ringing()
 same = n,Wait(0.3)
 same = n,Busy(20)
exten = 1030,1,Goto(bad-number,\${EXTEN},1)
exten = s-BUSY,1,Busy(20)
exten = _s-.,1,Congestion(10)
exten = 1031,1,Transfer(PJSIP/sip:1006@127.0.0.1)
exten = 1032,1,PJSIPHangup(403)
exten = 1042,1,Hangup(17)
exten = _104[3-6],1,Dial(PJSIP/\${EXTEN:-1}@far-end,2)
 same = n,Hangup(\${HANGUPCAUSE})

[bad-number]
exten = _X.,1,Progress()
 same = n,Wait(0.3)
 same = n,Congestion(20)

; What is at the other end of the extensions and trunks above, by the last digit. Nobody answers from far away at once.
[far-ends]
exten = 0,1,Wait(0.5)
 same = n,PJSIPHangup(603)
exten = 1,1,Busy(5)
exten = 2,1,Ringing()
 same = n,Wait(60)
exten = 3,1,Ringing()
 same = n,Wait(0.3)
 same = n,Hangup(21)
exten = 4,1,Wait(0.5)
 same = n,Hangup(1)
exten = 5,1,Hangup(34)
exten = 6,1,Hangup(22)
`;
