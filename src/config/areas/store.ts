import { area, integer, line, optional, reader, setting } from "../setting.js";

/** How long the words of calls are kept, and whether they are logged. */
export interface Words {
  /** Days after the end of a call. 0: never stored. Undefined: as long as the call itself. */
  readonly retentionDays: number | undefined;
  readonly areLogged: boolean;
}

const transcripts = reader("none, stored, logged, or a number of days", (text): Words | undefined => {
  const days = { none: 0, stored: undefined, logged: undefined }[text.toLowerCase()];
  if (/^(none|stored|logged)$/i.test(text)) return { retentionDays: days, areLogged: /^logged$/i.test(text) };
  const parsed = DAYS.parse(text);
  return "value" in parsed ? { retentionDays: parsed.value, areLogged: false } : undefined;
});
const DAYS = integer(0, 36_500);

export const store = area("Store", ["MONGODB_", "MONGO_", "CALL_RETENTION_", "TRANSCRIPT"], {
  mongodbUri: optional(
    "MONGODB_URI",
    line("a mongodb:// or mongodb+srv:// connection string", /^mongodb(\+srv)?:\/\/[^\s/]\S{0,2000}$/),
    {
      secret: true,
      fallbackText: "an embedded store under DATA_DIR",
      description:
        "MongoDB server (6 or later) that stores calls, deliveries and schedules. The path names the database, default attendant. Several controllers can share it if each has its own DATA_DIR.",
    },
  ),
  callRetentionDays: setting("CALL_RETENTION_DAYS", integer(1, 36_500), {
    default: 30,
    description:
      "How long calls are kept after they end, in days, with their transcripts and webhooks. Past runs of schedules are kept as long.",
  }),
  words: setting("TRANSCRIPTS", transcripts, {
    default: { retentionDays: undefined, areLogged: false },
    fallbackText: "stored",
    description:
      "What happens to transcripts, recognised answers and messages of past schedules. none: never stored, nor sent in webhooks. stored: kept with the call. A number: deleted after that many days. logged: stored, and written to the log and to traces as well.",
  }),
});
