import { Store } from "./store.js";

const KEY = "attendant.key";

/** The key entered in this tab: kept until the tab is closed, never part of an address. "" when none is needed or known. */
export const key = new Store(sessionStorage.getItem(KEY) ?? "");

export function keepKey(given: string): void {
  sessionStorage.setItem(KEY, given);
  key.set(given);
}

export function forgetKey(): void {
  sessionStorage.removeItem(KEY);
  key.set("");
}

/** How often the service has rejected a key that it had accepted before. */
export const refusals = new Store(0);

/** The headers of a request. */
export function authorisation(): Readonly<Record<string, string>> {
  return key.value === "" ? {} : { Authorization: `Bearer ${key.value}` };
}
