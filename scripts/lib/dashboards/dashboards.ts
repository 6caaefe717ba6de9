import { backEnds } from "./back-ends.js";
import { callsNow } from "./calls-now.js";
import { conversation } from "./conversation.js";
import type { Dashboard } from "./panel.js";
import { schedulesAndWebhooks } from "./schedules-and-webhooks.js";

/** All dashboards, in the order of the documentation. */
export const DASHBOARDS: readonly Dashboard[] = [callsNow, conversation, backEnds, schedulesAndWebhooks];
