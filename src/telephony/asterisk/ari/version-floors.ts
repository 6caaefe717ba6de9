import { AttendantError } from "../../../kernel/errors.js";

type Release = readonly [minor: number, patch: number];

/**
 * The first releases whose media socket has the features in use: JSON control messages (`f(json)`) and `MARK_MEDIA`
 * (Asterisk's change logs of 20.18.0, 22.8.0 and 23.2.0). No release of 21 has them. Later series have them from the start.
 */
const REQUIRED: Readonly<Record<number, Release>> = { 20: [18, 0], 22: [8, 0], 23: [2, 0] };
/** The first releases with the fixes of July 2026: security holes in ARI, and calls ended by a WebSocket ping. */
const RECOMMENDED: Readonly<Record<number, Release>> = { 20: [20, 1], 22: [10, 1], 23: [4, 1] };
/** The same for certified releases: the `cert` number of each series. */
const RECOMMENDED_CERTIFIED: Readonly<Record<string, number>> = { "22.8": 3 };
const NEWEST_SERIES = 23;

const TO_INSTALL = "install 22.10.1 or later, or 20.20.1 or 23.4.1";

/**
 * Checks Asterisk's version against two floors: the features in use, and the absence of known holes and crashes.
 *
 * @param version as `GET /ari/asterisk/info` reports it: `22.10.1`, `22.10.1+dfsg+~cs6.17.60671434-1`, `certified-22.8-cert2`,
 *   `GIT-22-5fd9f8b`, `GIT-master-0e82b4c`
 * @returns the reason against a version that can be used, in one sentence; undefined when there is none
 * @throws {AttendantError} `asterisk_not_usable` when it lacks a feature
 */
export function checkVersion(version: string): string | undefined {
  const build = /^GIT-(\d+|\w+)/i.exec(version)?.[1];
  if (build) {
    if (/^\d+$/.test(build) && !hasRequired(Number(build), [Number.POSITIVE_INFINITY, 0])) throw tooOld(version);
    return `version ${version} is a development build, which does not show its age: ${TO_INSTALL}`;
  }
  const [, certified, series, minorText, patchText, cert] =
    /^(certified[-/])?(\d+)\.(\d+)(?:\.(\d+))?(?:-cert(\d+))?/.exec(version) ?? [];
  if (series === undefined) return `its version "${version}" is not known: ${TO_INSTALL}`;
  const major = Number(series);
  const release: Release = [Number(minorText), Number(patchText ?? 0)];
  if (!hasRequired(major, release)) throw tooOld(version);
  if (certified || cert !== undefined) return certifiedHoles(version, `${series}.${minorText}`, Number(cert ?? 0));
  const floor = RECOMMENDED[major];
  return !floor || isAtLeast(release, floor) ? undefined : holes(version, [major, ...floor].join("."));
}

function certifiedHoles(version: string, series: string, cert: number): string | undefined {
  const wanted = RECOMMENDED_CERTIFIED[series];
  return wanted === undefined || cert >= wanted ? undefined : holes(version, `certified-${series}-cert${wanted}`);
}

function hasRequired(major: number, release: Release): boolean {
  const floor = REQUIRED[major];
  return floor ? isAtLeast(release, floor) : major > NEWEST_SERIES;
}

function isAtLeast([minor, patch]: Release, [floorMinor, floorPatch]: Release): boolean {
  return minor > floorMinor || (minor === floorMinor && patch >= floorPatch);
}

function holes(version: string, floor: string): string {
  return `version ${version} has known security holes and crashes: update to ${floor} or later`;
}

function tooOld(version: string): AttendantError {
  return new AttendantError(
    "asterisk_not_usable",
    `Asterisk ${version} is too old: its media socket (chan_websocket) lacks JSON control and marks, which came with ` +
      `20.18, 22.8 and 23.2; ${TO_INSTALL}`,
  );
}
