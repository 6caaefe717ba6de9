import { randomUUID } from "node:crypto";
import { DateTime } from "luxon";
import { dialableNumber, isSameNumber } from "../../kernel/dialable-number.js";
import { hasCode } from "../../kernel/errors.js";
import type { Occasion } from "../../config/phrase-categories.js";
import { DEFAULT_WORDING, type Wording } from "../../toolbox/wording.js";
import type { Task, TaskRefusal, Tasks } from "../../toolbox/tool-context.js";
import type { Schedule, ScheduleKind } from "../../records/schedule.js";
import type { ScheduleStore } from "../../records/stores.js";
import type { Schedules } from "../../scheduling/schedules.js";
import type { CallerDials } from "../rights/caller-dials.js";
import type { DialPolicy } from "../rights/dial-policy.js";
import type { LiveCall } from "../live/live-calls.js";
import { type CallerIdTrust, taskOwnerOf } from "./task-owner.js";

export interface CallerTasksNeeds {
  readonly store: Pick<ScheduleStore, "listSchedules">;
  readonly schedules: Pick<Schedules, "add" | "cancel" | "find" | "withdraw">;
  readonly policy: DialPolicy;
  readonly trustCallerId: CallerIdTrust;
  readonly callerDials: Pick<CallerDials, "plan">;
  /** IANA name. */
  readonly timeZone: string;
  /** The language of calls that have none of their own. */
  readonly language: string;
  /** What callers hear; default: the default phrases. */
  readonly wording?: Wording;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** Timers and calls that were set for later, by whose they are. */
export interface CallerTasks {
  /** Returns the tasks of a call's caller, who sees no others. */
  of(live: LiveCall): Tasks;
  /**
   * Returns the tasks for a client of the REST interface: it sees those of all callers, and those that it sets belong to none.
   *
   * @param live the conversation in question, if any: its caller is called unless the client names another number
   * @param client the name of its key, if it has one
   * @param firstId the id of the first task that is set
   */
  ofClient(live: LiveCall | undefined, client?: string, firstId?: string): Tasks;
}

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** Maximum number of pending tasks of one caller. */
const MAX_TASKS = 20;
/** Maximum length of a client's list: one page of the store. */
const MAX_SHOWN = 500;
const MAX_TIMER_MS = DAY_MS;
const MAX_DELAY_MS = 366 * DAY_MS;
const RING_MS = 30_000;

type NewTask = Pick<Schedule, "kind" | "extension" | "message"> & { readonly nextAt: number };

/** The owner of a task, with their rights. */
interface TaskOwner {
  readonly setBy: string | null;
  /** The call in which the task is set, or that it is about. */
  readonly setIn?: string;
  /** For a client: the name of its key. */
  readonly client?: string | undefined;
  /** The id of the next task; default: a random one. */
  newId?(): string | undefined;
  /** The assistant that the caller talks to, which also places the call. */
  readonly assistant?: string | undefined;
  /** Their own number; empty when it is withheld, or no caller is involved. */
  readonly number: string;
  /** The language in which refusals are spoken, and calls are placed. */
  readonly language: string;
  mayDial(number: string): boolean;
}

/** Creates the timers and future calls of callers, on top of the scheduler. */
export function createCallerTasks(needs: CallerTasksNeeds): CallerTasks {
  const { store, schedules, policy, trustCallerId, callerDials, timeZone } = needs;
  const { wording = DEFAULT_WORDING, now } = needs;
  /** By owner: resolves when the owner's last task is added. */
  const adding = new Map<string, Promise<void>>();
  const refused = ({ language }: TaskOwner, why: Occasion, values?: Readonly<Record<string, string>>): TaskRefusal => ({
    refusal: wording.for(why, language, values),
  });
  const languageOf = (live: LiveCall | undefined) => live?.call.record.language ?? needs.language;

  async function pendingOf({ setBy }: TaskOwner): Promise<readonly Schedule[]> {
    const ofKind = async (kind: ScheduleKind) => {
      const query = { kind, ...(setBy !== null && { setBy }), limit: MAX_SHOWN };
      return (await store.listSchedules(query)).items;
    };
    const found = [...(await ofKind("timer")), ...(await ofKind("callback"))];
    return found.sort((one, other) => (one.nextAt ?? 0) - (other.nextAt ?? 0));
  }

  /** Adds a caller's tasks one by one: a model may set eight at once, and each would find room for the last one. */
  function add(owner: TaskOwner, task: NewTask): Promise<Task | TaskRefusal> {
    const { setBy } = owner;
    if (setBy === null) return addNow(owner, task);
    const added = (adding.get(setBy) ?? Promise.resolve()).then(() => addNow(owner, task));
    const over = Promise.allSettled([added]).then(() => {});
    adding.set(setBy, over);
    void over.then(() => adding.get(setBy) === over && adding.delete(setBy));
    return added;
  }

  async function addNow(owner: TaskOwner, task: NewTask): Promise<Task | TaskRefusal> {
    const { setBy } = owner;
    if (setBy !== null && (await pendingOf(owner)).length >= MAX_TASKS) {
      return refused(owner, "tasks_full", { count: String(MAX_TASKS) });
    }
    const { extension, nextAt } = task;
    if (setBy === null || extension === "") return keep(owner, task);
    const planned = await callerDials.plan({ setBy, extension, at: nextAt }, () => keep(owner, task));
    if (!("exceeded" in planned)) return planned;
    return refused(owner, planned.exceeded === "inAll" ? "dials_full" : "dials_of_caller_full");
  }

  function keep(owner: TaskOwner, task: NewTask): Promise<Task | TaskRefusal> {
    const schedule = scheduleFor(owner, task, timeZone, now());
    return schedules.add(schedule).then(
      (added) => taskOf(added, timeZone),
      (error) => {
        if (hasCode(error, "schedules_full")) return refused(owner, "schedules_full");
        // The caller is told that it failed, and may ask again.
        if (hasCode(error, "store_unavailable")) schedules.withdraw(schedule.scheduleId);
        throw error;
      },
    );
  }

  const tasksOf = (owner: TaskOwner): Tasks => ({
    async setTimer({ seconds, message }) {
      const inMs = seconds * SECOND_MS;
      if (!(inMs > 0)) return refused(owner, "timer_past");
      if (inMs > MAX_TIMER_MS) return refused(owner, "timer_too_long");
      const own = dialableNumber(owner.number);
      const extension = own !== undefined && owner.mayDial(own) ? own : "";
      return add(owner, { kind: "timer", extension, message, nextAt: now() + inMs });
    },

    async callBack({ at, message, destination = owner.number }) {
      const nextAt = at.toMillis();
      if (destination === "") return refused(owner, "callback_whom");
      const extension = dialableNumber(destination);
      if (extension === undefined || !owner.mayDial(extension)) return refused(owner, "callback_refused");
      if (Number.isNaN(nextAt) || nextAt <= now()) return refused(owner, "callback_past");
      if (nextAt > now() + MAX_DELAY_MS) return refused(owner, "callback_too_far");
      return add(owner, { kind: "callback", extension, message, nextAt });
    },

    pending: async () => (await pendingOf(owner)).map((schedule) => taskOf(schedule, timeZone)),

    async cancel(taskId) {
      const schedule = await schedules.find(taskId);
      if (!schedule || schedule.kind === "call" || schedule.nextAt === null) return false;
      if (owner.setBy !== null && schedule.setBy !== owner.setBy) return false;
      return (await schedules.cancel(taskId)) !== undefined;
    },
  });

  return {
    of(live) {
      const { caller, callId, extension, client, assistant } = live.call.record;
      // The extension that they have called is the assistant's own, whatever the settings say.
      // A caller in a browser has a key, and may dial only what the key permits.
      const mayDial = (number: string) =>
        policy.callerMayDial(number) &&
        !isSameNumber(number, extension) &&
        (client === undefined || policy.clientMayDial(number, client));
      return tasksOf({
        setBy: taskOwnerOf(live, trustCallerId),
        ...{ setIn: callId, assistant, number: caller, mayDial },
        // The caller may ask for another language during the call.
        get language() {
          return languageOf(live);
        },
      });
    },
    ofClient(live, client, firstId) {
      const about = live && { setIn: live.call.record.callId, assistant: live.call.record.assistant };
      const number = live?.call.record.caller ?? "";
      const mayDial = (dialled: string) => policy.clientMayDial(dialled, client);
      const ids = [firstId];
      const owner = { setBy: null, ...about, client, number, language: languageOf(live), mayDial };
      return tasksOf({ ...owner, newId: () => ids.shift() });
    },
  };
}

function scheduleFor(
  { setBy, setIn, client, assistant, language, newId }: TaskOwner,
  task: NewTask,
  timeZone: string,
  now: number,
): Schedule {
  return {
    scheduleId: newId?.() ?? randomUUID(),
    setBy,
    ...(setIn !== undefined && { setIn }),
    ...(client && { client }),
    ...(assistant !== undefined && { assistant }),
    language,
    tool: null,
    toolParams: {},
    prefix: "",
    suffix: "",
    callbackUrl: null,
    ringTimeoutMs: RING_MS,
    timeZone,
    rule: null,
    paused: false,
    lastRun: null,
    createdAt: now,
    revision: 1,
    ...task,
  };
}

function taskOf({ scheduleId, kind, nextAt, message, extension }: Schedule, zone: string): Task {
  return {
    taskId: scheduleId,
    type: kind === "callback" ? "callback" : "timer",
    dueAt: DateTime.fromMillis(nextAt ?? 0, { zone }),
    message: message ?? "",
    destination: extension,
  };
}
