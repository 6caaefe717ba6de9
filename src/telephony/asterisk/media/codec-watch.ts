import type { Log } from "../../../observability/log.js";

/** Watches whether calls with the PBX find a common audio format. */
export interface CodecWatch {
  /** The fault, with the remedy; undefined while none is known. */
  readonly fault: string | undefined;
  /** Records that a call to `number` was refused for lack of a common format, by the PBX or by that telephone alone. */
  refused(number: string): void;
  /** Records that a call found one. */
  agreed(): void;
}

export interface CodecWatchNeeds {
  readonly log: Log;
  readonly onChange: () => void;
}

const FAULT =
  "the PBX refused the last calls for want of a common audio format (SIP 488): have the extension in the PBX allow one of those in `allow` of pjsip.conf (g722, ulaw, alaw), and encrypt sound on both sides or on neither (ASTERISK_SRTP)";

/**
 * Remembers refusals from one call to the next: nothing shows the fault before a call, and each call would fail. One number
 * that refuses may be an odd telephone; it is the PBX when a second number refuses and no call came through in between.
 * Inbound calls without a common format are refused by Asterisk itself, which reports them only in its own log.
 */
export function watchCodecs({ log, onChange }: CodecWatchNeeds): CodecWatch {
  let fault: string | undefined;
  /** The number that has refused since a call last came through. */
  let suspect: string | undefined;

  function set(found: string | undefined): void {
    if (found === fault) return;
    fault = found;
    if (found) log.warn("sip_codec_refused", `Calls cannot be set up: ${found}`);
    else log.info("sip_codec_agreed", "Calls with the PBX find a common audio format again");
    onChange();
  }

  return {
    get fault() {
      return fault;
    },
    refused(number) {
      suspect ??= number;
      if (number !== suspect) set(FAULT);
    },
    agreed() {
      suspect = undefined;
      set(undefined);
    },
  };
}
