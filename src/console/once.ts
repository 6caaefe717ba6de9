import { problemOf } from "./rest.js";
import { restError, type RestError } from "./rest-error.js";
import { keepKey } from "./session.js";
import { Store } from "./store.js";

/** Why the address that somebody came by did not log them in; undefined where it did, or was none to log in by. */
export const refusedLogin = new Store<RestError | undefined>(undefined);

/** Logs in by the address that setup prints, which works once; it does not stay in the browser's history. */
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
