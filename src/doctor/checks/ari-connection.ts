import { type Check, good } from "../check.js";

/** The connection that the checks of Asterisk share, so that its failure is reported once. */
export const ARI_CONNECTION_CHECK: Check = {
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
