import { within } from "../../kernel/deadline.js";
import { AttendantError, describe } from "../../kernel/errors.js";
import { type AriCredentials, basicAuthorization } from "./ari-credentials.js";

const PROBE_MS = 3_000;

/**
 * Asks Asterisk for its version with a plain request, so that what is wrong with the way there is known by its status
 * and not by an exception of a library.
 *
 * @returns the version, such as `22.10.1`
 * @throws {AttendantError} `asterisk_unreachable`, `asterisk_credentials_refused` or `asterisk_not_usable`
 */
export async function probeAsterisk(credentials: AriCredentials, signal: AbortSignal): Promise<string> {
  const response = await ask(credentials, "asterisk/info?only=system", signal);
  if (response.status === 401 || response.status === 403) {
    throw new AttendantError(
      "asterisk_credentials_refused",
      `Asterisk refused the ARI user "${credentials.user}": check ARI_USER and ARI_PASSWORD against ari.conf`,
    );
  }
  if (response.status !== 200) {
    throw new AttendantError(
      "asterisk_not_usable",
      `${credentials.url} answered ${response.status} to an ARI request: check ARI_URL, and that ari.conf has enabled=yes`,
    );
  }
  const answer = (await response.json().catch(() => undefined)) as { system?: { version?: string } } | undefined;
  const version = answer?.system?.version;
  if (!version) throw new AttendantError("asterisk_not_usable", `${credentials.url} is not an Asterisk: check ARI_URL`);
  return version;
}

/** Whether some controller has the application registered at this moment. */
export async function isApplicationTaken(
  credentials: AriCredentials,
  app: string,
  signal: AbortSignal,
): Promise<boolean> {
  return (await ask(credentials, `applications/${encodeURIComponent(app)}`, signal)).status === 200;
}

async function ask(credentials: AriCredentials, path: string, signal: AbortSignal): Promise<Response> {
  try {
    return await within(PROBE_MS, signal, "asking Asterisk", (limit) =>
      fetch(`${credentials.url.replace(/\/*$/, "")}/ari/${path}`, {
        headers: { authorization: basicAuthorization(credentials) },
        redirect: "error",
        signal: limit,
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw new AttendantError(
      "asterisk_unreachable",
      `Asterisk does not answer at ${credentials.url}: ${describe(error)}`,
      {
        cause: error,
      },
    );
  }
}
