import { defineTool, type Tool } from "../src/toolbox/tool.js";
import type { WeatherFault } from "../src/locales/weather.js";
import { localeOf } from "../src/locales/locales.js";
import type { Observation } from "./weather/observation.js";
import { reportOf, type Units } from "./weather/report.js";
import { askTempest } from "./weather/tempest.js";

export interface WeatherNeeds {
  /** The station's number; undefined when it is not set. */
  readonly stationId: string | undefined;
  /** The personal access token of its owner. */
  readonly apiToken: string | undefined;
  /** The address of the API, without a final slash. */
  readonly baseUrl: string;
  readonly units: Units;
  /** Time-out of a request, in ms. */
  readonly timeoutMs?: number;
}

/** The station measures once a minute, so more frequent requests are useless. */
const FRESH_MS = 60_000;
/** After a failure, no request is made for this time: callers ask again at once, and each would have to wait. */
const REST_MS = 10_000;
/** A caller is waiting, and can do something else when the tool gives up. */
const TIMEOUT_MS = 5_000;

export function createWeather(needs: WeatherNeeds): Tool {
  const { stationId, apiToken, baseUrl, units, timeoutMs = TIMEOUT_MS } = needs;
  let latest: { readonly found: Observation | WeatherFault; readonly askedAt: number } | undefined;

  return defineTool({
    name: "WEATHER",
    description:
      "Tells the weather at the caller's own weather station right now: temperature, wind, rain. It knows no forecast and no other place.",
    disabledReason: missing({ TEMPEST_STATION_ID: stationId, TEMPEST_API_TOKEN: apiToken }),
    async execute(_parameters, { now, signal, log, language }) {
      const { report, faults } = localeOf(language).tools.weather;
      if (stationId === undefined || apiToken === undefined) return { status: "FAILED", message: faults.unknown };
      const at = now.toMillis();
      const isKept = (kept: typeof latest) =>
        kept !== undefined &&
        at >= kept.askedAt &&
        at - kept.askedAt < (typeof kept.found === "string" ? REST_MS : FRESH_MS);
      const kept = isKept(latest) ? latest : undefined;
      const found = kept?.found ?? (await askTempest({ baseUrl, stationId, token: apiToken, timeoutMs }, signal));
      if (!kept) latest = { found, askedAt: at };
      if (typeof found === "string") {
        log.warn("The weather station reports no weather", { fault: found });
        return { status: "FAILED", message: faults[found] };
      }
      const said = report(reportOf(found, units, at));
      return { status: "SUCCESS", message: said, data: dataOf(found) };
    },
  });
}

/** The settings that are missing; undefined when none is. */
function missing(settings: Readonly<Record<string, string | undefined>>): string | undefined {
  const names = Object.keys(settings).filter((name) => settings[name] === undefined);
  if (names.length === 0) return undefined;
  return `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} not set.`;
}

/** For programs: always metric, each name with its unit. */
function dataOf(observation: Observation) {
  return {
    observed_at: observation.at === undefined ? null : new Date(observation.at).toISOString(),
    temperature_c: observation.temperature ?? null,
    feels_like_c: observation.feelsLike ?? null,
    humidity_percent: observation.humidity ?? null,
    wind_m_per_s: observation.wind ?? null,
    gust_m_per_s: observation.gust ?? null,
    wind_from_degrees: observation.windFrom ?? null,
    rain_last_hour_mm: observation.rainLastHour ?? null,
    rain_today_mm: observation.rainToday ?? null,
  };
}
