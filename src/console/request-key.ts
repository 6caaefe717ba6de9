import { useMemo } from "preact/hooks";

/**
 * The header of a request that must not be done twice: its key stays until something else is requested, so that the user can
 * repeat a request whose answer was lost.
 *
 * @param wanted what the request consists of
 */
export function useRequestKey(...wanted: readonly unknown[]): { readonly "Idempotency-Key": string } {
  return useMemo(() => ({ "Idempotency-Key": newKey() }), wanted);
}

/** Not `randomUUID`, which requires HTTPS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
