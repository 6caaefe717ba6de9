import type { ToolEnvironment } from "../../../src/toolbox/tool.js";
import { detachedEnvironment } from "../../../src/toolbox/detached-environment.js";

/** What tools are run with: outside a call, unless `more` says otherwise. */
export function toolEnvironment(more: Partial<ToolEnvironment> = {}): ToolEnvironment {
  return { ...detachedEnvironment({ info: () => {}, warn: () => {} }), ...more };
}
