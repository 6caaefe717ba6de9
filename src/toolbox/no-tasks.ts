import { AttendantError } from "../kernel/errors.js";
import type { Tasks } from "./tool-context.js";

const away = () => Promise.reject(new AttendantError("store_unavailable", "Nothing can be set for later here."));

/** Where nothing can be set for later: nobody is there to use a tool. */
export const NO_TASKS: Tasks = { setTimer: away, callBack: away, pending: away, cancel: away };
