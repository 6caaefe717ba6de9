import type { ToolEnvironment } from "../../../src/toolbox/tool.js";
import { outsideCalls } from "../../../src/plugins/outside-calls.js";

/** What tools are run with: outside a call, unless `more` says otherwise. */
export function toolCircumstances(more: Partial<ToolEnvironment> = {}): ToolEnvironment {
  return { ...outsideCalls({ info: () => {}, warn: () => {} }), ...more };
}
