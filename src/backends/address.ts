import { AttendantError } from "../kernel/errors.js";

/** A path segment that names a version of the interface: `v1`, `v1beta`, `v3`. */
const VERSION = /^v\d+[a-z0-9]*$/i;

/**
 * The base address of an OpenAI-style server, as its clients want it: up to and with the version, without a slash at the
 * end.
 *
 * People write it with and without `/v1`, and both must work. The rule: when a segment of the path names a version, the
 * address is taken as it stands; otherwise `/v1` is added. So `http://host:9000` and `http://host:9000/v1` are the same,
 * `https://host/openai` becomes `https://host/openai/v1`, and `https://host/v1beta/openai` stays.
 *
 * @throws {AttendantError} `settings_invalid` when it is no http address, or holds what does not belong in one
 */
export function baseAddressOf(written: string): string {
  let url: URL;
  try {
    url = new URL(written.trim());
  } catch {
    throw new AttendantError("settings_invalid", "The base address of a server must look like http://host:port/v1.");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new AttendantError(
      "settings_invalid",
      `The base address of a server must be http or https, not ${url.protocol}`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new AttendantError(
      "settings_invalid",
      `The base address of the server at ${url.host} must hold no user, password, query or fragment; keys have settings of their own.`,
    );
  }
  const segments = url.pathname.split("/").filter(Boolean);
  if (!segments.some((segment) => VERSION.test(segment))) segments.push("v1");
  return `${url.origin}/${segments.join("/")}`;
}
