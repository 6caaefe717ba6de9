import assert from "node:assert/strict";
import { test } from "node:test";
import { FILE_SCHEMA } from "../../../src/assistants/file-schema.js";
import { faultLines, readDefinitions } from "../../../src/assistants/read-definitions.js";
import { readNamedFile } from "../../../src/config/own-environment.js";
import { textOf } from "../../support/compose-file.js";
import { codeIn, rowsIn, sectionOf } from "../../support/markdown.js";

const PAGE = "docs/assistants.md";

interface Fields {
  readonly properties: Readonly<Record<string, Fields>>;
  readonly additionalProperties: Fields;
}

test("the files that the page shows are read without a fault", async () => {
  const files = [...textOf(PAGE).matchAll(/```yaml\n([^]*?)```/g)].map(([, text = ""]) => text);
  assert.ok(files.length >= 2);
  for (const text of files) {
    const found = await readDefinitions(text, {
      environment: { MODEL_KEY_LARGE: "of-the-page" },
      readFile: readNamedFile,
      timeZone: "UTC",
    });
    assert.deepEqual("faults" in found ? faultLines(found.faults) : [], [], text);
  }
});

test("the page has each field of an assistant", () => {
  const { assistants } = (FILE_SCHEMA as unknown as Fields).properties;
  const fields = Object.keys(assistants?.additionalProperties.properties ?? {});
  const named = rowsIn(sectionOf(PAGE, "Fields")).flatMap(([name = ""]) => codeIn(name));
  assert.ok(fields.length > 10);
  assert.deepEqual(named.sort(), fields.sort());
});
