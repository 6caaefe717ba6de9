import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DASHBOARDS } from "./dashboards.js";
import { toGrafana } from "./panel.js";

/** `npm run dashboards`: writes Grafana's dashboard files, and removes obsolete ones. */
const folder = fileURLToPath(new URL("../../../monitoring/grafana/dashboards/", import.meta.url));
for (const file of await readdir(folder)) await rm(join(folder, file));
for (const dashboard of DASHBOARDS) {
  await writeFile(join(folder, `${dashboard.name}.json`), `${JSON.stringify(toGrafana(dashboard), null, 2)}\n`);
}
