// @ts-check
/** `ari-attendant/testing`: a context to run a plugin's tool with in its tests, outside of the service. */
import { DateTime } from "luxon";

/** @typedef {import("./tool.mjs").Task} Task */
/** @typedef {import("./tool.mjs").ToolContext} ToolContext */

/**
 * What a tool did with its context.
 *
 * @typedef {object} Deeds
 * @property {string[]} said sentences said while it worked
 * @property {boolean} hungUp
 * @property {Task[]} tasks what was set for later and not cancelled
 * @property {string[]} logged
 */

/**
 * A context as within a call, and what comes of it. Each has a memory of its own: hand the same one in again to have the
 * tool remember.
 *
 * @param {Partial<ToolContext>} [parts] what is to be different: `{ caller: undefined }`, `{ now: DateTime… }`
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
