import type { Operation } from "../operation.js";
import { getCall, getTranscript, hangUpCall, listCalls, placeCall } from "./calls.js";
import { listDeliveries, redeliver } from "./deliveries.js";
import { getHealth, getMetrics, getReadiness } from "./operating.js";
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
  listTools,
  getTool,
  executeTool,
  callWithTool,
  getHealth,
  getReadiness,
  getMetrics,
];
