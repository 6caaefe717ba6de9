import type { DialableNumber } from "../../../kernel/dialable-number.js";

/**
 * How numbers are dialled: through the PBX that this Asterisk is registered with (its endpoint `pbx`), or, when this Asterisk
 * is the PBX, through a context of its own dialplan.
 */
export type DialRoute = { readonly kind: "pbx" } | { readonly kind: "dialplan"; readonly context: string };

/** Endpoint of the bundled Asterisk that represents the PBX (`pjsip.conf`). */
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
  // "n" keeps the Local channel. Asterisk would otherwise remove it, with our channel, once both halves are bridged.
  return `Local/${number}@${route.context}/n`;
}
