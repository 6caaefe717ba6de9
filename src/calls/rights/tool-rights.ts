import { SCOPES, type Scope } from "../../config/api-keys.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Task, TaskRefusal, Tasks } from "../../toolbox/tool-context.js";

/** What a tool may do for a client besides answering: only what the client's key permits. */
export interface ToolRights {
  settingTasks(tasks: Tasks): Tasks;
  hangingUp(hangUp: () => void): () => void;
  /** @throws {AttendantError} `scope_missing` when the tool tried anything else, or why the client may request no more calls */
  check(): void;
}

/** Counts a call that is set for later; throws when the client may request no more. @returns a function that gives it back */
export type CountCall = () => () => void;

/**
 * Creates the rights for any tool, plugins included: its requests are checked against the key, and a refusal stands whatever
 * the tool makes of it.
 *
 * @param scopes scopes of the key; default: all
 * @param countCall counts what is set for later; default: it is not counted
 */
export function toolRights(scopes: readonly Scope[] = SCOPES, countCall: CountCall = () => () => {}): ToolRights {
  let refusal: unknown;

  /** Throws an error, and remembers the first. */
  function refuse(error: unknown): never {
    refusal ??= error;
    throw error;
  }

  function need(scope: Scope): void {
    if (scopes.includes(scope)) return;
    refuse(new AttendantError("scope_missing", `This requires a key with the scope ${scope}.`));
  }

  /** Counts a call for later. @returns a function that gives it back */
  function count(): () => void {
    try {
      return countCall();
    } catch (error) {
      return refuse(error);
    }
  }

  /** Sets a task that calls someone, which counts unless it is refused. */
  async function setCounted(set: () => Promise<Task | TaskRefusal>): Promise<Task | TaskRefusal> {
    need("schedule");
    const giveBack = count();
    let task: Task | TaskRefusal | undefined;
    try {
      task = await set();
      return task;
    } finally {
      if (!task || !("taskId" in task)) giveBack();
    }
  }

  return {
    settingTasks: (tasks) => ({
      setTimer: (timer) => setCounted(() => tasks.setTimer(timer)),
      callBack: (callback) => setCounted(() => tasks.callBack(callback)),
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
