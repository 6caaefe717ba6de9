import { SCOPES } from "../../config/api-keys.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { answer, listOf, nullable, text } from "../kit/schema.js";
import { OPERATION } from "./tag.js";

export const keyHolder: JsonSchema = answer({
  name: nullable(text("The name of the key; null where it has none, and while no keys are set.")),
  scopes: listOf(text("", { enum: SCOPES }), { description: "What it is good for." }),
});

/** `GET /me`: who asks, as far as their key tells. */
export const getMe: Endpoint = {
  id: "getMe",
  method: "get",
  path: "/me",
  scopes: [],
  tag: OPERATION,
  summary: "See what a key is good for",
  answer: { description: "The key's name and scopes.", schema: keyHolder },
  problems: [],
  handle: ({ client }) => jsonAnswer({ name: client?.name ?? null, scopes: client?.scopes ?? [] }),
};
