import { area } from "../area.js";
import { integer, setting } from "../setting.js";

export const schedules = area("Schedules", ["SCHEDULE_"], {
  maxLatenessSeconds: setting("SCHEDULE_MAX_LATENESS_SECONDS", integer(1, 86_400), {
    default: 300,
    description:
      "Maximum delay of a scheduled call, in seconds, if the service was down at its time. After that, it is recorded as missed.",
  }),
});
