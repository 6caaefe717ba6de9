import { isIP } from "node:net";
import { parseArgs } from "node:util";
import { primaryLanguage } from "../locales/locales.js";

export interface SpeechOptions {
  readonly languages: readonly string[];
  readonly recogniser: string | undefined;
  readonly voices: readonly string[];
  readonly models: string | undefined;
  readonly mirror: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly isFetchOnly: boolean;
  readonly isList: boolean;
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

/** The usual port, at which `scripts/setup` looks for it. */
export const SPEECH_PORT = 8890;

export const HELP = `Usage: ari-attendant speech [--language LANGUAGE]… [--recogniser NAME] [--voice NAME]… [--port N]
       ari-attendant speech --list

Serves speech recognition and voices on this machine with OpenAI's interface, without Docker or Python. Fetches a speech engine
and the models of a language on the first start, and prints the settings that the service needs.

  --language LANGUAGE  such as de; may be given several times, for one recogniser that knows all of them and a voice for each
                       (default: STT_LANGUAGE, otherwise en)
  --recogniser NAME    another recogniser than the first of its language
  --voice NAME         another voice than the first of its language; may be given several times
  --list               lists the models that can be fetched and those that are there, with languages, sizes and licences
  --fetch-only         fetches what is missing, and exits
  --models DIR         where engine and models are (default: the folder speech of DATA_DIR)
  --mirror URL         where to fetch models, instead of from their publishers: each file is at URL/HOST/PATH, as wget -x writes it
  --host HOST          address to listen on (default: 127.0.0.1); another one requires SPEECH_API_KEY
  -p, --port N         port to listen on, 0 for a free one (default: ${SPEECH_PORT})
  --json               prints the address and the settings as JSON once it listens; with --list, the list
  -h, --help           show this

Environment, or .env here: SPEECH_API_KEY or SPEECH_API_KEY_FILE, the key that clients have to send; DATA_DIR; STT_LANGUAGE.
The engine is installed with npm. Voices need the Debian package espeak-ng-data, which is installed when this runs as root.

Exit status: 0 after SIGTERM or SIGINT; 1 when something cannot be fetched or used; 64 for wrong usage.
`;

/** @throws {TypeError} for wrong usage */
export function speechOptions(args: readonly string[]): SpeechOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      language: { type: "string", multiple: true, default: [] },
      recogniser: { type: "string" },
      voice: { type: "string", multiple: true, default: [] },
      models: { type: "string" },
      mirror: { type: "string" },
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", short: "p", default: String(SPEECH_PORT) },
      "fetch-only": { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535)
    throw new TypeError(`--port: expected a number from 0 to 65535, given '${values.port}'`);
  if (isIP(values.host) === 0 && !/^[\w.-]+$/.test(values.host))
    throw new TypeError(`--host: expected a host or an address, given '${values.host}'`);
  const { mirror } = values;
  if (mirror !== undefined && !/^https?:\/\/[^?#]+$/.test(mirror))
    throw new TypeError(`--mirror: expected an address that begins with http:// or https://, given '${mirror}'`);
  for (const language of values.language) {
    if (!/^[a-z]{2,3}(-\w+)?$/i.test(language))
      throw new TypeError(`--language: expected a language such as de, given '${language}'`);
  }
  return {
    languages: [...new Set(values.language.map(primaryLanguage))],
    recogniser: values.recogniser,
    voices: values.voice,
    models: values.models,
    mirror,
    host: values.host,
    port,
    isFetchOnly: values["fetch-only"],
    isList: values.list,
    isJson: values.json,
    isHelp: values.help,
  };
}
