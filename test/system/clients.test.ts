import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import openapiTypes, { astToString } from "openapi-typescript";
import { parse } from "yaml";
import {
  type Callees,
  FULL,
  modelClientOver,
  PROJECT,
  type ReceivedWebhook,
  Receiver,
  startCallees,
  startWorld,
  temporaryFolder,
  TEST_LINES,
  textOf,
  type World,
} from "../support/index.js";

const KEY = "a-key-of-sixteen-or-more-characters";
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const PROGRAM_MS = 60_000;
const run = promisify(execFile);

describe("the examples of clients", { concurrency: 3, timeout: 180_000 }, () => {
  let world: World;
  let callees: Callees;
  let environment: NodeJS.ProcessEnv;

  before(async () => {
    world = await startWorld();
    callees = await startCallees(world.bed.pbx);
    const controller = await world.startController({ API_KEYS: KEY, WEBHOOK_SECRET: SECRET });
    environment = { ...process.env, ATTENDANT_URL: controller.url, API_KEY: KEY, WEBHOOK_SECRET: SECRET };
  });
  after(async () => {
    await callees?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });

  const callAndWait = (args: readonly string[], further: NodeJS.ProcessEnv = {}) =>
    run(join(PROJECT, "examples/clients/call-and-wait"), args, {
      env: { ...environment, ...further },
      timeout: PROGRAM_MS,
    });

  test("a shell script calls, asks, and prints what the webhook tells", async () => {
    const asked = ["1001", "Your appointment is tomorrow.", "Do you want to keep it?", "yes", "no"];
    const { status, choice_response: answer } = JSON.parse((await callAndWait(asked)).stdout);
    assert.deepEqual([status, answer], ["completed", "yes"]);
  });

  test("a shell script fails with a call that is not completed, and with one that is refused", async () => {
    await assert.rejects(callAndWait([TEST_LINES.busy, "Your taxi is there."]), { code: 1, stdout: /"status":"busy"/ });
    await assert.rejects(callAndWait(["1001", "Your taxi is there."], { API_KEY: "another" }), {
      code: 2,
      stderr: /unauthorized/,
    });
    await assert.rejects(callAndWait(["1001"]), { code: 2, stderr: /^Usage/ });
  });

  test("a shell script believes no webhook that is not signed", async () => {
    const other = "whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    await assert.rejects(
      callAndWait([TEST_LINES.busy, "Your taxi is there."], { WEBHOOK_SECRET: other, WAIT_SECONDS: "4" }),
      { code: 1, stdout: "", stderr: /no webhook came in time/ },
    );
  });

  test("Home Assistant's command and n8n's request place a call that asks, and their conditions take its answer", async () => {
    await using receiver = await Receiver.start();
    const homeAssistant = parse(
      textOf("examples/clients/home-assistant.yaml").replaceAll("!secret attendant_key", KEY),
    ) as HomeAssistant;
    const command = homeAssistant.rest_command.attendant_call;
    const { data } = homeAssistant.automation[0].actions[0];
    const n8n = JSON.parse(textOf("examples/clients/n8n.json")) as N8n;
    const node = (name: string) => {
      const found = n8n.nodes.find((each) => each.name === name);
      assert.ok(found, name);
      return found.parameters;
    };
    const placed = [
      { body: await rendered(command.payload, data), headers: command.headers },
      {
        body: JSON.stringify(evaluated(node("Call").jsonBody, { $execution: { resumeUrl: receiver.url } })),
        headers: { "X-API-Key": KEY },
      },
    ];
    for (const { body, headers } of placed) {
      const callback = body.replace(/"callback_url": ?"[^"]*"/, `"callback_url":"${receiver.url}"`);
      const answer = await fetch(`${environment.ATTENDANT_URL}/call`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: callback,
      });
      assert.equal(answer.status, 200, await answer.text());
    }
    assert.match(
      placed[0]?.body ?? "",
      /"callback_url": "http:\/\/homeassistant\.example:8123\/api\/webhook\/garage-open/,
    );
    await receiver.has(2, PROGRAM_MS);
    const [first, second] = receiver.received as [ReceivedWebhook, ReceivedWebhook];
    const condition = homeAssistant.automation[1].conditions[0].value_template;
    const result = { json: JSON.parse(first.body) as object };
    assert.equal(await rendered(condition, { trigger: result }), "True");
    const left = node("They said yes").conditions?.conditions[0];
    assert.equal(evaluated(left?.leftValue, { $json: { body: JSON.parse(second.body) as object } }), left?.rightValue);
  });

  test("a program that thinks has the telephone of the page, asks, follows the call, and gets the answer", async () => {
    const page = textOf("docs/mcp.md");
    const [, example = "{}"] = /```json\n(\{\n {2}"mcpServers"[^`]*)```/.exec(page) ?? [];
    const text = example.replaceAll("http://127.0.0.1:8080", environment.ATTENDANT_URL ?? "");
    const { telephone } = (JSON.parse(text.replaceAll('"KEY"', `"${KEY}"`)) as McpConfig).mcpServers;
    const command = telephone.command.replace("/opt/attendant", PROJECT);
    const env = { ...(process.env as Record<string, string>), ...telephone.env };
    const transport = new StdioClientTransport({ ...telephone, command, env, cwd: "/" });
    await using model = await modelClientOver(transport as Transport);
    const reports: string[] = [];
    const { isError, structured } = await model.use(
      "ask_question",
      {
        extension: "1001",
        message: "We order lunch.",
        choice: { prompt: "Do you come?", options: [{ value: "yes", synonyms: ["yes please"] }, { value: "no" }] },
      },
      ({ message = "" }) => reports.push(message),
    );
    const { status, choice_response: answer, client } = structured;
    assert.deepEqual([isError, status, answer, client], [false, "completed", "yes", null]);
    assert.ok(
      reports.some((report) => /was answered/.test(report)),
      reports.join(),
    );
  });

  const IN_FULL = FULL ? false : "compiles for seconds, like test/full/generated-clients: TEST_FORM=full";
  const typed = "a typed client compiles against what the service says of itself, places a call and sees its end";
  test(typed, { skip: IN_FULL }, async () => {
    await using folder = await temporaryFolder();
    const described = await openapiTypes(new URL(`${environment.ATTENDANT_URL}/openapi.json`), {
      defaultNonNullable: false,
    });
    await writeFile(join(folder.path, "attendant.ts"), astToString(described));
    const client = join(folder.path, "call.ts");
    await writeFile(client, textOf("examples/clients/typed/call.ts"));
    await writeFile(join(folder.path, "package.json"), '{ "type": "module" }');
    await mkdir(join(folder.path, "node_modules"));
    for (const name of ["openapi-fetch", "openapi-typescript-helpers", "@types"])
      await symlink(join(PROJECT, "node_modules", name), join(folder.path, "node_modules", name));
    const compiler = join(PROJECT, "node_modules/@typescript/native/bin/tsc");
    const strictly = ["--noEmit", "--strict", "--target", "es2023", "--module", "nodenext", "--types", "node"];
    await run(process.execPath, [compiler, ...strictly, client], { cwd: folder.path }).catch((error) =>
      assert.fail(String((error as { stdout: string }).stdout)),
    );
    const tsx = join(PROJECT, "node_modules/tsx/dist/cli.mjs");
    const options = { env: environment, timeout: PROGRAM_MS, cwd: folder.path };
    const { stdout } = await run(process.execPath, [tsx, client, "1001", "Your taxi is there."], options);
    assert.match(stdout, /^completed/);
  });
});

/** How programs that think are told of their MCP servers. */
interface McpConfig {
  readonly mcpServers: {
    readonly telephone: { readonly command: string; readonly args: string[]; readonly env: Record<string, string> };
  };
}

/** A template of Home Assistant's as its own engine, Jinja, renders it. */
async function rendered(template: string, variables: object): Promise<string> {
  const program = `
import json, sys, jinja2
given = json.load(sys.stdin)
environment = jinja2.Environment()
environment.filters["to_json"] = json.dumps
print(environment.from_string(given["template"]).render(given["variables"]), end="")`;
  const child = run("/usr/bin/python3", ["-c", program]);
  child.child.stdin?.end(JSON.stringify({ template, variables }));
  return (await child).stdout;
}

/** An expression of n8n's: JavaScript between `={{` and `}}`. */
function evaluated(expression: string | undefined, variables: object): unknown {
  const [, code] = /^=\{\{([^]*)\}\}$/.exec(expression ?? "") ?? [];
  assert.ok(code, expression);
  return runInNewContext(`(${code})`, variables);
}

interface HomeAssistant {
  readonly rest_command: {
    readonly attendant_call: { readonly payload: string; readonly headers: Readonly<Record<string, string>> };
  };
  readonly automation: readonly [
    { readonly actions: readonly [{ readonly data: object }] },
    { readonly conditions: readonly [{ readonly value_template: string }] },
  ];
}

interface N8n {
  readonly nodes: readonly {
    readonly name: string;
    readonly parameters: {
      readonly jsonBody?: string;
      readonly conditions?: {
        readonly conditions: readonly { readonly leftValue: string; readonly rightValue: string }[];
      };
    };
  }[];
}
