import type { PreparedCall, Toolbox } from "./toolbox.js";
import { unusable } from "./toolbox.js";

/** The part of a toolbox that a conversation uses. */
export type ConversationTools = Pick<Toolbox, "offers" | "find" | "prepare" | "execute">;

/**
 * Restricts a toolbox to the tools that callers may use: to a conversation no others exist, whatever the model asks for.
 *
 * @param names in upper case; an empty list means all tools
 */
export function allowedTools(toolbox: Toolbox, names: readonly string[]): ConversationTools {
  return names.length === 0 ? toolbox : onlyTools(toolbox, names);
}

/** Restricts a toolbox to the named tools. @param names in upper case; an empty list permits none */
export function onlyTools(toolbox: Toolbox, names: readonly string[]): ConversationTools {
  const allowed = new Set(names);
  const isAllowed = (name: string) => allowed.has(name.toUpperCase());
  const prepare = (name: string, given: unknown): PreparedCall =>
    isAllowed(name) ? toolbox.prepare(name, given) : unusable(name);
  return {
    get offers() {
      return toolbox.offers.filter(({ name }) => allowed.has(name));
    },
    find: (name) => (isAllowed(name) ? toolbox.find(name) : undefined),
    prepare,
    execute: async (name, given, environment) => prepare(name, given).run(environment),
  };
}
