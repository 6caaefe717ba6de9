import { area } from "../area.js";
import { address, line, oneOf, optional, setting } from "../setting.js";
import { token } from "../text-readers.js";

export const weather = area("Weather", ["TEMPEST_"], {
  stationId: optional("TEMPEST_STATION_ID", line("the number of a station", /^\d{1,12}$/), {
    description: "The Tempest weather station that WEATHER asks. Without it and its token WEATHER is disabled.",
  }),
  apiToken: optional("TEMPEST_API_TOKEN", token, {
    secret: true,
    description: "A personal access token of the station's owner, from tempestwx.com under Data Authorizations.",
  }),
  baseUrl: setting("TEMPEST_BASE_URL", address(), {
    default: "https://swd.weatherflow.com",
    description: "Where the Tempest API is, without /swd.",
  }),
  units: setting("TEMPEST_UNITS", oneOf("metric", "imperial"), {
    default: "metric",
    description:
      "Whether the weather is told in degrees Celsius, kilometers and millimeters, or Fahrenheit, miles and inches.",
  }),
});
