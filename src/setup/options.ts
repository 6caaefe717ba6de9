import { parseArgs } from "node:util";
import { readNumber } from "../kernel/dialable-number.js";
import { WAYS, type Way } from "./facts.js";

/** Options of the command line. */
export interface SetupOptions {
  readonly way: Way | undefined;
  readonly isYes: boolean;
  readonly isDryRun: boolean;
  readonly isUndo: boolean;
  readonly isJson: boolean;
  readonly isHelp: boolean;
  readonly isStart: boolean;
  /** Continue although the doctor finds faults. */
  readonly isDespiteFaults: boolean;
  readonly keep: readonly string[];
  readonly call: string | undefined;
  readonly number: string | undefined;
  readonly context: string | undefined;
  readonly hosts: readonly string[];
  readonly folder: string | undefined;
  readonly root: string;
  readonly configDir: string | undefined;
}

export const HELP = `Usage: scripts/setup [--way WAY] [--yes] [--dry-run] [--start] [--call NUMBER] …
       scripts/setup --undo [--keep FILE]…

Sets Attendant up: checks what is installed, asks for what is missing, shows what it would change, and changes it. Run again,
it changes only what differs. Without a terminal: --yes.

  --way WAY          freepbx    on FreePBX's own Asterisk, in the files that FreePBX leaves to you
                     asterisk   on an existing Asterisk, in separate files and an #include
                     extension  a separate Asterisk on this machine, which registers with the PBX as an extension
                     own-asterisk
                                the same, with a current Asterisk that is installed beside this machine's own, in a root file
                                system of 500 MB; for machines whose Asterisk is too old or missing
                     compose    the same in containers: .env and secrets for docker compose
  --yes              asks nothing: uses what was found, and lists all that is missing
  --dry-run          shows what would be changed, and changes nothing; it neither installs npm packages nor builds, and says
                     when that is needed
  --undo             restores every file byte by byte, and stops what was started. If a file has been changed since, it is
                     named and nothing is done, unless --keep FILE leaves it as it is; a .env that you have changed
                     is left as it is
  --start            starts the service (with systemd it is always started) and waits until it is healthy
  --call NUMBER      places a test call to this telephone and reports the result; implies --start
  --despite-faults   continues although scripts/doctor finds faults at the end: they become notes, and the call is placed.
                     Without it they are failures with exit 1, unless you choose to continue at the terminal
  --number NUMBER    number that telephones dial (freepbx, asterisk; default: 8000)
  --context NAME     the dialplan context of your telephones (asterisk)
  --host HOST[:PORT] where to look for speech and model servers besides this machine; may be given several times
  --folder DIR       where .env, secrets and data are (default: the project)
  --root DIR         the root file system that Asterisk lives in, if not this machine's (a chroot)
  --config-dir DIR   Asterisk's folder of configuration, as it sees it (default: /etc/asterisk; for extension
                     and own-asterisk: /var/lib/ari-attendant-asterisk/etc)
  --json             prints what was done as JSON; everything else goes to stderr
  --help             shows this

Settings in the environment are taken as answers and written into .env, secrets among them, so that none is on a command line:
  LLM_BASE_URL LLM_MODEL LLM_API_KEY SPEECH_BASE_URL STT_MODEL TTS_VOICE SIP_USER SIP_DOMAIN SIP_PASSWORD …

Copies of all changed files, and the journal, are in data/setup. Exit 0 when done, 1 when it failed or something does not work,
64 for wrong usage, 130 when you cancelled.
`;

/** Parses the command line. @throws {TypeError} for wrong usage */
export function setupOptions(args: readonly string[]): SetupOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      way: { type: "string" },
      yes: { type: "boolean", short: "y", default: false },
      "dry-run": { type: "boolean", default: false },
      undo: { type: "boolean", default: false },
      keep: { type: "string", multiple: true, default: [] },
      start: { type: "boolean", default: false },
      "despite-faults": { type: "boolean", default: false },
      call: { type: "string" },
      number: { type: "string" },
      context: { type: "string" },
      host: { type: "string", multiple: true, default: [] },
      folder: { type: "string" },
      root: { type: "string", default: "" },
      "config-dir": { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const way = WAYS.find((each) => each === values.way);
  if (values.way !== undefined && way === undefined)
    throw new TypeError(`--way: expected ${WAYS.join(", ")}, given '${values.way}'`);
  for (const name of ["root", "config-dir"] as const) {
    if (values[name] && !values[name].startsWith("/")) throw new TypeError(`--${name}: expected an absolute path`);
  }
  if (values.keep.length > 0 && !values.undo) throw new TypeError("--keep goes with --undo");
  for (const host of values.host) {
    if (!/^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host))
      throw new TypeError(`--host: expected a host or HOST:PORT, given '${host}'`);
  }
  return {
    way,
    isYes: values.yes,
    isDryRun: values["dry-run"],
    isUndo: values.undo,
    isJson: values.json,
    isHelp: values.help,
    isStart: values.start || values.call !== undefined,
    isDespiteFaults: values["despite-faults"],
    keep: values.keep,
    call: numberGiven("--call", values.call),
    number: numberGiven("--number", values.number),
    context: values.context,
    hosts: values.host,
    folder: values.folder,
    root: values.root.replace(/\/$/, ""),
    configDir: values["config-dir"],
  };
}

/** Normalises a pasted number. @throws {TypeError} for text that is not one number */
function numberGiven(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const read = readNumber(text);
  if ("problem" in read) throw new TypeError(`${option}: '${text}' ${read.problem}`);
  return read.number;
}
