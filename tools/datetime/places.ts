import { rawTimeZones } from "@vvo/tzdb";
import { isTimeZone } from "../../src/kernel/wall-clock.js";

/** A place with a clock. */
export interface Place {
  /** Its spoken name. */
  readonly name: string;
  /** IANA name of its time zone. */
  readonly zone: string;
}

/**
 * Finds a place by the name of its time zone, by the name of that zone's city, or by another large city. Case, accents, full
 * stops and hyphens are ignored, and Saint equals St. A zone keeps the name it was given: Europe/Kiev is not renamed to
 * Europe/Kyiv.
 */
export function placeNamed(asked: string): Place | undefined {
  const key = keyOf(asked);
  const found = PLACES.get(key) ?? PLACES.get(key.replace(/(?:city|(?:standard|daylight)?time)$/, ""));
  if (found) return isTimeZone(found.zone) ? found : undefined;
  return isTimeZone(asked) ? placeOf(asked) : undefined;
}

/** Normalises the spellings of a name. */
function keyOf(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l")
    .replace(/(?<![a-z])sainte?(?![a-z])/g, "st")
    .replace(/-(?!\d)|[^\p{L}\p{N}+/-]/gu, "");
}

/** Asia/Tokyo is spoken as Tokyo. */
function placeOf(zone: string): Place {
  return { zone, name: (zone.split("/").at(-1) ?? zone).replaceAll("_", " ") };
}

/** The second part of such a name is not a place by itself: Brazil/East. */
const IS_NO_PLACE = /^(?:Brazil|Canada|Chile|Etc|Mexico|SystemV)\//;

const PLACES: ReadonlyMap<string, Place> = placesByKey();

/** First the exact names, then cities of zones, then others: a name means the first match. */
function placesByKey(): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const keep = (name: string, place: Place) => {
    const key = keyOf(name);
    if (!places.has(key)) places.set(key, place);
  };
  for (const name of ["UTC", "GMT"]) keep(name, { zone: "UTC", name: "UTC" });
  const zones = new Set([...rawTimeZones.flatMap(({ group }) => group), ...Intl.supportedValuesOf("timeZone")]);
  const byDepth = [...zones].sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  const cities = byDepth.filter((zone) => zone.includes("/") && !IS_NO_PLACE.test(zone));
  for (const zone of cities) keep(placeOf(zone).name, placeOf(zone));
  for (const zone of byDepth) keep(zone, placeOf(zone));
  for (const [name, zone] of largeCities()) keep(name, { zone, name });
  return places;
}

function depthOf(zone: string): number {
  return zone.split("/").length;
}

/** Only unambiguous ones. There is a Valencia in Spain and in Venezuela. */
function largeCities(): readonly (readonly [city: string, zone: string])[] {
  const all = rawTimeZones.flatMap(({ name, mainCities }) => mainCities.map((city) => [city, name] as const));
  const counts = new Map<string, number>();
  for (const [city] of all) counts.set(city, (counts.get(city) ?? 0) + 1);
  return all.filter(([city]) => counts.get(city) === 1);
}
