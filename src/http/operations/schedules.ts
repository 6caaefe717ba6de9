import type { Operation } from "../operation.js";
import { nothing } from "../schemas/delivery.js";
import {
  previewQuery,
  schedule,
  scheduleCancelled,
  scheduleCreated,
  scheduleListQuery,
  schedulePreview,
  scheduleRequest,
  scheduleRun,
  schedules,
} from "../schemas/schedule.js";

export const createSchedule: Operation = {
  id: "createSchedule",
  method: "post",
  path: "/schedule",
  tag: "Schedules",
  summary: "Schedule a call",
  description:
    "Has somebody called after a delay, or at a time of day, once or again and again: exactly one of `at_time` and " +
    "`delay_seconds`, and exactly one of `message` and `tool`. A tool runs when the call is due; if it cannot complete, " +
    "nobody is called. A call that could not be placed in time is missed.",
  body: { schema: scheduleRequest, required: true },
  idempotent: true,
  answer: { description: "The call is scheduled.", schema: scheduleCreated, located: true },
  problems: ["destination_not_allowed", "store_unavailable"],
};

export const listSchedules: Operation = {
  id: "listSchedules",
  method: "get",
  path: "/schedule",
  tag: "Schedules",
  summary: "List scheduled calls, soonest first",
  query: scheduleListQuery,
  answer: { description: "A page of them; `Link` leads to the next.", schema: schedules, paged: true },
  problems: ["invalid_request", "store_unavailable"],
};

export const getSchedule: Operation = {
  id: "getSchedule",
  method: "get",
  path: "/schedule/{id}",
  tag: "Schedules",
  summary: "See when it is due, and how it went the last time",
  answer: { description: "The schedule.", schema: schedule },
  problems: ["not_found", "store_unavailable"],
};

export const cancelSchedule: Operation = {
  id: "cancelSchedule",
  method: "delete",
  path: "/schedule/{id}",
  tag: "Schedules",
  summary: "Cancel it",
  description: "It is removed and does not run any more. A call that it makes at this moment goes on.",
  answer: { description: "It is cancelled.", schema: scheduleCancelled },
  problems: ["not_found", "store_unavailable"],
};

export const runSchedule: Operation = {
  id: "runSchedule",
  method: "post",
  path: "/schedule/{id}/run",
  tag: "Schedules",
  summary: "Run it now",
  description: "Once more than it runs anyway, paused or not.",
  body: { schema: nothing, required: false },
  idempotent: true,
  answer: { description: "It runs.", schema: scheduleRun, located: true },
  problems: ["not_found", "destination_not_allowed", "queue_full", "unavailable", "store_unavailable"],
};

export const skipRun: Operation = {
  id: "skipRun",
  method: "post",
  path: "/schedule/{id}/skip",
  tag: "Schedules",
  summary: "Leave the next run out",
  description:
    "One that runs once is over then. A run that is due already, and waits until it can call, is not the next.",
  body: { schema: nothing, required: false },
  idempotent: true,
  answer: { description: "The schedule as it is now.", schema: schedule },
  problems: ["not_found", "schedule_over", "store_unavailable"],
};

export const pauseSchedule: Operation = {
  id: "pauseSchedule",
  method: "post",
  path: "/schedule/{id}/pause",
  tag: "Schedules",
  summary: "Let its runs pass by",
  description: "A run that is due already goes on, also one that waits until it can call; cancelling it ends that.",
  body: { schema: nothing, required: false },
  answer: { description: "The schedule as it is now.", schema: schedule },
  problems: ["not_found", "schedule_over", "store_unavailable"],
};

export const resumeSchedule: Operation = {
  id: "resumeSchedule",
  method: "post",
  path: "/schedule/{id}/resume",
  tag: "Schedules",
  summary: "Go on with it",
  description: "From the next run that is still to come.",
  body: { schema: nothing, required: false },
  answer: { description: "The schedule as it is now.", schema: schedule },
  problems: ["not_found", "schedule_over", "store_unavailable"],
};

export const previewSchedule: Operation = {
  id: "previewSchedule",
  method: "get",
  path: "/schedule/{id}/preview",
  tag: "Schedules",
  summary: "See when it will run",
  description: "With the offset of each day, so that no clock change comes as a surprise.",
  query: previewQuery,
  answer: { description: "The next runs.", schema: schedulePreview },
  problems: ["invalid_request", "not_found", "store_unavailable"],
};
