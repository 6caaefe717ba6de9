import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import type { Call } from "./call.js";

/** Ends an answered call when it has lasted for `maxCallMs`, counted from its answer. */
export function limitCall(call: Call, scope: Scope, maxCallMs: number): void {
  const timeUp = new Ending("deadline", "The call took longer than MAX_CALL_SECONDS allows.");
  const timer = setTimeout(() => scope.end(timeUp), maxCallMs - call.durationSeconds * 1000);
  scope.onEnd(() => clearTimeout(timer));
}
