import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import openapiTypes, { astToString } from "openapi-typescript";
import { documentOf } from "../../src/http/http-interface.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { ENDPOINTS, startRestServer } from "../unit/http/rest-server.js";

/** Every program here places a call, asks for it, schedules one, cancels that, and is told what is wrong with a third. */
const OPENAPI_PYTHON_CLIENT = `
import sys
from attendant_client import AuthenticatedClient
from attendant_client.api.calls import get_call, place_call
from attendant_client.api.schedules import cancel_schedule, create_schedule
from attendant_client.models import CallRequest, Choice, ChoiceOption, Problem, ScheduleRequest, ScheduleRequestToolParams

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
options = [ChoiceOption(value="yes", synonyms=["sure"]), ChoiceOption(value="no", dtmf="2")]
choice = Choice(prompt="Will you come?", options=options)
placed = place_call.sync(client=client, body=CallRequest(extension="1001", message="Dinner is ready.", choice=choice))
print(get_call.sync(placed.call_id, client=client).extension)
params = ScheduleRequestToolParams.from_dict({"duration": 5})
asked = ScheduleRequest(extension="1002", tool="SET_TIMER", tool_params=params, delay_seconds=60)
made = create_schedule.sync(client=client, body=asked)
print(made.extension, cancel_schedule.sync(made.schedule_id, client=client).status)
wrong = create_schedule.sync(client=client, body=ScheduleRequest(extension="1002", message="Tea."))
print(wrong.code if isinstance(wrong, Problem) else wrong)
`;
const OPENAPI_GENERATOR = `
import sys
import openapi_client as attendant
from openapi_client.exceptions import BadRequestException

client = attendant.ApiClient(attendant.Configuration(host=sys.argv[1], access_token=sys.argv[2]))
calls, schedules = attendant.CallsApi(client), attendant.SchedulesApi(client)
options = [attendant.ChoiceOption(value="yes", synonyms=["sure"]), attendant.ChoiceOption(value="no", dtmf="2")]
choice = attendant.Choice(prompt="Will you come?", options=options)
placed = calls.place_call(attendant.CallRequest(extension="1001", message="Dinner is ready.", choice=choice))
print(calls.get_call(placed.call_id).extension)
asked = attendant.ScheduleRequest(extension="1002", tool="SET_TIMER", tool_params={"duration": 5}, delay_seconds=60)
made = schedules.create_schedule(asked)
print(made.extension, schedules.cancel_schedule(made.schedule_id).status)
try:
    print(schedules.create_schedule(attendant.ScheduleRequest(extension="1002", message="Tea.")))
except BadRequestException as refused:
    print(refused.data.code)
`;
const OPENAPI_FETCH = `
import createClient from "openapi-fetch";
import type { paths } from "./attendant.js";

const [baseUrl = "", key = ""] = process.argv.slice(2);
const attendant = createClient<paths>({ baseUrl, headers: { "X-API-Key": key } });
const options = [{ value: "yes", synonyms: ["sure"] }, { value: "no", dtmf: "2" }];
const choice = { prompt: "Will you come?", options };
const { data: placed } = await attendant.POST("/call", { body: { extension: "1001", message: "Dinner is ready.", choice } });
const { data: call } = await attendant.GET("/call/{id}", { params: { path: { id: placed?.call_id ?? "" } } });
console.log(call?.extension);
const body = { extension: "1002", tool: "SET_TIMER", tool_params: { duration: 5 }, delay_seconds: 60 };
const { data: made } = await attendant.POST("/schedule", { body });
const path = { id: made?.schedule_id ?? "" };
const { data: cancelled } = await attendant.DELETE("/schedule/{id}", { params: { path } });
console.log(made?.extension, cancelled?.status);
const { error } = await attendant.POST("/schedule", { body: { extension: "1002", message: "Tea." } });
console.log(error?.code);
`;
const HEY_API = `
import { client } from "./attendant/client.gen.js";
import { cancelSchedule, createSchedule, getCall, placeCall } from "./attendant/index.js";

const [baseUrl = "", auth = ""] = process.argv.slice(2);
client.setConfig({ baseUrl, auth });
const options = [{ value: "yes", synonyms: ["sure"] }, { value: "no", dtmf: "2" }];
const choice = { prompt: "Will you come?", options };
const { data: placed } = await placeCall({ body: { extension: "1001", message: "Dinner is ready.", choice } });
const { data: call } = await getCall({ path: { id: placed?.call_id ?? "" } });
console.log(call?.extension);
const body = { extension: "1002", tool: "SET_TIMER", tool_params: { duration: 5 }, delay_seconds: 60 };
const { data: made } = await createSchedule({ body });
const { data: cancelled } = await cancelSchedule({ path: { id: made?.schedule_id ?? "" } });
console.log(made?.extension, cancelled?.status);
const { error } = await createSchedule({ body: { extension: "1002", message: "Tea." } });
console.log((error as { code?: string } | undefined)?.code);
`;

const KEY = "0123456789abcdef";
const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const INSTALL_MS = 400_000;
const run = promisify(execFile);

describe("clients that are generated", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let bin: string;
  let document: string;

  /** Has a program run in a folder; its whole output is told when it fails. */
  async function output(program: string, args: readonly string[], cwd = folder.path): Promise<string> {
    const options = {
      cwd,
      timeout: INSTALL_MS,
      maxBuffer: 64e6,
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    };
    const { stdout, stderr } = await run(program, args, options).catch((error: unknown) => {
      const told = error as { stdout?: string; stderr?: string };
      return assert.fail(`${program} ${args.join(" ")}\n${told.stdout}\n${told.stderr}`);
    });
    return stdout + stderr;
  }

  before(async () => {
    folder = await temporaryFolder();
    bin = (await run(join(PROJECT, "scripts/lib/client-generators"), { timeout: INSTALL_MS })).stdout.trim();
    document = join(folder.path, "openapi.json");
    await writeFile(document, JSON.stringify(documentOf(ENDPOINTS, "1.2.3")));
  });
  after(() => folder[Symbol.asyncDispose]());

  it("are made of a document that openapi-spec-validator finds valid", async () => {
    assert.match(await output(join(bin, "openapi-spec-validator"), [document]), /: OK\s*$/);
  });

  it("have every operation: openapi-generator reports no error in Python, TypeScript and Java", async () => {
    for (const language of ["python", "typescript-fetch", "java"]) {
      const told = await output(join(bin, "openapi-generator-cli"), [
        ...["generate", "-i", document, "-g", language, "-o", join(folder.path, language)],
      ]);
      assert.doesNotMatch(told, /ERROR|COLLISION/, language);
    }
  });

  it("have models that Pydantic loads", async () => {
    const models = [
      "--input",
      document,
      "--input-file-type",
      "openapi",
      "--output-model-type",
      "pydantic_v2.BaseModel",
    ];
    await output(join(bin, "datamodel-codegen"), [...models, "--output", "models.py"]);
    const program = "import models; print(models.SayRequest(text='Grüße').text)";
    assert.equal(await output(join(bin, "python"), ["-c", program]), "Grüße\n");
  });

  const programs: Readonly<Record<string, () => Promise<readonly [program: string, args: readonly string[]]>>> = {
    "openapi-python-client": async () => {
      const told = await output(join(bin, "openapi-python-client"), [
        ...["generate", "--path", document, "--output-path", "opc", "--overwrite"],
      ]);
      assert.doesNotMatch(told, /warning|unable|error/i);
      await writeFile(join(folder.path, "opc/program.py"), OPENAPI_PYTHON_CLIENT);
      return [join(bin, "python"), ["opc/program.py"]];
    },
    "openapi-generator in Python": async () => {
      await writeFile(join(folder.path, "python/program.py"), OPENAPI_GENERATOR);
      return [join(bin, "python"), ["python/program.py"]];
    },
    "openapi-typescript": async () => {
      const types = await openapiTypes(JSON.stringify(documentOf(ENDPOINTS, "1.2.3")), { defaultNonNullable: false });
      return typescript("fetch", OPENAPI_FETCH, async (place) => {
        await writeFile(join(place, "attendant.ts"), astToString(types));
      });
    },
    "hey-api": async () => {
      return typescript("hey", HEY_API, async (place) => {
        const generator = join(
          await output(join(PROJECT, "scripts/lib/hey-api"), []).then((at) => at.trim()),
          "openapi-ts",
        );
        await output(generator, ["--input", document, "--output", join(place, "attendant")], place);
      });
    },
  };

  /** Compiles a program strictly beside what `generate` makes of the document. */
  async function typescript(name: string, source: string, generate: (place: string) => Promise<void>) {
    const place = join(folder.path, name);
    await mkdir(join(place, "node_modules"), { recursive: true });
    await writeFile(join(place, "package.json"), '{ "type": "module" }');
    for (const each of ["openapi-fetch", "openapi-typescript-helpers", "@types"])
      await symlink(join(PROJECT, "node_modules", each), join(place, "node_modules", each));
    await generate(place);
    await writeFile(join(place, "program.ts"), source);
    const strictly = [
      "--noEmit",
      "--strict",
      "--target",
      "es2023",
      "--module",
      "esnext",
      "--moduleResolution",
      "bundler",
    ];
    const compiler = join(PROJECT, "node_modules/@typescript/native/bin/tsc");
    await output(process.execPath, [compiler, ...strictly, "--types", "node", "program.ts"], place);
    return [process.execPath, [join(PROJECT, "node_modules/tsx/dist/cli.mjs"), join(place, "program.ts")]] as const;
  }

  for (const [name, made] of Object.entries(programs)) {
    it(`place a call, ask for it, schedule and cancel: ${name}`, async (t) => {
      const [program, args] = await made();
      const rest = await startRestServer(t, { keys: [KEY] });
      assert.equal(await output(program, [...args, rest.url, KEY]), "1001\n1002 cancelled\ninvalid_request\n");
      assert.deepEqual(rest.calls.placed[0]?.choice?.options[0], { value: "yes", synonyms: ["sure"], key: "1" });
      const [scheduled, ...others] = rest.schedules.created;
      assert.deepEqual([scheduled?.tool, scheduled?.toolParams.duration, others], ["SET_TIMER", 5, []]);
    });
  }
});
