import { backEnds } from "./back-ends.js";
import { callsNow } from "./calls-now.js";
import { conversation } from "./conversation.js";
import type { Dashboard } from "./panel.js";
import { schedulesAndWebhooks } from "./schedules-and-webhooks.js";

/** All of them, in the order in which they are told of. */
export const DASHBOARDS: readonly Dashboard[] = [callsNow, conversation, backEnds, schedulesAndWebhooks];
