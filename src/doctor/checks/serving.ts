import { once } from "node:events";
import { createServer } from "node:net";
import { codeOf } from "../../kernel/errors.js";
import { zoneFault } from "../../scheduling/zone-rules.js";
import { advice, type Check, fault, good, unchecked } from "../check.js";

/** Maximum offset of a clock, in ms. Beyond it, schedules run at unexpected times, and certificates and tokens fail. */
const CLOCK_OFF_MS = 60_000;
/** Maximum age of time-zone data, in years. The rules change several times a year. */
const OLD_ZONES_YEARS = 2;

const port: Check = {
  name: "port",
  title: "The address of the HTTP interface",
  settings: ["PORT", "HOST", "API_KEYS"],
  remedies: [
    [/another program/, "Set PORT to a free port, or stop the other program: ss -ltnp shows it"],
    [/not an address of this machine/, "Set HOST to an address of this machine; 127.0.0.1 for local access only"],
    [/./, "Set PORT to 1024 or more, or allow the service's user to open lower ports"],
  ],
  async look(installation) {
    const { host, port: number } = installation.settings.http;
    const service = await installation.service();
    if (service) return good(`The service answers on ${service.url}.`);
    const server = createServer();
    try {
      server.listen(number, host.replace(/^\[|\]$/g, ""));
      await once(server, "listening");
      return good(`${host}:${number} is free.`);
    } catch (error) {
      const code = codeOf(error);
      if (code === "EADDRINUSE") return fault(`Port ${number} of ${host} is taken by another program.`);
      if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return fault(`${host} is not an address of this machine.`);
      if (code === "EACCES") return fault(`This user may not open port ${number}.`);
      throw error;
    } finally {
      server.close();
    }
  },
};

const webhooks: Check = {
  name: "webhooks",
  title: "Webhooks",
  settings: ["WEBHOOK_"],
  remedies: [],
  async look({
    settings: {
      webhooks: { secrets },
    },
  }) {
    return good(secrets.length > 0 ? "Webhooks are signed." : "Webhooks are not signed: WEBHOOK_SECRET is not set.");
  },
};

const clock: Check = {
  name: "clock",
  title: "The clock",
  // Uses the times in the answers that other checks have received.
  needs: [],
  remedies: [
    [/This machine/, "Synchronise this machine's clock by NTP: timedatectl set-ntp true"],
    [/./, "Synchronise that server's clock by NTP"],
  ],
  async look({ clocks }) {
    const off = clocks.filter(({ aheadMs }) => Math.abs(aheadMs) > CLOCK_OFF_MS);
    const agreeing = clocks.filter(({ aheadMs, isHere }) => !isHere && Math.abs(aheadMs) <= CLOCK_OFF_MS);
    const [first] = off;
    if (first && agreeing.length > 0) return advice(`The clock of ${first.server} is ${offBy(first.aheadMs)}.`);
    if (first)
      return fault(
        `This machine's clock is ${offBy(-first.aheadMs)}, by that of ${off.map(({ server }) => server).join(", ")}.`,
      );
    if (agreeing.length === 0)
      return clocks.length > 0
        ? good("All servers are on this machine and share its clock.")
        : unchecked("No server sent its time.");
    return good(`This machine's clock agrees with that of ${agreeing.map(({ server }) => server).join(", ")}.`);
  },
};

const zones: Check = {
  name: "zones",
  title: "Time zones",
  settings: ["TIMEZONE"],
  deadlineMs: 15_000,
  remedies: [[/./, "Update Node.js, which contains the data"]],
  async look({ settings: { general } }, signal) {
    const none = { listSchedules: async () => ({ items: [] }) };
    const off = await zoneFault({ store: none, timeZone: general.timezone, signal, now: Date.now });
    if (off !== undefined) return fault(off);
    const version = process.versions.tz ?? "";
    const years = new Date().getFullYear() - Number(version.slice(0, 4));
    if (years > OLD_ZONES_YEARS)
      return advice(`Node's time-zone data (${version}) is more than ${OLD_ZONES_YEARS} years old.`);
    return good(`Times of day are in ${general.timezone}; time-zone data ${version}.`);
  },
};

export const SERVING_CHECKS: readonly Check[] = [port, webhooks, zones];
/** Runs last, when the servers have answered. */
export const CLOCK_CHECK = clock;

function offBy(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  const amount = seconds < 180 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  return `${amount} ${ms > 0 ? "ahead" : "behind"}`;
}
