import { randomUUID } from "node:crypto";

/**
 * The id of this process instance: one run of the controller, from its start to its end. It is part of whatever the instance
 * makes that others see, channels and bridges in Asterisk and owners in the store, so that the two can be put together.
 */
export const THIS_INSTANCE = randomUUID().slice(0, 8);
