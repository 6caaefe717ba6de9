/** Plays one trial of each scenario named, and prints the measurements of each on one line: see bench-constants.ts. */
import { SCENARIOS } from "../../../test/scenarios/index.js";
import { runScenario } from "../../../test/support/index.js";

const all = Object.values(SCENARIOS).flat();
const [, , rows = "[]", trial = "0"] = process.argv;
for (const row of JSON.parse(rows) as readonly string[]) {
  const scenario = all.find(({ cell }) => cell === row);
  if (!scenario) continue;
  const measured = await runScenario(scenario, Number(trial)).catch((error: unknown) => `broke: ${String(error)}`);
  process.stdout.write(`${JSON.stringify({ row, measured })}\n`);
}
process.exit();
