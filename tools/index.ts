import type { Tool } from "../src/language/tool.js";
import { calc } from "./calc.js";
import { datetime } from "./datetime.js";
import { hangup } from "./hangup.js";

/** The tools that come with the assistant. */
export function builtInTools(): readonly Tool[] {
  return [calc, datetime, hangup];
}
