import { restore } from "./storage/backup/backup.js";
import { nameOf, runCommand } from "./storage/backup/command.js";

const HELP = `Usage: scripts/restore FOLDER [--replace] [--json]

Restores a backup made by scripts/backup. Stop the service first. Calls that were due before now are not placed, because they
may have been placed since the backup was made; they count as missed.

  --replace  move an existing embedded store aside, and use the backup's controller id
  --json     print the result as JSON

From the environment, .env here, or the systemd unit of the service that runs from here, as for the service:
  DATA_DIR                         (default: ./data)
  MONGODB_URI or MONGODB_URI_FILE  an empty database, for a backup of MongoDB

Exit status: 0 when it is done; 1 when it failed, because the backup is damaged, of another kind or of a later version, the
service is running, or a store already exists; 64 for wrong usage.
`;

await runCommand({
  name: "restore",
  help: HELP,
  environment: process.env,
  async run(folder, place, replace) {
    const { manifest, movedTo } = await restore(folder, place, replace);
    const aside = movedTo === undefined ? "" : ` The previous store is in ${movedTo}.`;
    const words = `The backup of ${manifest.begunAt} is restored as ${nameOf(place)}.${aside} Start the service.`;
    return { words, facts: { folder, moved_to: movedTo ?? null, ...manifest } };
  },
});
