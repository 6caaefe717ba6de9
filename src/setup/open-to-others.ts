import { networkInterfaces } from "node:os";
import { pause, withDeadline } from "../kernel/deadline.js";

/** After a reload the rules take a moment to apply. */
const SETTLE_MS = 5_000;
const ANSWER_MS = 2_000;
/** Statuses of Asterisk when its rules refuse an address, or without ARI. */
const REFUSED = [403, 404];

/**
 * Requests ARI as another machine would, from this machine's other addresses, until the rules apply or time is up.
 *
 * @param ariUrl where the controller finds ARI
 * @param addresses of this machine that others can reach
 * @returns the address at which ARI answers although it must not, and the remedy; undefined when there is none
 */
export async function openToOthers(
  ariUrl: string,
  signal: AbortSignal,
  addresses = otherAddresses(),
  ms = SETTLE_MS,
): Promise<string | undefined> {
  const { hostname, port } = new URL(ariUrl);
  const until = performance.now() + ms;
  for (const address of addresses.filter((each) => each !== hostname)) {
    const url = `http://${address}:${port}`;
    for (let status = await answerAt(url, signal); status !== undefined && !REFUSED.includes(status);) {
      if (performance.now() > until) {
        return (
          `ARI at ${url} answers other machines (HTTP ${status}), although attendant_http.conf restricts it to this one: ` +
          "bind HTTP to 127.0.0.1 (FreePBX: Advanced Settings, HTTP Bind Address), or close the port in the firewall"
        );
      }
      await pause(100, signal);
      status = await answerAt(url, signal);
    }
  }
  return undefined;
}

/** Returns the status; undefined when nothing listens. */
async function answerAt(url: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    return await withDeadline(ANSWER_MS, signal, "asking ARI", async (limit) => {
      const answer = await fetch(`${url}/ari/asterisk/ping`, { redirect: "manual", signal: limit });
      await answer.body?.cancel();
      return answer.status;
    });
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function otherAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));
}
