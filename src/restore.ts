import { restore } from "./storage/backup/backup.js";
import { runCommand } from "./storage/backup/command.js";

const HELP = `Usage: scripts/restore FOLDER [--replace] [--json]

Puts a backup that scripts/backup has made back. Stop the service first. Nobody is rung for what was due before now: it may
have rung since the backup was made, and counts as missed.

  --replace  moves the embedded store that is there aside, and takes over the backup's controller id
  --json     prints what was done as JSON

From the environment, or .env here, as for the service:
  DATA_DIR                         (default: ./data)
  MONGODB_URI or MONGODB_URI_FILE  a database that is empty, for a backup of MongoDB

Exit 0 when it is done; 1 when it could not be: the backup is damaged, of another kind or of a later version, the service runs,
or there is a store already; 64 for wrong usage.
`;

await runCommand({
  name: "restore",
  help: HELP,
  environment: process.env,
  async run(folder, place, replace) {
    const { manifest, movedTo } = await restore(folder, place, replace);
    const aside = movedTo === undefined ? "" : ` What was there before is in ${movedTo}.`;
    const words = `The backup of ${manifest.begunAt} is in place.${aside} Start the service.`;
    return { words, facts: { folder, moved_to: movedTo ?? null, ...manifest } };
  },
});
