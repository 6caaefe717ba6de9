import { problemOf } from "./rest.js";
import { restError, type RestError } from "./rest-error.js";
import { keepKey } from "./session.js";
import { Store } from "./store.js";

/** Why the login address did not work; undefined when it did, or there was none. */
export const refusedLogin = new Store<RestError | undefined>(undefined);

/** Logs in with the one-time address printed by setup, and removes it from the browser's history. */
export async function logInOnce(): Promise<void> {
  const [, login] = /^#login=([\w.-]+)$/.exec(location.hash) ?? [];
  if (login === undefined) return;
  location.replace("#/");
  try {
    const response = await fetch("/console/login", { method: "POST", headers: { Authorization: `Once ${login}` } });
    if (!response.ok) throw await problemOf(response);
    keepKey(((await response.json()) as { readonly key: string }).key);
  } catch (error) {
    refusedLogin.set(restError(error));
  }
}
