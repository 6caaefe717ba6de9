import { area } from "../area.js";
import { integer, line, optional, setting } from "../setting.js";

export const store = area("Store", ["MONGODB_", "MONGO_", "CONTROLLER_", "CALL_RETENTION_", "TRANSCRIPT_"], {
  mongodbUri: optional(
    "MONGODB_URI",
    line("a mongodb:// or mongodb+srv:// connection string", /^mongodb(\+srv)?:\/\/[^\s/]\S{0,2000}$/),
    {
      secret: true,
      fallbackText: "an embedded store under DATA_DIR",
      description:
        "The MongoDB server (6 or later) that keeps calls, deliveries and schedules; its path names the database, attendant unless given. Several controllers may share it, each with a DATA_DIR of its own.",
    },
  ),
  controllerLeaseSeconds: setting("CONTROLLER_LEASE_SECONDS", integer(2, 600), {
    default: 30,
    description:
      "For how long a controller that shares a MongoDB is taken to be alive without a sign of life, in seconds. After that another one brings its calls to their end. The others count by the value that it told them.",
  }),
  callRetentionDays: setting("CALL_RETENTION_DAYS", integer(1, 36_500), {
    default: 30,
    description:
      "How long calls are kept after their end, with their transcripts and deliveries, and the runs of schedules, in days.",
  }),
  transcriptRetentionDays: optional("TRANSCRIPT_RETENTION_DAYS", integer(0, 36_500), {
    fallbackText: "CALL_RETENTION_DAYS",
    description:
      "How long what was said in calls is kept after their end, in days: transcripts, answers as they were understood, and the messages of timers and schedules that are over (these for a day at least). With 0 it is never stored, and webhooks do not hold it.",
  }),
});
