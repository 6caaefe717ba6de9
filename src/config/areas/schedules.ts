import { area } from "../area.js";
import { integer, setting } from "../setting.js";

export const schedules = area("Schedules", ["SCHEDULE_"], {
  maxLatenessSeconds: setting("SCHEDULE_MAX_LATENESS_SECONDS", integer(1, 86_400), {
    default: 300,
    description:
      "How late a scheduled call may still be placed, in seconds, when the service was away at its time. Later than that it is recorded as missed.",
  }),
});
