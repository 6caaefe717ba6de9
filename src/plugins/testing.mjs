// @ts-check
/** `ari-attendant/testing`: a context for running a plugin's tool in tests, outside the service. */
import { DateTime } from "luxon";

/** @typedef {import("./tool.mjs").Task} Task */
/** @typedef {import("./tool.mjs").ToolContext} ToolContext */

/**
 * What a tool did with its context.
 *
 * @typedef {object} Deeds
 * @property {string[]} said sentences spoken while it worked
 * @property {boolean} hungUp
 * @property {Task[]} tasks timers and callbacks that were set and not cancelled
 * @property {string[]} logged
 */

/**
 * Creates a context as in a call, and a record of what the tool does with it. Each has its own memory: pass the same context
 * again to let the tool remember.
 *
 * @param {Partial<ToolContext>} [parts] overrides: `{ caller: undefined }`, `{ now: DateTime… }`
 * @returns {{ context: ToolContext, deeds: Deeds }}
 */
export function testContext(parts = {}) {
  /** @type {Deeds} */
  const deeds = { said: [], hungUp: false, tasks: [], logged: [] };
  const now = parts.now ?? DateTime.now();
  const caller = "100";
  let latest = 0;
  /** @param {Omit<Task, "taskId">} task */
  const set = (task) => {
    const added = { ...task, taskId: `task-${++latest}` };
    deeds.tasks.push(added);
    return added;
  };
  /** @param {string} message */
  const log = (message) => void deeds.logged.push(message);
  return {
    deeds,
    context: {
      signal: new AbortController().signal,
      caller,
      now,
      language: "en",
      hangUp: () => {
        deeds.hungUp = true;
      },
      say: (sentence) => void deeds.said.push(sentence),
      tasks: {
        setTimer: async ({ seconds, message }) =>
          set({ type: "timer", dueAt: now.plus({ seconds }), message, destination: caller }),
        callBack: async ({ at, message, destination = caller }) =>
          set({ type: "callback", dueAt: at, message, destination }),
        pending: async () => [...deeds.tasks],
        cancel: async (taskId) => {
          const found = deeds.tasks.findIndex((task) => task.taskId === taskId);
          if (found >= 0) deeds.tasks.splice(found, 1);
          return found >= 0;
        },
      },
      memory: new Map(),
      log: { info: log, warn: log },
      ...parts,
    },
  };
}
