import { writeSync } from "node:fs";
import { createAlarm } from "../../src/scheduling/alarm.js";
import { Scope } from "../../src/kernel/scope.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { openMongoJobs, openSqliteJobs } from "./job-places.js";
import { heldClock } from "./rings.js";

/**
 * A controller that rings and may be killed: prints a line `SCHEDULE DUE_AT` for each ring, and `ready` before. It ends
 * when its stdin does, by itself, when nothing of it is left open.
 *
 *   alarm-ringer.ts going|held sqlite PATH|mongo URI [SCHEDULE IN_MS]…
 *
 * With a clock that is held it locks what is due soon, and never rings.
 */
const [clock, kind, place = "", ...sets] = process.argv.slice(2);
const now = clock === "held" ? heldClock().now : Date.now;
const opened = kind === "sqlite" ? await openSqliteJobs(place) : openMongoJobs(place);
const scope = new Scope("ringer");
const alarm = createAlarm({
  now,
  store: opened.jobs,
  onDue: (scheduleId, dueAt) => writeSync(1, `${scheduleId} ${dueAt}\n`),
  onTrouble: (error) => writeSync(2, `${String(error)}\n`),
  scope,
  owner: "ringer",
  log: quietLog,
});
for (let i = 0; i + 1 < sets.length; i += 2) await alarm.set(sets[i] ?? "", now() + Number(sets[i + 1]));
writeSync(1, "ready\n");
for await (const _ of process.stdin);
await scope[Symbol.asyncDispose]();
await opened[Symbol.asyncDispose]();
