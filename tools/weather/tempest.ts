import { withDeadline } from "../../src/kernel/deadline.js";
import { Ending } from "../../src/kernel/ending.js";
import { textUpTo } from "../../src/kernel/text-up-to.js";
import type { WeatherFault } from "../../src/locales/weather.js";
import { type Observation, observationIn } from "./observation.js";

export interface Station {
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly stationId: string;
  readonly token: string;
  /** Time-out of the whole answer, in ms. */
  readonly timeoutMs: number;
}

/** A station's answer has some 2 kB. */
const MAX_BYTES = 256 * 1024;

/**
 * Requests a station's latest observation from WeatherFlow's Tempest REST API (https://apidocs.tempestwx.com).
 *
 * The API expects its token in the address, so only the kind of a failure is reported: errors of fetch may contain addresses.
 * Redirects are not followed, because they could leak the token.
 *
 * @throws the signal's own reason when it aborts
 */
export async function askTempest(station: Station, signal: AbortSignal): Promise<Observation | WeatherFault> {
  const url = new URL(`${station.baseUrl}/swd/rest/observations/station/${encodeURIComponent(station.stationId)}`);
  url.searchParams.set("token", station.token);
  try {
    return await withDeadline(station.timeoutMs, signal, "the weather station", async (inTime) => {
      const response = await fetch(url, {
        signal: inTime,
        redirect: "manual",
        headers: { accept: "application/json" },
      });
      const text = response.ok ? await textUpTo(MAX_BYTES, response) : void (await response.body?.cancel());
      return text === undefined ? faultOf(response.status) : read(text);
    });
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Ending && error.kind === "deadline" ? "silent" : "unreachable";
  }
}

function faultOf(status: number): WeatherFault {
  if (status === 401 || status === 403) return "refused";
  if (status === 404) return "unknown";
  return status === 429 ? "busy" : "broken";
}

function read(text: string): Observation | WeatherFault {
  try {
    const answer: unknown = JSON.parse(text);
    const isStation = typeof answer === "object" && answer !== null && "obs" in answer;
    return isStation ? (observationIn(answer) ?? "empty") : "broken";
  } catch {
    return "broken";
  }
}
