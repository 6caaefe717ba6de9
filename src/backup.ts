import { backUp } from "./storage/backup/backup.js";
import { runCommand } from "./storage/backup/command.js";

const HELP = `Usage: scripts/backup FOLDER [--json]

Makes a backup of what the service keeps into FOLDER, which must not be there yet: calls, transcripts, webhooks, schedules,
and this controller's id. The service may run: all that it had acknowledged before is in it. What was written is read again
and checked. It holds numbers and what was said: it is for your user alone, keep it so.

  --json  prints what was done as JSON

From the environment, or .env here, as for the service:
  DATA_DIR                         (default: ./data)
  MONGODB_URI or MONGODB_URI_FILE  the MongoDB that is backed up, where the service uses one; mongodump is not needed

Exit 0 when it is done, 1 when it could not be, and then nothing stays of it; 64 for wrong usage.
`;

await runCommand({
  name: "backup",
  help: HELP,
  environment: process.env,
  async run(folder, place) {
    const manifest = await backUp(place, folder);
    const counts = Object.entries(manifest.counts).map(([what, count]) => `${count} ${what}`);
    return { words: `${folder}: ${counts.join(", ")}, checked.`, facts: { folder, ...manifest } };
  },
});
