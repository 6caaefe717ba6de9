import { parseArgs } from "node:util";
import { examineChain } from "./doctor/chain.js";
import type { Result } from "./doctor/check.js";
import { openInstallation } from "./doctor/installation.js";
import { asJson, linesFor, summary } from "./doctor/report.js";
import { redactor } from "./doctor/redact.js";
import { writeBundle } from "./doctor/bundle.js";
import { describe } from "./kernel/errors.js";
import { EX_USAGE } from "./kernel/exit-codes.js";
import { Scope } from "./kernel/scope.js";
import { createLog } from "./observability/log.js";
import { ownVersion } from "./own-package.js";
import { reachAsOwner } from "./storage/reach-as-owner.js";

/** Checks every link of the chain, and reports what is wrong and what to do. */

const HELP = `Usage: scripts/doctor [--json] [--bundle FILE [--log FILE]]

Checks every link of the chain that a call needs: settings, folder, store, Asterisk, the PBX, speech, the language model, clock.
For each it reports that it is good, or what is wrong and what to do. Links that depend on a broken one are not checked.

It can run whether or not the service is running: it places no call to a telephone and changes nothing.
Settings are read as the service reads them, from the environment and from .env in this folder. Run it as the user and
on the machine that the service runs on: docker compose exec controller node dist/src/command.js doctor

  --json         prints the result as JSON
  --bundle FILE  also writes a file for a bug report: versions, settings without secrets, results, log events, Asterisk's
                 modules. It contains no password, no telephone number and nothing that was said
  --log FILE     the service's log; its last lines go into the bundle. - for standard input

Exit 0 when no fault was found, 1 when there is one, 64 for wrong usage.
`;

const FAULTS = 1;
/** Time limit of the whole examination, in ms. */
const ALL_MS = 300_000;

const print = (text: string) => void process.stdout.write(`${text}\n`);

function given() {
  try {
    const { values } = parseArgs({
      options: {
        json: { type: "boolean" },
        bundle: { type: "string" },
        log: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.log !== undefined && values.bundle === undefined) throw new Error("--log needs --bundle");
    return values;
  } catch (error) {
    process.stderr.write(`doctor: ${describe(error)}\n\n${HELP}`);
    process.exit(EX_USAGE);
  }
}

/** Opens the installation. When its settings cannot be read at all, nothing is examined. */
function opened() {
  try {
    return openInstallation({ folder: process.cwd(), given: process.env, version: ownVersion(), log, scope });
  } catch (error) {
    process.stderr.write(`doctor: ${describe(error)}\n`);
    process.exit(FAULTS);
  }
}

const { json, bundle, log: logFile, help } = given();
if (help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const scope = new Scope("doctor");
process.once("SIGINT", () => process.exit(130));
// The results contain what the parts would log.
const log = createLog({ level: "error", transcripts: false, sink: () => {} });
const installation = opened();
reachAsOwner("doctor", installation.settings.general.dataDir);
const redact = redactor(installation);
const all = AbortSignal.any([scope.signal, AbortSignal.timeout(ALL_MS)]);
const tell = (result: Result) => !json && print(redact.secrets(linesFor(result)));
const diagnosis = await examineChain(installation, all, tell).catch((error: unknown) => {
  process.stderr.write(`doctor: the examination was not completed: ${redact.secrets(describe(error))}\n`);
  process.exit(FAULTS);
});
if (json) print(asJson({ ok: diagnosis.ok, version: installation.version, checks: diagnosis.results }, redact.secrets));
else print(summary(diagnosis));
if (bundle !== undefined) {
  try {
    await writeBundle({ file: bundle, logFile, installation, diagnosis, redact });
    if (!json) print(`${bundle} is for a bug report. Review it before you send it: it is plain JSON.`);
  } catch (error) {
    process.stderr.write(`doctor: ${bundle} cannot be written: ${describe(error)}\n`);
    process.exitCode = FAULTS;
  }
}
if (!diagnosis.ok) process.exitCode = FAULTS;
await scope[Symbol.asyncDispose]();
process.exit();
