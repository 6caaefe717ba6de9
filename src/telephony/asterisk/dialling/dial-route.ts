import type { DialableNumber } from "../../../kernel/dialable-number.js";

/**
 * By which way numbers are dialled: through the PBX that this Asterisk is registered with (its endpoint `pbx`), or, when
 * this Asterisk is the PBX, through a context of its own dialplan.
 */
export type DialRoute = { readonly kind: "pbx" } | { readonly kind: "dialplan"; readonly context: string };

/** The endpoint of the bundled Asterisk that stands for the PBX (`pjsip.conf`). */
export const PBX_ENDPOINT = "pbx";

const CONTEXT = /^[A-Za-z0-9_.-]{1,79}$/;

/** @throws {RangeError} for a context that no dialplan can have */
export function checkedRoute(route: DialRoute): DialRoute {
  if (route.kind === "dialplan" && !CONTEXT.test(route.context)) {
    throw new RangeError(`"${route.context}" is not the name of a dialplan context`);
  }
  return route;
}

export function dialString(route: DialRoute, number: DialableNumber): string {
  if (route.kind === "pbx") return `PJSIP/${number}@${PBX_ENDPOINT}`;
  // "n": the Local channel stays. Asterisk would otherwise take it out once both halves are bridged, and our channel with it.
  return `Local/${number}@${route.context}/n`;
}
