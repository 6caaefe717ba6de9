import { SCOPES, type Scope } from "../../config/api-keys.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Tasks } from "../../toolbox/tool-context.js";

/** What a tool may do for a client besides answering: only what the client's key permits. */
export interface ToolRights {
  settingTasks(tasks: Tasks): Tasks;
  hangingUp(hangUp: () => void): () => void;
  /** @throws {AttendantError} `scope_missing` when the tool tried anything else */
  check(): void;
}

/**
 * Creates the rights for any tool, plugins included: its requests are checked against the key, and a refusal stands whatever
 * the tool makes of it.
 *
 * @param scopes scopes of the key; default: all
 */
export function toolRights(scopes: readonly Scope[] = SCOPES): ToolRights {
  let refusal: AttendantError | undefined;

  function need(scope: Scope): void {
    if (scopes.includes(scope)) return;
    refusal ??= new AttendantError("scope_missing", `This requires a key with the scope ${scope}.`);
    throw refusal;
  }

  return {
    settingTasks: (tasks) => ({
      async setTimer(timer) {
        need("schedule");
        return tasks.setTimer(timer);
      },
      async callBack(callback) {
        need("schedule");
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
      if (refusal) throw refusal;
    },
  };
}
