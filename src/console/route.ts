import { Store } from "./store.js";

/** Where one is, from the part of the address behind #: `#/calls/ID?text=hello`. */
export interface Route {
  /** `calls`, and what stands behind it. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

function read(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { path: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

/** A name as it was; one that nobody encoded stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const route = new Store(read());
addEventListener("hashchange", () => route.set(read()));

/** An address within the console. */
export function to(path: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const wanted = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return `#/${path.map(encodeURIComponent).join("/")}${wanted && `?${wanted}`}`;
}
