import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Schemas } from "./rest.js";

type Me = Schemas["KeyHolder"];
export type Scope = Me["scopes"][number];

/** Who asks, and what their key is good for. What it is not good for is not shown; the service refuses it all the same. */
export const Access = createContext<Me>({ name: null, scopes: [] });

export function useMay(): (scope: Scope) => boolean {
  const { scopes } = useContext(Access);
  return (scope) => scopes.includes(scope);
}
