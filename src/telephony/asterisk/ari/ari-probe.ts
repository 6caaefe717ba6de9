import { withDeadline } from "../../../kernel/deadline.js";
import { AttendantError, describe } from "../../../kernel/errors.js";
import { textUpTo } from "../../../kernel/text-up-to.js";
import { type AriCredentials, basicAuthorization } from "./ari-credentials.js";

const PROBE_MS = 3_000;
/** Maximum size of an answer, in bytes: the lists of a busy PBX take some hundred kilobytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Asks Asterisk for its version with a plain request, so that a fault shows by its HTTP status and not as an exception of a
 * library.
 *
 * @returns the version, such as `22.10.1`
 * @throws {AttendantError} `asterisk_unreachable`, `asterisk_credentials_refused` or `asterisk_not_usable`
 */
export async function probeAsterisk(credentials: AriCredentials, signal: AbortSignal): Promise<string> {
  // The description that Asterisk serves names http:// addresses, however it was requested; ari-client follows them.
  if (/^https:/i.test(credentials.url)) {
    throw new AttendantError(
      "asterisk_not_usable",
      `ARI cannot be used over https: give ARI_URL an http:// address, on loopback or through a tunnel`,
    );
  }
  const response = await askAsterisk(credentials, "asterisk/info?only=system", signal);
  if (response.status === 403) {
    throw new AttendantError(
      "asterisk_not_usable",
      `Asterisk refuses the address that the controller comes from (HTTP 403): permit it in the restrictions of http.conf`,
    );
  }
  if (response.status === 401) {
    throw new AttendantError(
      "asterisk_credentials_refused",
      `Asterisk refused the ARI user "${credentials.user}": check ARI_USER and ARI_PASSWORD against ari.conf`,
    );
  }
  if (response.status === 503) throw new AttendantError("asterisk_unreachable", "Asterisk is still starting");
  if (response.status !== 200) {
    throw new AttendantError(
      "asterisk_not_usable",
      `${credentials.url} answered ${response.status} to an ARI request: check ARI_URL, and that ari.conf has enabled = yes`,
    );
  }
  const version = versionIn(response.body);
  if (!version) throw new AttendantError("asterisk_not_usable", `${credentials.url} is not an Asterisk: check ARI_URL`);
  return version;
}

/**
 * Sends a plain request to ARI.
 *
 * @param path below `/ari/`
 * @returns the status and the text, both within the time-out
 * @throws {AttendantError} `asterisk_unreachable` when there is no answer
 */
export async function askAsterisk(
  credentials: AriCredentials,
  path: string,
  signal: AbortSignal,
  method: "GET" | "POST" = "GET",
): Promise<{ readonly status: number; readonly body: string }> {
  try {
    return await withDeadline(PROBE_MS, signal, "asking Asterisk", async (limit) => {
      const response = await fetch(`${credentials.url.replace(/\/*$/, "")}/ari/${path}`, {
        method,
        headers: { authorization: basicAuthorization(credentials) },
        redirect: "error",
        signal: limit,
      });
      const body = await textUpTo(MAX_BYTES, response);
      if (body === undefined) throw new Error(`its answer is longer than ${MAX_BYTES / 1024 / 1024} MB`);
      return { status: response.status, body };
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new AttendantError(
      "asterisk_unreachable",
      `Asterisk does not answer at ${credentials.url}: ${describe(error)}; check that Asterisk runs, that http.conf has enabled = yes, and that ARI_URL has its bindaddr and bindport`,
      {
        cause: error,
      },
    );
  }
}

function versionIn(text: string): string | undefined {
  try {
    const version = (JSON.parse(text) as { system?: { version?: unknown } } | null)?.system?.version;
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
