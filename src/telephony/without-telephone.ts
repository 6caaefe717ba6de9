import { randomUUID } from "node:crypto";
import { AttendantError } from "../kernel/errors.js";
import type { Asterisk, AsteriskNeeds } from "./asterisk/asterisk.js";

const WHY = "There is no telephone: the service was started to be talked to from a browser (ari-attendant talk).";

/** Replaces Asterisk when there is none: no calls arrive, none can be placed, and every check says so. */
export function withoutTelephone({
  reportAsterisk,
  reportSip,
}: Pick<AsteriskNeeds, "reportAsterisk" | "reportSip">): Asterisk {
  return {
    newChannelId: () => randomUUID(),
    dial: () => Promise.resolve({ kind: "not_answered", outcome: "failed", detail: WHY }),
    deviceState: () => Promise.resolve("unknown"),
    intents: {
      record: () => Promise.reject(new AttendantError("asterisk_unreachable", WHY)),
      lookUp: () => Promise.resolve("not_dialled"),
      clear: () => Promise.resolve(),
    },
    open() {
      reportAsterisk(false, WHY);
      reportSip(false, WHY);
    },
    leave: () => {},
    serves: () => Promise.resolve(false),
    channelState: () => Promise.resolve("gone"),
    pbxFault: undefined,
    testLoopback: () => Promise.reject(new AttendantError("asterisk_unreachable", WHY)),
  };
}
