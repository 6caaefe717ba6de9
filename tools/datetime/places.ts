import { rawTimeZones } from "@vvo/tzdb";
import { isTimeZone } from "../../src/kernel/wall-clock.js";

/** A place whose clock can be told. */
export interface Place {
  /** As it is spoken of. */
  readonly name: string;
  /** IANA name of its time zone. */
  readonly zone: string;
}

/**
 * The place that is meant by the name of its time zone, by the name of the city in that, or by that of another large city.
 * Letter case, accents, stops and hyphens do not matter, and Saint is St. A zone stays what it was called: Europe/Kiev is not
 * renamed to Europe/Kyiv.
 */
export function placeNamed(asked: string): Place | undefined {
  const key = keyOf(asked);
  const found = PLACES.get(key) ?? PLACES.get(key.replace(/(?:city|(?:standard|daylight)?time)$/, ""));
  if (found) return isTimeZone(found.zone) ? found : undefined;
  return isTimeZone(asked) ? placeOf(asked) : undefined;
}

/** What makes one name of all its spellings. */
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

/** Asia/Tokyo is spoken of as Tokyo. */
function placeOf(zone: string): Place {
  return { zone, name: (zone.split("/").at(-1) ?? zone).replaceAll("_", " ") };
}

/** The other half of such a name is no place by itself: Brazil/East. */
const IS_NO_PLACE = /^(?:Brazil|Canada|Chile|Etc|Mexico|SystemV)\//;

const PLACES: ReadonlyMap<string, Place> = placesByKey();

/** First what a name says itself, then cities of zones, then others: each name means the first that has it. */
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

/** Those of which there is one. Valencia is in Spain and in Venezuela. */
function largeCities(): readonly (readonly [city: string, zone: string])[] {
  const all = rawTimeZones.flatMap(({ name, mainCities }) => mainCities.map((city) => [city, name] as const));
  const counts = new Map<string, number>();
  for (const [city] of all) counts.set(city, (counts.get(city) ?? 0) + 1);
  return all.filter(([city]) => counts.get(city) === 1);
}
