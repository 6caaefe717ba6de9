import { area } from "../area.js";
import { integer, setting } from "../setting.js";

export const schedules = area("Schedules", ["SCHEDULE_"], {
  maxSchedules: setting("MAX_SCHEDULES", integer(1, 1_000_000), {
    default: 10_000,
    description:
      "How many schedules, timers and callbacks there may be that are not over. Further ones are refused until some are over or cancelled.",
  }),
  maxLatenessSeconds: setting("SCHEDULE_MAX_LATENESS_SECONDS", integer(1, 86_400), {
    default: 300,
    description:
      "How late a scheduled call may still be placed, in seconds, when the service was away at its time. Later than that it is recorded as missed.",
  }),
});
