import { SCOPES, type Scope } from "../../config/api-keys.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Tasks } from "../../toolbox/tool-context.js";

/** What a tool may do for a client besides answering: only what the client's key permits. */
export interface ToolRights {
  settingTasks(tasks: Tasks): Tasks;
  hangingUp(hangUp: () => void): () => void;
  /** @throws {AttendantError} `scope_missing` when the tool tried anything else, or why the client may request no more calls */
  check(): void;
}

/**
 * Creates the rights for any tool, plugins included: its requests are checked against the key, and a refusal stands whatever
 * the tool makes of it.
 *
 * @param scopes scopes of the key; default: all
 * @param countCall counts a call that is set for later; throws when the client may request no more
 */
export function toolRights(scopes: readonly Scope[] = SCOPES, countCall: () => void = () => {}): ToolRights {
  let refusal: unknown;

  function need(scope: Scope): void {
    if (scopes.includes(scope)) return;
    const error = new AttendantError("scope_missing", `This requires a key with the scope ${scope}.`);
    refusal ??= error;
    throw error;
  }

  /** For a task that calls someone. */
  function needCall(): void {
    need("schedule");
    try {
      countCall();
    } catch (error) {
      refusal ??= error;
      throw error;
    }
  }

  return {
    settingTasks: (tasks) => ({
      async setTimer(timer) {
        needCall();
        return tasks.setTimer(timer);
      },
      async callBack(callback) {
        needCall();
        return tasks.callBack(callback);
      },
      async pending() {
        need("schedule");
        const pending = await tasks.pending();
        return scopes.includes("transcripts") ? pending : pending.map((task) => ({ ...task, message: "" }));
      },
      async cancel(taskId) {
        need("schedule");
        return tasks.cancel(taskId);
      },
    }),
    hangingUp: (hangUp) => () => {
      need("call");
      hangUp();
    },
    check() {
      if (refusal !== undefined) throw refusal;
    },
  };
}
