import { hostname } from "node:os";
import { describeHolder } from "../../telephony/asterisk/ari/application-holder.js";
import { type AriCredentials, basicAuthorization } from "../../telephony/asterisk/ari/ari-credentials.js";
import { askAsterisk, probeAsterisk } from "../../telephony/asterisk/ari/ari-probe.js";
import { preflightModules, preflightWrite } from "../../telephony/asterisk/ari/preflight.js";
import { checkVersion } from "../../telephony/asterisk/ari/version-floors.js";
import { sessionsKept } from "../../telephony/asterisk/upkeep/asterisk-look.js";
import { advice, type Check, fault, good, unchecked } from "../check.js";
import { clockOf, clueFor, lookAt } from "../http-look.js";

/** Sessions in addition to one per call: requests, the event stream, and other clients of Asterisk's HTTP server. */
const FURTHER_SESSIONS = 8;
/** Wait for Asterisk to close sessions beyond its limit, in ms. It takes only a few. */
const SESSIONS_SETTLE_MS = 300;
/** Time limit of a test call, in ms. On a busy machine the first one may be late. */
const LOOPBACK_MS = 15_000;
/** Round trip above which people talk over the assistant, in ms. */
const SLOW_LOOP_MS = 1_000;

const reachable: Check = {
  name: "asterisk",
  title: "Asterisk's HTTP server",
  settings: ["ARI_URL"],
  deadlineMs: 15_000,
  remedies: [
    ["unresolved", "Correct the host name in ARI_URL, or use an IP address"],
    [
      /has the path/,
      "Write ARI_URL without a path, and remove prefix from http.conf if it is set; then: module reload http",
    ],
    [
      "wrong_scheme",
      "Write ARI_URL with the scheme that Asterisk serves. ARI is used over http://, on loopback or through a tunnel",
    ],
    ["other_loopback", "Set ARI_URL to the address that Asterisk listens on: bindaddr in http.conf"],
    [
      /refused|accepts no/,
      "Check that Asterisk runs, that http.conf has enabled = yes, and that ARI_URL has its bindaddr and bindport (8088); then: module reload http",
    ],
    [/no answer within/, "Check that no firewall drops the connection, and that ARI_URL has the right host and port"],
    [
      /not Asterisk|does not speak HTTP/,
      "Set ARI_URL to the port of Asterisk's HTTP server: bindport in http.conf, usually 8088. 5038 is AMI, 80 the web interface, 5060 SIP",
    ],
    [/./, "Check that Asterisk runs and that ARI_URL leads to it"],
  ],
  async look({ settings: { ari }, environment, clocks }, signal) {
    if (/^https:/i.test(ari.url)) {
      return fault("ARI cannot be used over https: ARI_URL must begin with http://.", "wrong_scheme");
    }
    // Asterisk's own description of ARI always refers to the root.
    const { pathname } = new URL(ari.url);
    if (pathname !== "/")
      return fault(`ARI_URL has the path ${pathname}: ARI is available at the root of the server only.`);
    const answer = await lookAt(`${ari.url}/ari/asterisk/ping`, signal, { authorization: basicAuthorization(ari) });
    if (typeof answer !== "string") {
      const clock = clockOf("Asterisk", answer, new URL(ari.url).hostname);
      if (clock) clocks.push(clock);
      const server = answer.headers.get("server");
      if (server && !/asterisk/i.test(server))
        return fault(`The server at ${ari.url} is not Asterisk but ${server.slice(0, 40)}.`);
      return good(`Asterisk answers at ${ari.url}.`);
    }
    const clue = await clueFor(ari.url, environment, signal);
    return fault(`Asterisk does not answer at ${ari.url}: ${clue?.says ?? wordsFor(answer)}.`, clue?.cause);
  },
};

const ari: Check = {
  name: "ari",
  title: "ARI",
  needs: ["asterisk"],
  settings: ["ARI_USER", "ARI_PASSWORD"],
  remedies: [
    [
      /by the ACL/,
      "Permit the controller's address for that user in ari.conf (permit, deny and acl); then: module reload res_ari.so",
    ],
    [
      /403/,
      "Permit the controller's address in the restrictions of http.conf ([/] and others, type = restriction); then: module reload http",
    ],
    [
      /refused the ARI user/,
      "Set ARI_USER and ARI_PASSWORD to the section name and password of the user in ari.conf (password_format = plain); then: module reload res_ari.so",
    ],
    [
      /404/,
      "Set enabled = yes in [general] of ari.conf, then: module load res_ari.so, module reload res_ari.so; remove prefix from http.conf if it is set (module reload http)",
    ],
    [/is not an Asterisk/, "Set ARI_URL to the address of Asterisk's HTTP server, usually port 8088"],
    [/still starting/, "Wait until Asterisk has started"],
    [/./, "Check ari.conf and http.conf"],
  ],
  async look({ settings }, signal) {
    try {
      await probeAsterisk(settings.ari, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(await isRefusedByUser(settings.ari, signal))) throw error;
      return fault(`Asterisk refuses this address by the ACL of the ARI user "${settings.ari.user}" (HTTP 403).`);
    }
    return good(`The ARI user "${settings.ari.user}" is accepted.`);
  },
};

const version: Check = {
  name: "asterisk-version",
  title: "Asterisk's version",
  needs: ["ari"],
  remedies: [
    [/too old/, "Update Asterisk, or run a separate Asterisk beside the PBX: docs/install.md#docker-compose"],
    [/./, "Update Asterisk when you can"],
  ],
  async look({ settings }, signal) {
    const found = await probeAsterisk(settings.ari, signal);
    const outdated = checkVersion(found);
    return outdated === undefined ? good(`Asterisk ${found}.`) : advice(`Asterisk can be used, but ${outdated}.`);
  },
};

const modules: Check = {
  name: "asterisk-modules",
  title: "Asterisk's modules",
  needs: ["ari"],
  remedies: [
    [
      /not loaded/,
      "Remove the noload lines of those modules from modules.conf (with autoload = no, add load = lines), then load them as shown, or restart Asterisk",
    ],
    [/does not run/, "Check Asterisk's log for why it declined to load, then: module load NAME"],
    [/./, "Check modules.conf"],
  ],
  async look({ settings }, signal) {
    const losses = await preflightModules(settings.ari, signal);
    return losses.length > 0 ? advice(`${losses.join(". ")}.`) : good("All required modules are running.");
  },
};

const rights: Check = {
  name: "ari-rights",
  title: "Permissions of the ARI user",
  needs: ["ari"],
  remedies: [
    [/may only read/, "Set read_only = no for that user in ari.conf, then: module reload res_ari.so"],
    [/./, "Check Asterisk's log"],
  ],
  async look({ settings }, signal) {
    await preflightWrite(settings.ari, signal);
    return good("It may read and write.");
  },
};

const sessions: Check = {
  name: "asterisk-sessions",
  title: "Sessions of Asterisk's HTTP server",
  needs: ["ari"],
  after: ["asterisk-version", "asterisk-modules", "ari-rights"],
  settings: ["MAX_CONCURRENT_CALLS"],
  deadlineMs: 30_000,
  remedies: [
    [
      /./,
      "Raise sessionlimit in [general] of http.conf (1000), or lower MAX_CONCURRENT_CALLS; then: module reload http",
    ],
  ],
  async look(installation, signal) {
    const {
      ari: { url },
      calls,
    } = installation.settings;
    if (await installation.service())
      return unchecked("Not checked while the service runs, because its calls need them.");
    const wanted = calls.maxConcurrent + FURTHER_SESSIONS;
    const kept = await sessionsKept(url, wanted, SESSIONS_SETTLE_MS, signal);
    if (kept >= wanted) return good(`Enough for ${calls.maxConcurrent} calls.`);
    return fault(
      `Asterisk keeps ${kept} sessions at a time, and ${calls.maxConcurrent} calls need ${wanted}. Further calls would fail.`,
    );
  },
};

const loopback: Check = {
  name: "asterisk-loopback",
  title: "A call through Asterisk",
  needs: ["ari-connection"],
  deadlineMs: LOOPBACK_MS + 20_000,
  remedies: [
    [/slow/, "Check what else uses the processor; run the controller next to Asterisk"],
    [
      /media|\/media/i,
      "Allow the controller to reach /media on the HTTP server that has ARI: check the restrictions in http.conf, and proxies in between",
    ],
    [/./, "Check Asterisk's log: /var/log/asterisk/full, or docker compose logs asterisk"],
  ],
  async look(installation, signal) {
    const asterisk = await installation.asterisk();
    const ms = Math.round(await asterisk.loopback(signal));
    const told = `A test call went through Asterisk, with a round trip of ${ms} ms`;
    return ms > SLOW_LOOP_MS ? advice(`${told}, which is slow.`) : good(`${told}.`);
  },
};

const application: Check = {
  name: "ari-application",
  title: "The ARI application",
  needs: ["ari-connection"],
  settings: ["ARI_APP"],
  deadlineMs: 35_000,
  remedies: [
    [
      /./,
      "Stop the other controller, or give each its own ARI_APP and its own Stasis() in the dialplan. A copy of a controller also needs its own DATA_DIR",
    ],
  ],
  async look(installation, signal) {
    const { app } = installation.settings.ari;
    const asterisk = await installation.asterisk();
    const [{ isTaken, holder }, service] = await Promise.all([
      asterisk.application(app, signal),
      installation.service(),
    ]);
    const told = service?.checks.asterisk?.detail ?? "";
    if (/Another .* took the ARI application|it took the ARI application/.test(told)) return fault(told);
    if (!isTaken) {
      return service && service.checks.asterisk?.ok === false
        ? unchecked(`"${app}" is not registered: the service is not connected.`)
        : good(`No other client has "${app}".`);
    }
    if (service) return good(`The service on ${service.url} has "${app}".`);
    const who = holder ? `the controller on ${describeHolder(holder)}` : "an unknown client";
    const here = holder?.host === hostname() ? ", on this machine" : "";
    return fault(`"${app}" is registered by ${who}${here}, and no service answers at the address in these settings.`);
  },
};

/** The connection that the checks of Asterisk share, so that its failure is reported once. */
const connection: Check = {
  name: "ari-connection",
  title: "The connection to ARI",
  // An Asterisk that is too old, or lacks permissions or modules, has been reported by those checks.
  needs: ["asterisk-version", "asterisk-modules", "ari-rights", "asterisk-sessions"],
  deadlineMs: 35_000,
  remedies: [
    [
      /40[13]/,
      "Permit the controller's address on /ari/events as well: see the restrictions (type = restriction) of http.conf, and any proxy in between; then: module reload http",
    ],
    [
      /swagger|resources\.json|ari-client|ECONN/i,
      "Set ARI_URL to the address of Asterisk's own HTTP server, without a path; remove prefix from http.conf, and any proxy in between",
    ],
    [/./, "Check Asterisk's log: /var/log/asterisk/full, or docker compose logs asterisk"],
  ],
  async look(installation) {
    await installation.asterisk();
    return good("It works, and events arrive.");
  },
};

export const ASTERISK_CHECKS: readonly Check[] = [
  reachable,
  ari,
  version,
  modules,
  rights,
  sessions,
  connection,
  loopback,
  application,
];

/** Returns whether the ARI user's own ACL refuses this address: ARI answers in JSON, the HTTP server with a page. */
async function isRefusedByUser(credentials: AriCredentials, signal: AbortSignal): Promise<boolean> {
  const { status, body } = await askAsterisk(credentials, "asterisk/info", signal);
  return status === 403 && /"message"/.test(body);
}

function wordsFor(code: string): string {
  if (code === "ECONNREFUSED") return "the connection is refused";
  if (code === "TIMEOUT" || /TIMEDOUT|UNREACH|CONNECT_TIMEOUT/.test(code)) return "there is no answer within 3 s";
  if (code.startsWith("HPE_")) return "that server does not speak HTTP";
  return code;
}
