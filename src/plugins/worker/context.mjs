// @ts-check
/** The context of a tool in the worker: each method sends a message to the host. */
import { DateTime } from "luxon";
import { MAX_LINE, MAX_LOGGED, MAX_SENTENCE, MAX_TASK_REQUESTS, MAX_SENTENCES } from "../protocol/limits.mjs";

/** @typedef {import("../protocol/messages.js").Execute} Execute */
/** @typedef {import("../protocol/messages.js").FromWorker} FromWorker */
/** @typedef {import("../protocol/messages.js").TaskMethod} TaskMethod */
/** @typedef {import("../protocol/messages.js").Moment} Moment */
/** @typedef {import("../tool.mjs").ToolContext} ToolContext */
/** @typedef {{ taskId: string, type: "timer" | "callback", dueAt: Moment, message: string, destination: string }} SentTask */

/**
 * @typedef {object} ContextNeeds
 * @property {(message: FromWorker) => void} post
 * @property {(id: number, method: TaskMethod, param: unknown) => Promise<unknown>} request
 * @property {() => boolean} mayLog
 * @property {AbortSignal} signal
 * @property {Map<string, unknown>} memory
 */

/**
 * @param {Execute} execute
 * @param {ContextNeeds} needs
 * @returns {{ context: ToolContext, close: () => void }} after `close` the methods have no effect
 */
export function createContext({ id, caller, now, language, inCall }, { post, request, mayLog, signal, memory }) {
  let open = true;
  let sentences = 0;
  let requests = 0;

  /** @param {string} sentence */
  const say = (sentence) => {
    if (!open || signal.aborted || ++sentences > MAX_SENTENCES) return;
    post({ kind: "say", id, sentence: String(sentence).slice(0, MAX_SENTENCE) });
  };
  const hangUp = () => {
    if (open && !signal.aborted) post({ kind: "hangUp", id });
  };
  /** @param {TaskMethod} method @param {unknown} [param] */
  const requested = async (method, param = null) => {
    signal.throwIfAborted();
    if (!open) throw new Error("the tool has returned already");
    if (++requests > MAX_TASK_REQUESTS) throw new Error("too many requests to tasks");
    return request(id, method, param);
  };
  /** @param {"info" | "warn"} level @returns {import("../tool.mjs").ToolLog["info"]} */
  const logAt = (level) => (message, data) => {
    if (open && mayLog())
      post({ kind: "log", id, level, message: String(message).slice(0, MAX_LINE), ...logged(data) });
  };

  return {
    context: {
      signal,
      caller,
      now: dateOf(now),
      language,
      hangUp: inCall.hangUp ? hangUp : undefined,
      say: inCall.say ? say : undefined,
      tasks: {
        setTimer: async ({ seconds, message }) => taskOf(await requested("setTimer", { seconds, message })),
        callBack: async ({ at, message, destination }) =>
          taskOf(await requested("callBack", { at: momentOf(at), message, destination })),
        pending: async () => /** @type {unknown[]} */ (await requested("pending")).map(taskOf),
        cancel: async (taskId) => (await requested("cancel", String(taskId))) === true,
      },
      memory,
      log: { info: logAt("info"), warn: logAt("warn") },
    },
    close: () => {
      open = false;
    },
  };
}

/** @param {Moment} moment */
function dateOf({ ms, zone }) {
  return DateTime.fromMillis(ms, { zone });
}

/** @param {DateTime | Date} at @returns {Moment} */
function momentOf(at) {
  return at instanceof Date ? { ms: at.getTime(), zone: "UTC" } : { ms: at.toMillis(), zone: at.zoneName ?? "UTC" };
}

/** @param {any} sent a task or a refusal, as it was sent */
function taskOf(sent) {
  return "refusal" in sent ? sent : { ...sent, dueAt: dateOf(sent.dueAt) };
}

/** @param {unknown} data */
function logged(data) {
  if (data === undefined) return {};
  try {
    const dataJson = JSON.stringify(data);
    return dataJson.length > MAX_LOGGED ? { dataJson: '{"left_out":"too long"}' } : { dataJson };
  } catch {
    return { dataJson: '{"left_out":"cannot be written as JSON"}' };
  }
}
