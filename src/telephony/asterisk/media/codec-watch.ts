import type { Log } from "../../../observability/log.js";

/** Whether calls with the PBX find an audio format that both have. */
export interface CodecWatch {
  /** What is wrong, with the remedy; undefined while nothing is known to be. */
  readonly fault: string | undefined;
  /** A call to `number` was refused for want of one, by the PBX, or by that telephone alone. */
  refused(number: string): void;
  /** A call found one. */
  agreed(): void;
}

export interface CodecWatchNeeds {
  readonly log: Log;
  readonly onChange: () => void;
}

const FAULT =
  "the PBX refused the last calls for want of a common audio format (SIP 488): have the extension in the PBX allow one of those in `allow` of pjsip.conf (g722, ulaw, alaw), and encrypt sound on both sides or on neither (ASTERISK_SRTP)";

/**
 * Remembers it from one call to the next: nothing shows it before a call, and each call would only fail. One number that
 * refuses may be an odd telephone; it is the PBX when another does so too, and no call came through in between. Of calls that
 * come in and find none Asterisk refuses them by itself, and reports it only in its own log.
 */
export function watchCodecs({ log, onChange }: CodecWatchNeeds): CodecWatch {
  let fault: string | undefined;
  /** The number that refused since a call last came through. */
  let suspect: string | undefined;

  function set(found: string | undefined): void {
    if (found === fault) return;
    fault = found;
    if (found) log.warn("sip_codec_refused", `No call goes through: ${found}`);
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
