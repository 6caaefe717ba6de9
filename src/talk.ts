import { parseArgs } from "node:util";
import { withoutTelephone as withoutTelephoneSettings } from "./config/without-telephone.js";
import { describe } from "./kernel/errors.js";
import { EX_USAGE } from "./kernel/exit-codes.js";
import { ownEnvironment, serve } from "./serve.js";
import { withoutTelephone } from "./telephony/without-telephone.js";

/** Talk to the assistant in a browser, without a telephone. */

const HELP = `Usage: ari-attendant talk [--port N]

Starts the assistant without Asterisk, on this machine only, for a talk in a browser: the quickest way to try a prompt, a voice
or a tool. It prints the address to open; Ctrl-C ends it.

  -p, --port N  the port, 0 for a free one (default: PORT)
  -h, --help    show this

Settings are the service's, from the environment and from .env in this folder. Required are LLM_BASE_URL, LLM_MODEL and
SPEECH_BASE_URL (or STT_BASE_URL and TTS_BASE_URL); SYSTEM_PROMPT, TOOLS_DIR, phrases and all others have the same effect.
Settings of Asterisk, SIP and MongoDB are not read. Data are kept in the folder talk of DATA_DIR, so that it can run beside the
service, on a different port. LOG_LEVEL defaults to warn.

Exit status: 78 when a setting is invalid, 64 for wrong usage, 1 when it cannot start.
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
      filesFolder: dataDir,
      onListening: (url) => {
        // Browsers allow access to the microphone on localhost as on HTTPS.
        const { port: listens } = new URL(url);
        process.stdout.write(`Open http://localhost:${listens}/talk in a browser on this machine. Ctrl-C ends it.\n`);
      },
    },
  );
}
