import { backUp } from "./storage/backup/backup.js";
import { nameOf, runCommand } from "./storage/backup/command.js";

const HELP = `Usage: scripts/backup FOLDER [--json]

Makes a backup of the service's data in FOLDER, which must not exist yet: calls, transcripts, webhooks, schedules, and this
controller's id. The service may be running: everything it acknowledged before is included. The backup is read again and
verified. It contains telephone numbers and what was said: keep it accessible to your user only.

  --json  print the result as JSON

From the environment, .env here, or the systemd unit of the service that runs from here, as for the service:
  DATA_DIR                         (default: ./data)
  MONGODB_URI or MONGODB_URI_FILE  the MongoDB to back up, if the service uses one; mongodump is not needed

Exit status: 0 when it is done; 1 when it failed, in which case nothing remains; 64 for wrong usage.
`;

await runCommand({
  name: "backup",
  help: HELP,
  environment: process.env,
  async run(folder, place) {
    const manifest = await backUp(place, folder);
    const counts = Object.entries(manifest.counts).map(([what, count]) => `${count} ${what}`);
    return { words: `${folder}: ${counts.join(", ")} of ${nameOf(place)}, checked.`, facts: { folder, ...manifest } };
  },
});
