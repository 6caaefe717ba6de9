import { AttendantError } from "../kernel/errors.js";

/** A path segment that names a version of the API: `v1`, `v1beta`, `v3`. */
const VERSION = /^v\d+[a-z0-9]*$/i;

/**
 * Normalises the base address of an OpenAI-style server: up to and including the version, without a final slash.
 *
 * People write it with and without `/v1`, and both must work: if a segment of the path names a version, the address is used as it
 * is; otherwise `/v1` is appended. So `http://host:9000` and `http://host:9000/v1` are the same, `https://host/openai` becomes
 * `https://host/openai/v1`, and `https://host/v1beta/openai` stays.
 *
 * @throws {AttendantError} `settings_invalid` when it is not an http address, or contains what does not belong in one
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
      `The base address of the server at ${url.host} must not contain a user, password, query or fragment; set keys in their own settings.`,
    );
  }
  const segments = url.pathname.split("/").filter(Boolean);
  if (!segments.some((segment) => VERSION.test(segment))) segments.push("v1");
  return `${url.origin}/${segments.join("/")}`;
}
