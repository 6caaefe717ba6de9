import { SCOPES, type Scope } from "../../config/api-keys.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Tasks } from "../../toolbox/tool-context.js";

/** What a tool may do for a client besides answering: nothing that the client's key may not ask for by itself. */
export interface ToolRights {
  settingTasks(tasks: Tasks): Tasks;
  hangingUp(hangUp: () => void): () => void;
  /** @throws {AttendantError} `scope_missing` when the tool has tried something else */
  check(): void;
}

/**
 * Whatever tool it is, one that is plugged in too: what it is given is what is held against the key, and what it makes of a
 * refusal counts for nothing.
 *
 * @param scopes what the key is good for; everything unless given
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
