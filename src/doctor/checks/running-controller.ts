import type { Check, Result } from "../check.js";
import { advice, fault, good } from "../check.js";

/** Which links a check of /health hangs on: what the doctor has found of them is not told again. */
const LINKS: Readonly<Record<string, RegExp>> = {
  asterisk: /^(asterisk|ari)/,
  sip: /^(asterisk|ari|ami|registration|codecs|dialplan)/,
  store: /^(store|folder)$/,
  stt: /^(stt|speech)$/,
  stt_realtime: /^stt/,
  tts: /^(tts|speech)$/,
  llm: /^llm/,
  zones: /^zones$/,
};

/** What the running service says of itself, where the looks of the doctor have not found as much. */
export function runningCheck(results: readonly Result[]): Check {
  return {
    name: "service",
    title: "The running service",
    remedies: [
      [
        /common audio format/,
        "In the PBX have the extension allow G.722, or ulaw or alaw; encrypt sound on both sides or on neither",
      ],
      [/as root/, "Run it as a user of its own, as systemd/ari-attendant.service does, and give DATA_DIR to that user"],
      [/version/, "Restart the service, so that it runs what is installed"],
      [/./, "See its log, and docs/troubleshooting.md"],
    ],
    async look(installation) {
      const service = await installation.service();
      if (!service) return good("No service answers where these settings have it listen: it has not been started.");
      const known = (name: string) =>
        results.some(({ name: link, state }) => state === "fault" && LINKS[name]?.test(link));
      const wrong = Object.entries(service.checks).filter(([name, { ok }]) => !ok && !known(name));
      if (wrong.length > 0) {
        return fault(
          `Its /health says: ${wrong.map(([name, { detail }]) => `${name}: ${detail ?? "not ok (an API key shows why)"}`).join("; ")}`,
        );
      }
      if (service.version !== installation.version) {
        return advice(`The service that runs is version ${service.version}, and here is ${installation.version}.`);
      }
      if (service.isRoot) return advice(`The service on ${service.url} runs as root.`);
      return good(`It serves on ${service.url}, and is ${service.status}.`);
    },
  };
}
