import type { Check, Result } from "../check.js";
import { advice, fault, good } from "../check.js";

/** Links that each check of /health depends on. Their faults are not reported twice. */
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

/** Creates the check for faults that only the running service reports. */
export function runningCheck(results: readonly Result[]): Check {
  return {
    name: "service",
    title: "The running service",
    remedies: [
      [
        /common audio format/,
        "In the PBX, allow G.722, ulaw or alaw for the extension; encrypt sound on both sides or on neither",
      ],
      [/as root/, "Run it as a dedicated user, as systemd/ari-attendant.service does, and give DATA_DIR to that user"],
      [/version/, "Restart the service to run the installed version"],
      [/./, "Check its log, and docs/troubleshooting.md"],
    ],
    async look(installation) {
      const service = await installation.service();
      if (!service) return good("Not started: no service answers at the address in these settings.");
      const known = (name: string) =>
        results.some(({ name: link, state }) => state === "fault" && LINKS[name]?.test(link));
      const wrong = Object.entries(service.checks).filter(([name, { ok }]) => !ok && !known(name));
      if (wrong.length > 0) {
        return fault(
          `Its /health says: ${wrong.map(([name, { detail }]) => `${name}: ${detail ?? "not ok (an API key shows why)"}`).join("; ")}`,
        );
      }
      if (service.version !== installation.version) {
        return advice(`The running service is version ${service.version}; installed here is ${installation.version}.`);
      }
      if (service.isRoot) return advice(`The service on ${service.url} runs as root.`);
      return good(`The service on ${service.url} is ${service.status}.`);
    },
  };
}
