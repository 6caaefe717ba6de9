import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Schemas } from "./rest.js";

type Me = Schemas["KeyHolder"];
export type Scope = Me["scopes"][number];

/**
 * The holder of the key and its scopes. Views without the required scopes are hidden; the service rejects their requests anyway.
 */
export const Access = createContext<Me>({ name: null, scopes: [] });

export function useMay(): (scope: Scope) => boolean {
  const { scopes } = useContext(Access);
  return (scope) => scopes.includes(scope);
}
