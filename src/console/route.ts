import { Store } from "./store.js";

/** The current view, from the part of the address after #: `#/calls/ID?text=hello`. */
export interface Route {
  /** `calls`, and what follows it. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

function read(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { path: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

/** Decodes a path segment; one that was not encoded stays as it is. */
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
