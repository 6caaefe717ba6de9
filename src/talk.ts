import { parseArgs } from "node:util";
import { withoutTelephone as withoutTelephoneSettings } from "./config/without-telephone.js";
import { describe } from "./kernel/errors.js";
import { EX_USAGE } from "./kernel/exit-codes.js";
import { ownEnvironment, serve } from "./serve.js";
import { withoutTelephone } from "./telephony/without-telephone.js";

/** Talking to the assistant from a browser, with nothing of a telephone. */

const HELP = `Usage: ari-attendant talk [--port N]

Starts the assistant without Asterisk, on this machine alone, to be talked to from a browser: the quickest way to try a
prompt, a voice or a tool. It prints the address to open; Ctrl-C ends it.

  -p, --port N  where it listens, 0 for a free port; PORT unless given
  -h, --help    shows this

Settings are those of the service, from the environment and from .env in this folder. Needed are LLM_BASE_URL, LLM_MODEL and
SPEECH_BASE_URL (or STT_BASE_URL and TTS_BASE_URL); SYSTEM_PROMPT, TOOLS_DIR, phrases and all others mean what they mean there.
What concerns Asterisk, SIP and MongoDB is not read. What is kept is kept in the folder talk of DATA_DIR, so that it may run
beside the service, on a port of its own. LOG_LEVEL is warn unless it is set.

It exits with 78 when a setting is wrong, with 64 when it is asked wrongly, and with 1 when it cannot start.
`;

function given() {
  try {
    return parseArgs({
      options: { port: { type: "string", short: "p" }, help: { type: "boolean", short: "h" } },
    }).values;
  } catch (error) {
    process.stderr.write(`talk: ${describe(error)}\n\n${HELP}`);
    process.exit(EX_USAGE);
  }
}

const { help, port } = given();
if (help) process.stdout.write(HELP);
else {
  const own = ownEnvironment();
  const { environment, dataDir } = withoutTelephoneSettings(own.environment, port);
  await serve(
    { ...own, environment },
    {
      attach: withoutTelephone,
      phrasesDir: dataDir,
      onListening: (url) => {
        // Browsers give the microphone to localhost as they do to HTTPS.
        const { port: listens } = new URL(url);
        process.stdout.write(`Open http://localhost:${listens}/talk in a browser of this machine. Ctrl-C ends it.\n`);
      },
    },
  );
}
