import { area } from "../area.js";
import { integer, line, optional, setting } from "../setting.js";

export const store = area("Store", ["MONGODB_", "MONGO_", "CALL_RETENTION_"], {
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
  callRetentionDays: setting("CALL_RETENTION_DAYS", integer(1, 36_500), {
    default: 30,
    description: "How long calls are kept after their end, with their transcripts and deliveries, in days.",
  }),
});
