import type { Operation } from "../operation.js";
import { getCall, getTranscript, hangUpCall, listCalls, placeCall } from "./calls.js";
import { listDeliveries, redeliver } from "./deliveries.js";
import { getHealth, getMetrics, getReadiness } from "./operating.js";
import {
  cancelSchedule,
  createSchedule,
  getSchedule,
  listSchedules,
  pauseSchedule,
  previewSchedule,
  resumeSchedule,
  runSchedule,
  skipRun,
} from "./schedules.js";
import { callWithTool, executeTool, getTool, listTools } from "./tools.js";

/** Everything that can be asked, in the order of the docs. */
export const OPERATIONS: readonly Operation[] = [
  placeCall,
  listCalls,
  getCall,
  hangUpCall,
  getTranscript,
  listDeliveries,
  redeliver,
  createSchedule,
  listSchedules,
  getSchedule,
  cancelSchedule,
  previewSchedule,
  runSchedule,
  skipRun,
  pauseSchedule,
  resumeSchedule,
  listTools,
  getTool,
  executeTool,
  callWithTool,
  getHealth,
  getReadiness,
  getMetrics,
];
