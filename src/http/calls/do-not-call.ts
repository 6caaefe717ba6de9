import type { DoNotCall } from "../../calls/rights/do-not-call.js";
import type { DoNotCallEntry } from "../../records/do-not-call.js";
import type { JsonSchema } from "../../validation/validator.js";
import { AttendantError } from "../../kernel/errors.js";
import { type Endpoint, jsonAnswer, type Tag } from "../kit/endpoint.js";
import { cursor, limit, refuseCursor } from "../kit/paging.js";
import { answer, anyText, flag, instant, listOf, nullable, request, text, time } from "../kit/schema.js";
import { extension } from "./call-target.js";

const DO_NOT_CALL: Tag = { name: "Do not call", description: "Numbers that are not to be called." };

interface EntryBody {
  readonly number: string;
  readonly reason?: string;
}

interface ListQuery {
  readonly number?: string;
  readonly limit: number;
  readonly cursor?: string;
}

const number: JsonSchema = { ...extension, description: "The number, as it would be dialled." };

const entryRequest: JsonSchema = request(
  { number, reason: anyText("Why it is not to be called; kept with the number.", 200) },
  ["number"],
  { examples: [{ number: "+493012345678", reason: "asked in a letter" }] },
);

const entry: JsonSchema = answer({
  number: text("The number, without the characters that group digits."),
  added_at: time("When it was added."),
  client: nullable(text("The name of the key that added it; null when the key has no name.")),
  reason: nullable(text("Why; null when no reason was given.")),
});

const list: JsonSchema = answer({
  numbers: listOf(entry, { description: "Latest first." }),
  next_cursor: nullable(text("Cursor of the next page; null on the last.")),
});

const removed: JsonSchema = answer({
  number: text("The number."),
  success: flag("Always true."),
  message: text("A sentence for a human reader."),
});

const listQuery: JsonSchema = request(
  {
    number: { ...extension, description: "Only this number, however it is written; encode a leading + as %2B." },
    limit: limit(100),
    cursor: cursor("next_cursor"),
  },
  [],
);

export const DO_NOT_CALL_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  DoNotCallRequest: entryRequest,
  DoNotCallEntry: entry,
  DoNotCallList: list,
  DoNotCallRemoved: removed,
};

export interface DoNotCallEndpointsNeeds {
  readonly doNotCall: Pick<DoNotCall, "add" | "list" | "remove">;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** `/do-not-call`: the numbers that no call is placed to, except callbacks that their owners request. */
export function doNotCallEndpoints({ doNotCall, now }: DoNotCallEndpointsNeeds): Endpoint[] {
  const path = "/do-not-call";

  const listNumbers: Endpoint<undefined, ListQuery> = {
    id: "listDoNotCall",
    method: "get",
    path,
    isLong: "list",
    scopes: ["read"],
    tag: DO_NOT_CALL,
    summary: "List the numbers that are not to be called",
    query: listQuery,
    answer: { description: "One page of numbers.", schema: list },
    problems: ["invalid_request", "store_unavailable"],
    async handle({ query }) {
      const { items, nextCursor = null } = await doNotCall.list(query).catch(refuseCursor);
      return jsonAnswer({ numbers: items.map(bodyOf), next_cursor: nextCursor });
    },
  };

  const add: Endpoint<EntryBody> = {
    id: "addDoNotCall",
    method: "post",
    path,
    scopes: ["call"],
    tag: DO_NOT_CALL,
    summary: "Have a number called no more",
    description:
      "Calls to it are refused from now on (`destination_not_allowed`), scheduled and queued ones too; a call in progress goes on. " +
      "A callback that the number's owner requests is placed. Adding it again changes nothing.",
    body: { schema: entryRequest, required: true },
    answer: { description: "The number is listed.", schema: entry },
    problems: ["store_unavailable"],
    async handle({ body, client }) {
      const { reason = null } = body;
      const added = { number: body.number, addedAt: now(), client: client?.name ?? null, reason };
      return jsonAnswer(bodyOf(await doNotCall.add(added)));
    },
  };

  const remove: Endpoint = {
    id: "removeDoNotCall",
    method: "delete",
    path: `${path}/{number}`,
    params: { number: "The number; encode a leading + as %2B." },
    scopes: ["admin"],
    tag: DO_NOT_CALL,
    summary: "Allow calls to a number again",
    answer: { description: "The number is no longer listed.", schema: removed },
    problems: ["not_found", "store_unavailable"],
    async handle({ params: { number = "" } }) {
      const shown = number.slice(0, 64);
      if (!(await doNotCall.remove(shown))) throw new AttendantError("not_found", `The number ${shown} is not listed.`);
      return jsonAnswer({ number: shown, success: true, message: `${shown} may be called again.` });
    },
  };

  return [listNumbers, add, remove];
}

function bodyOf({ number, addedAt, client, reason }: DoNotCallEntry) {
  return { number, added_at: instant(addedAt), client, reason };
}
