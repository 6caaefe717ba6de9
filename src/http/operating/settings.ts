import type { ShownSetting } from "../../config/shown-settings.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { answer, flag, listOf, nullable, text } from "../kit/schema.js";
import { OPERATION } from "./tag.js";

export const shownSetting: JsonSchema = answer({
  name: text("As in the environment."),
  area: text("What it belongs to."),
  description: text("What it does."),
  value: nullable(
    text("As it was given, or the default; null of a secret, and where it is not set and has no default."),
  ),
  secret: flag("Its value is told to nobody."),
  set: flag("It was given a value."),
  source: text("Where its value is from.", { enum: ["environment", "file", "default"] }),
  default: nullable(text("What counts where it is not set, or what does in its place.")),
});

/** `GET /settings`: what the service runs with. */
export function getSettings(settings: readonly ShownSetting[]): Endpoint {
  return {
    id: "getSettings",
    method: "get",
    path: "/settings",
    scopes: ["read"],
    tag: OPERATION,
    summary: "See the settings",
    description: "As they were read at the start. Secrets have no value here.",
    answer: { description: "All settings, in the order of their areas.", schema: listOf(shownSetting) },
    problems: [],
    handle: () => jsonAnswer(settings),
  };
}
