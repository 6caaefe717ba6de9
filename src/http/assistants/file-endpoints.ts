import type { AssistantsFile } from "../../assistants/assistants-file.js";
import { faultLines, type FileFault } from "../../assistants/read-definitions.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer, type Tag } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { InvalidInput } from "../kit/http-errors.js";
import { answer, flag, instant, listOf, NO_BODY, request, text, time, whole } from "../kit/schema.js";

export const ASSISTANTS: Tag = { name: "Assistants", description: "The assistants of the file, and the file itself." };

const MAX_TEXT = 60_000;

const written: JsonSchema = text("The whole file, in YAML or JSON.", { maxLength: MAX_TEXT });
const revision = text("Changes with the text.", { maxLength: 64 });

const file: JsonSchema = answer({ text: written, revision });

interface FileBody {
  readonly text: string;
  readonly revision?: string;
}

const EXAMPLE = "default: reception\nassistants:\n  reception:\n    answers: ['8000']\n    voice: calm\n";

const fileRequest: JsonSchema = request(
  {
    text: written,
    revision: { ...revision, description: "The `revision` of the text that this one is based on. Default: any." },
  },
  ["text"],
  { examples: [{ text: EXAMPLE }] },
);

const checkRequest: JsonSchema = request({ text: written }, ["text"], { examples: [{ text: EXAMPLE }] });

const checked: JsonSchema = answer({
  ok: flag("Whether the file could be used."),
  assistants: listOf({ type: "string" }, { description: "The ids of its assistants; empty when it has a fault." }),
  faults: listOf(
    answer({
      line: whole("The line, from 1.", { minimum: 1 }),
      path: text("Where the fault is, as a JSON pointer; empty for a fault of the text itself."),
      message: text("What is expected there."),
    }),
    { description: "Every fault." },
  ),
});

const version: JsonSchema = answer({
  id: text("Identifies the version."),
  replaced_at: time("When it was replaced."),
});

export const FILE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  AssistantsFile: file,
  AssistantsFileRequest: fileRequest,
  AssistantsCheckRequest: checkRequest,
  AssistantsCheck: checked,
  AssistantsVersion: version,
};

/** `/assistants-file`: reads, checks and replaces the file of the assistants, and its earlier versions. */
export function fileEndpoints(assistantsFile: AssistantsFile): Endpoint[] {
  const path = "/assistants-file";
  const shared = { scopes: ["admin"], tag: ASSISTANTS } as const;
  const versionOf = async (params: Readonly<Record<string, string>>) =>
    findOr404("version", params, (id) => assistantsFile.versions.read(id));

  async function replace(body: FileBody) {
    const found = await assistantsFile.replace(body.text, body.revision);
    if ("faults" in found) throw new InvalidInput(asInput(found.faults));
    return jsonAnswer(await assistantsFile.read());
  }

  const getFile: Endpoint = {
    ...shared,
    id: "getAssistantsFile",
    method: "get",
    path,
    summary: "Get the file of the assistants",
    answer: { description: "The file as it is on disk; empty when there is none.", schema: file },
    problems: [],
    handle: async () => jsonAnswer(await assistantsFile.read()),
  };

  const putFile: Endpoint<FileBody> = {
    ...shared,
    id: "replaceAssistantsFile",
    method: "put",
    path,
    isLong: "list",
    summary: "Replace the file of the assistants",
    description:
      "The new assistants answer from the next call on; calls in progress keep theirs. The replaced text becomes an " +
      "earlier version. A text with a fault changes nothing.",
    body: { schema: fileRequest, required: true },
    answer: { description: "The file as it is now.", schema: file },
    problems: ["assistants_changed", "assistants_not_stored"],
    handle: ({ body }) => replace(body),
  };

  const check: Endpoint<Pick<FileBody, "text">> = {
    ...shared,
    id: "checkAssistantsFile",
    method: "post",
    path: `${path}/check`,
    isLong: "list",
    summary: "Check a file of assistants without using it",
    body: { schema: checkRequest, required: true },
    answer: { description: "The faults.", schema: checked },
    problems: [],
    async handle({ body }, signal) {
      const found = await assistantsFile.check(body.text, signal);
      const faults = "faults" in found ? found.faults : [];
      const ids = "faults" in found ? [] : [...found.definitions.all.keys()];
      return jsonAnswer({ ok: faults.length === 0, assistants: ids, faults });
    },
  };

  const listVersions: Endpoint = {
    ...shared,
    id: "listAssistantsVersions",
    method: "get",
    path: `${path}/versions`,
    summary: "List the earlier versions of the file",
    answer: { description: "The latest twenty, latest first.", schema: listOf(version) },
    problems: [],
    async handle() {
      const versions = await assistantsFile.versions.list();
      return jsonAnswer(versions.map(({ id, replacedAt }) => ({ id, replaced_at: instant(replacedAt) })));
    },
  };

  const getVersion: Endpoint = {
    ...shared,
    id: "getAssistantsVersion",
    method: "get",
    path: `${path}/versions/{id}`,
    summary: "Get an earlier version of the file",
    answer: { description: "Its text.", schema: answer({ id: text("The version."), text: written }) },
    problems: ["not_found"],
    handle: async ({ params }) => jsonAnswer({ id: params.id, text: await versionOf(params) }),
  };

  const restore: Endpoint = {
    ...shared,
    id: "restoreAssistantsVersion",
    method: "post",
    path: `${path}/versions/{id}/restore`,
    isLong: "list",
    summary: "Put an earlier version of the file back into use",
    description: "The text that it replaces becomes an earlier version, so that this can be undone.",
    body: NO_BODY,
    answer: { description: "The file as it is now.", schema: file },
    problems: ["not_found", "invalid_request", "assistants_not_stored"],
    handle: async ({ params }) => replace({ text: await versionOf(params) }),
  };

  return [getFile, putFile, check, listVersions, getVersion, restore];
}

function asInput(faults: readonly FileFault[]) {
  return faultLines(faults).map((message) => ({ path: "/text", message }));
}
