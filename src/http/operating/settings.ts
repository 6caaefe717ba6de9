import type { ShownSetting } from "../../config/shown-settings.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { answer, flag, listOf, nullable, text } from "../kit/schema.js";
import { OPERATION } from "./tag.js";

export const shownSetting: JsonSchema = answer({
  name: text("The name of the environment variable."),
  area: text("The area it belongs to."),
  description: text("What it does."),
  value: nullable(
    text("The configured value or the default; null for a secret, and when it is not set and has no default."),
  ),
  secret: flag("Whether its value is hidden."),
  set: flag("Whether it is set."),
  source: text("Where the value comes from.", { enum: ["environment", "file", "default"] }),
  default: nullable(text("The value in effect when it is not set, or what applies instead.")),
});

/** `GET /settings`: the settings in effect. */
export function getSettings(settings: readonly ShownSetting[]): Endpoint {
  return {
    id: "getSettings",
    method: "get",
    path: "/settings",
    scopes: ["read"],
    tag: OPERATION,
    summary: "List the settings",
    description: "As they were read at startup. The values of secrets are not shown.",
    answer: { description: "All settings, in the order of their areas.", schema: listOf(shownSetting) },
    problems: [],
    handle: () => jsonAnswer(settings),
  };
}
