import { SCOPES } from "../../config/api-keys.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { answer, listOf, nullable, text } from "../kit/schema.js";
import { OPERATION } from "./tag.js";

export const keyHolder: JsonSchema = answer({
  name: nullable(text("The name of the key; null when it has none, and while no keys are configured.")),
  scopes: listOf(text("", { enum: SCOPES }), { description: "The scopes of the key." }),
});

/** `GET /me`: the client, as identified by its key. */
export const getMe: Endpoint = {
  id: "getMe",
  method: "get",
  path: "/me",
  scopes: [],
  tag: OPERATION,
  summary: "Get the name and scopes of a key",
  answer: { description: "The key's name and scopes.", schema: keyHolder },
  problems: [],
  handle: ({ client }) => jsonAnswer({ name: client?.name ?? null, scopes: client?.scopes ?? [] }),
};
