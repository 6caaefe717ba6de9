import { withDeadline } from "../../src/kernel/deadline.js";
import { Ending } from "../../src/kernel/ending.js";
import { textUpTo } from "../../src/kernel/text-up-to.js";
import { type Observation, observationIn } from "./observation.js";

/**
 * Why there is no weather:
 *
 * - `unreachable`  no connection, or it broke
 * - `silent`       no answer in time
 * - `refused`      the token is not accepted (401, 403)
 * - `unknown`      there is no such station (404)
 * - `busy`         too many requests (429)
 * - `broken`       another status, or an answer that makes no sense
 * - `empty`        the station has reported nothing
 */
export type WeatherFault = "unreachable" | "silent" | "refused" | "unknown" | "busy" | "broken" | "empty";

export interface Station {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly stationId: string;
  readonly token: string;
  /** The longest wait for the whole answer, ms. */
  readonly timeoutMs: number;
}

/** A station's answer has some 2 kB. */
const MAX_BYTES = 256 * 1024;

/**
 * Asks WeatherFlow's Tempest REST API for a station's latest observation (https://apidocs.tempestwx.com).
 *
 * The API wants its token in the address, so nothing of what goes wrong is passed on but its kind: errors of fetch may
 * hold addresses. Redirects are not followed, for they could carry the token away.
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
