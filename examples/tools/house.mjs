// @ts-check
/**
 * HOUSE: tells how things are at home, from Home Assistant's REST interface.
 *
 * Settings, in the service's environment:
 *   HOUSE_URL     where Home Assistant is, such as http://192.168.1.20:8123
 *   HOUSE_TOKEN   a long-lived access token (Home Assistant: your profile, Security)
 *   HOUSE_THINGS  what callers may ask about, by the name they use:
 *                 living room=sensor.living_room_temperature, front door=binary_sensor.front_door
 */
import { defineTool } from "ari-attendant/tool";

/** @typedef {{ state: string, attributes?: { unit_of_measurement?: string, device_class?: string } }} Entity */

const { HOUSE_URL = "", HOUSE_TOKEN = "", HOUSE_THINGS = "" } = process.env;
const things = new Map(HOUSE_THINGS.split(",").flatMap(pairIn));
const missing = [!HOUSE_URL && "HOUSE_URL", !HOUSE_TOKEN && "HOUSE_TOKEN", things.size === 0 && "HOUSE_THINGS"];
const lacking = missing.filter(Boolean).join(" and ");

export default defineTool({
  name: "HOUSE",
  description: "Tells how things are at the caller's home right now: temperatures, doors, lights.",
  enabled: lacking === "",
  disabledReason: lacking ? `${lacking} must be set.` : undefined,
  parameters: {
    thing: { type: "string", description: "What to look at", required: true, enum: [...things.keys()] },
  },

  async execute({ thing }, { signal, say, memory, log }) {
    // Once a call is enough.
    if (!memory.has("announced")) say?.("Let me have a look.");
    memory.set("announced", true);
    const id = things.get(String(thing)) ?? "";
    // The signal ends the request when the caller hangs up or speaks over the reply, and when the tool's time is up.
    const response = await fetch(new URL(`/api/states/${encodeURIComponent(id)}`, HOUSE_URL), {
      headers: { authorization: `Bearer ${HOUSE_TOKEN}` },
      signal,
    });
    if (!response.ok) {
      log.warn("Home Assistant refused", { status: response.status, id });
      return { status: "FAILED", message: `I cannot see the ${thing} at the moment.` };
    }
    const { state, attributes = {} } = /** @type {Entity} */ (await response.json());
    return { status: "SUCCESS", message: `The ${thing} is ${inWords(state, attributes)}.`, data: { id, state } };
  },
});

/** @param {string} text `name=entity` @returns {[string, string][]} */
function pairIn(text) {
  const [name = "", id = ""] = text.split("=").map((part) => part.trim());
  return name && id ? [[name.toLowerCase(), id]] : [];
}

/**
 * What is spoken: words for units, and no more digits than anybody wants to hear.
 *
 * @param {string} state @param {NonNullable<Entity["attributes"]>} attributes
 */
function inWords(state, { unit_of_measurement: unit = "", device_class: kind }) {
  if (kind === "door" || kind === "window") return state === "on" ? "open" : "closed";
  if (state === "unavailable" || state === "unknown") return "not known right now";
  const number = Number(state);
  if (state.trim() === "" || Number.isNaN(number)) return state.replaceAll("_", " ");
  const units = { "°C": "degrees", "°F": "degrees", "%": "percent", W: "watts", kWh: "kilowatt hours" };
  return `${Math.round(number * 10) / 10} ${units[/** @type {keyof typeof units} */ (unit)] ?? unit}`.trim();
}
