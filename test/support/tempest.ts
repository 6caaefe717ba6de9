import { answerJson, type HttpServer, startHttpServer } from "./http-server.js";

/** A weather service with one station, where it is 21 degrees with a light wind. */
export function startTempest(): Promise<HttpServer> {
  return startHttpServer((response) =>
    answerJson(response, {
      status: { status_code: 0, status_message: "SUCCESS" },
      obs: [
        {
          timestamp: Math.floor(Date.now() / 1000) - 40,
          air_temperature: 21.3,
          feels_like: 21.3,
          relative_humidity: 55,
          precip: 0,
          wind_avg: 2.4,
          wind_gust: 4.2,
          wind_direction: 270,
        },
      ],
    }),
  );
}

/** Settings for a service that asks it. */
export function tempestSettings({ url }: HttpServer): Readonly<Record<string, string>> {
  return { TEMPEST_BASE_URL: url, TEMPEST_STATION_ID: "4711", TEMPEST_API_TOKEN: "tempest-token-0123" };
}
